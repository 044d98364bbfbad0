// SPDX-License-Identifier: MIT
#include "machine/values/draw_preparation.h"

#include "func/raster/multisample_pattern.h"
#include "func/raster/primitive_assembly.h"
#include "isa/program.h"
#include "machine/values/machine_findings.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

const sim::FindingKind* drawProblem(const gpu::DrawState& state, const gpu::Dialect& dialect) {
    if (state.stages[gpu::Stage::Vertex].program == nullptr || state.stages[gpu::Stage::Fragment].program == nullptr)
        return &findings::kNoProgram;
    // Points and lines are widened in window coordinates.
    if (func::primitiveVertices(state.input.primitive) != 3 &&
        dialect.raster.coordinates != func::SetupCoordinates::Window)
        return &findings::kPrimitive;
    const uint32_t samples = state.multisampling.samplesPerPixel();
    if (samples != 1 && func::samplePattern(dialect.raster.samplePattern, samples).empty()) return &findings::kSamples;
    return nullptr;
}

void completeDrawState(gpu::DrawState& state, const gpu::Dialect& dialect) {
    const uint32_t samples = state.multisampling.samplesPerPixel();
    func::RasterState& raster = state.raster;
    raster.rules = dialect.raster;
    raster.samples = samples;
    raster.clipDepth = state.clipping.frustum;
    if (dialect.raster.coordinates == func::SetupCoordinates::Window)
        raster.viewport = {.x = 0, .y = 0, .width = raster.surfaceWidth, .height = raster.surfaceHeight};
    state.depthStencil.samples = samples;
    state.depthStencil.maskedBits = dialect.maskedStencilBits;
    state.depthStencil.format = depthStencilFormat(state);
    for (gpu::RenderTarget& target : state.color.targets) {
        target.color.samples = samples;
        target.color.conversion = dialect.colorConversion;
    }
    if (dialect.earlyTests == gpu::EarlyTests::WhereHarmless) state.earlyZ = state.earlyZ && testsCanComeFirst(state);
}

bool testsCanComeFirst(const gpu::DrawState& state) {
    return !state.fragmentWritesDepth && !state.alphaTest.enabled && !state.multisampling.coversByAlpha() &&
           !state.stages[gpu::Stage::Fragment].program->resources.kills;
}

}  // namespace cyclorama::machine
