#include "machine/values/draw_preparation.h"

#include <bit>

#include "func/raster/multisample_pattern.h"
#include "func/raster/primitive_assembly.h"
#include "isa/program.h"
#include "machine/values/machine_findings.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

namespace {

void useWindowCoordinates(gpu::DrawState& state) {
    func::RasterState& raster = state.raster;
    raster.viewport = {.x = 0, .y = 0, .width = raster.surfaceWidth, .height = raster.surfaceHeight};
    raster.boundRowsByViewportWidth = false;
    raster.multisampleCullsWholeQuads = false;
    raster.clipDepth = state.clipping.frustum;
    state.hierarchicalZ = false;
    state.earlyZ = state.earlyZ && testsCanComeFirst(state);
    state.depthStencil.maskedBits = func::MaskedStencilBits::Keep;
    state.depthStencil.format = depthStencilFormat(state);
    for (gpu::RenderTarget& target : state.color.targets) target.color.conversion = func::ColorConversion::Exact;
}

}  // namespace

const sim::FindingKind* drawProblem(const gpu::DrawState& state) {
    if (state.vertex.program == nullptr || state.fragment.program == nullptr) return &findings::kNoProgram;
    if (func::primitiveVertices(state.input.primitive) != 3 && !state.raster.viewportTransform)
        return &findings::kPrimitive;
    const uint32_t samples = state.multisampling.samplesPerPixel();
    if (samples != 1 && (func::samplePattern(samples).empty() || !std::has_single_bit(samples)))
        return &findings::kSamples;
    return nullptr;
}

void completeDrawState(gpu::DrawState& state) {
    const uint32_t samples = state.multisampling.samplesPerPixel();
    state.raster.samples = samples;
    state.depthStencil.samples = samples;
    for (gpu::RenderTarget& target : state.color.targets) target.color.samples = samples;
    if (state.raster.viewportTransform) useWindowCoordinates(state);
}

bool testsCanComeFirst(const gpu::DrawState& state) {
    return !state.fragmentWritesDepth && !state.alphaTest.enabled && !state.multisampling.coversByAlpha() &&
           !state.fragment.program->resources.kills;
}

}  // namespace cyclorama::machine
