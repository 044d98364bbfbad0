// SPDX-License-Identifier: MIT
#include "families/adreno/rb/target_reports.h"

namespace cyclorama::adreno {
namespace {

void reportUse(ImageListener& listener, const TargetSurface& surface, MemoryClient unit, const CachePlace& place,
               bool reads, bool writes) {
    if (!surface.isThere() || surface.view.parameters().tileMode == TileMode::Bin) return;
    const ImageUse use = useOf(surface.view, unit);
    if (reads) listener.imageRead(use);
    if (writes) listener.imageWritten(use);
    listener.imageCached(use, place, reads, writes);
    if (surface.view.parameters().layers > 1) listener.layersCached(use, place, surface.view.parameters().layerPitch);
}

}  // namespace

void reportTargets(const RenderTargets& targets, ImageListener& listener) {
    for (const ColorTarget& target : targets.colors) {
        const bool reads = target.blender.enabled() || target.logic != nullptr;
        reportUse(listener, target.surface, MemoryClient::Colors, {.target = target.number}, reads, true);
    }
    const DepthTarget& depth = targets.depth;
    for (const TargetSurface* const surface : {&depth.depth, &depth.separateStencil})
        reportUse(listener, *surface, MemoryClient::DepthStencil, {.depth = true}, depth.tests(), depth.writes);
}

}  // namespace cyclorama::adreno
