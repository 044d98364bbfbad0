#include "machine/timing/draw_checks.h"

#include <bit>

#include "func/depth_stencil.h"
#include "func/multisample_pattern.h"
#include "func/primitive_assembly.h"
#include "machine/machine_findings.h"
#include "machine/settings.h"

namespace cyclorama::machine::timing {

DrawChecks::DrawChecks(const Configuration& configuration, mem::AddressSpace& memory, sim::Findings& findings,
                       uint64_t workLimit)
    : findings_(&findings),
      surfaces_(memory, tileSizes(configuration)),
      textures_(textureUnitSettings(configuration)),
      workLimit_(workLimit) {}

bool DrawChecks::start(const gpu::DrawState& state, std::string_view place) {
    if (refuse(state, place)) return false;
    textures_.update(state.textures,
                     state.vertex.program->resources.samplers | state.fragment.program->resources.samplers);
    checkBuffers(state, place);
    work_ = DrawWork(state, workLimit_);
    if (work_.takeVertices(uint64_t{state.input.count} * state.input.instances)) return true;
    findings_->report(findings::kDrawWork, place);
    return false;
}

bool DrawChecks::refuse(const gpu::DrawState& state, std::string_view place) {
    const sim::FindingKind* kind = nullptr;
    const uint32_t samples = state.multisampling.samplesPerPixel();
    if (state.vertex.program == nullptr || state.fragment.program == nullptr)
        kind = &findings::kNoProgram;
    else if (func::primitiveVertices(state.input.primitive) != 3)
        kind = &findings::kPrimitive;
    else if (samples != 1 && (func::samplePattern(samples).empty() || !std::has_single_bit(samples)))
        kind = &findings::kSamples;
    if (kind != nullptr) findings_->report(*kind, place);
    return kind != nullptr;
}

void DrawChecks::checkBuffers(const gpu::DrawState& state, std::string_view place) {
    limitsTriangles_ = false;
    bool feedback = false;
    if (func::DepthStencilTester(state.depthStencil).enabled()) {
        if (surfaces_.depthStencil(state).valid)
            limitsTriangles_ = true;
        else
            findings_->report(findings::kDepthBuffer, place);
    }
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        const gpu::RenderTarget& to = state.color.targets[target];
        if (!to.enabled || to.color.writeMask.none()) continue;
        const Surface surface = surfaces_.color(state, target);
        if (!surface.valid) {
            findings_->report(findings::kTarget, place);
            continue;
        }
        limitsTriangles_ = true;
        feedback = feedback || textures_.reach(to.address, surface.bytes.size());
    }
    if (feedback) findings_->report(findings::kFeedback, place);
}

void DrawChecks::clearColor(const gpu::DrawState& state, std::string_view place) {
    if (!surfaces_.color(state, 0).valid) findings_->report(findings::kTarget, place);
}

void DrawChecks::clearDepthStencil(const gpu::DrawState& state, std::string_view place) {
    if (!surfaces_.depthStencil(state).valid) findings_->report(findings::kDepthBuffer, place);
}

}  // namespace cyclorama::machine::timing
