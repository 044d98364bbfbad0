// SPDX-License-Identifier: MIT
#include "families/adreno/rb/target_following.h"

namespace cyclorama::adreno {
namespace {

void follow(Checks& checks, const TargetSurface& surface, MemoryClient unit, const CachePlace& place, bool reads,
            bool writes) {
    if (!surface.isThere() || surface.view.parameters().tileMode == TileMode::Bin) return;
    const ImageUse use = useOf(surface.view, unit);
    if (reads) checks.report(checks.images.read(use));
    if (writes) checks.images.write(use);
    checks.report(checks.targets.use(use, place, reads, writes));
    if (surface.view.parameters().layers > 1)
        checks.report(checks.targets.useLayers(use, place, surface.view.parameters().layerPitch));
}

}  // namespace

void followTargets(const Execution& execution, const RenderTargets& targets) {
    Checks& checks = execution.pipeline.checks;
    for (const ColorTarget& target : targets.colors) {
        const bool reads = target.blender.enabled() || target.logic != nullptr;
        follow(checks, target.surface, MemoryClient::Colors, {.target = target.number}, reads, true);
    }
    const DepthTarget& depth = targets.depth;
    for (const TargetSurface* const surface : {&depth.depth, &depth.separateStencil})
        follow(checks, *surface, MemoryClient::DepthStencil, {.depth = true}, depth.tests(), depth.writes);
}

}  // namespace cyclorama::adreno
