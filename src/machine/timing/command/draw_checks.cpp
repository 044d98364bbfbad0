// SPDX-License-Identifier: MIT
#include "machine/timing/command/draw_checks.h"

#include "func/output/depth_stencil.h"
#include "machine/configuration/settings.h"
#include "machine/values/draw_preparation.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine::timing {

DrawChecks::DrawChecks(const Configuration& configuration, const gpu::Dialect& dialect, mem::AddressSpace& memory,
                       sim::Findings& findings, uint64_t workLimit)
    : attributesByProgram_(configuration.shader.vertexAttributeLoadFromShader),
      dialect_(dialect),
      preparation_(dialect),
      findings_(&findings),
      memory_(&memory),
      surfaces_(memory, tileSizes(configuration.rasterization)),
      textures_(textureUnitSettings(configuration)),
      workLimit_(workLimit) {}

bool DrawChecks::start(DrawRecord& draw) {
    gpu::DrawState& state = draw.state;
    if (const sim::FindingKind* problem = drawProblem(state, dialect_)) {
        findings_->report(*problem, draw.place);
        return false;
    }
    if (leavesAttributesOut(state, attributesByProgram_)) findings_->report(findings::kAttributesNotLoaded, draw.place);
    draw.dialect = dialect_;
    preparation_.complete(state);
    textures_.update(state.textures, state.stages[gpu::Stage::Vertex].program->resources.samplers |
                                         state.stages[gpu::Stage::Fragment].program->resources.samplers);
    findings_->report(findings::kTextureFetch, draw.place, {}, textures_.imagesOutOfMemory(*memory_));
    draw.limitsTriangles = checkBuffers(state, draw.place);
    draw.trianglesEnded = draw.givenUp = draw.tooLong = false;
    draw.work = DrawBudget(state, workLimit_);
    if (!draw.work.takeVertices(uint64_t{state.input->count} * state.input->instances)) {
        findings_->report(findings::kDrawWork, draw.place);
        return false;
    }
    if (restarts(*state.input)) findRuns(*memory_, *state.input, draw.restartedRuns);
    return true;
}

bool DrawChecks::checkBuffers(const gpu::DrawState& state, std::string_view place) {
    bool any = false;
    bool feedback = false;
    if (func::DepthStencilTester(*state.depthStencil).enabled()) {
        if (surfaces_.depthStencil(state).valid)
            any = true;
        else
            findings_->report(findings::kDepthBuffer, place);
    }
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        const gpu::RenderTarget& to = state.color->targets[target];
        if (!to.enabled || to.color.writeMask.none()) continue;
        const MappedSurface surface = surfaces_.color(state, target);
        if (!surface.valid) {
            findings_->report(findings::kTarget, place);
            continue;
        }
        any = true;
        feedback = feedback || textures_.reach(to.address, surface.bytes.size());
    }
    if (feedback) findings_->report(findings::kFeedback, place);
    return any;
}

void DrawChecks::clearColor(const gpu::DrawState& state, std::string_view place) {
    if (!surfaces_.color(state, 0).valid) findings_->report(findings::kTarget, place);
}

void DrawChecks::clearDepthStencil(const gpu::DrawState& state, std::string_view place) {
    if (!surfaces_.depthStencil(state).valid) findings_->report(findings::kDepthBuffer, place);
}

}  // namespace cyclorama::machine::timing
