// SPDX-License-Identifier: MIT
// Coverage of samples: the chip covers each by its place, and has no mask of them.

#include <algorithm>
#include <cmath>

#include "families/attila/driver/draw/renderer.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::Primitive;

}  // namespace

uint32_t samplesOfProgram(const virgl::State& state) {
    const auto bound = std::ranges::find_if(state.colorBuffers, [](const auto& color) { return color != nullptr; });
    const auto& surface = bound != state.colorBuffers.end() ? *bound : state.depthBuffer;
    return surface ? std::max(surface->resource->description.samples, 1u) : 1;
}

void Renderer::requireSamples(const virgl::State& state, const virgl::DrawRequest& request) {
    const uint32_t samples = samplesOfProgram(state);
    const uint32_t all = (1u << samples) - 1;
    if ((state.sampleMask & all) != all) throw virgl::BeyondGpu("masks of samples");
    if (samples == 1 || state.rasterizer->multisample || isShape(request.primitive)) return;
    if (!coversWholePixels(state, request))
        throw virgl::BeyondGpu("draws without multisampling to a surface of several samples");
}

/// Mesa clears and copies by rectangles of four vertices.
bool Renderer::coversWholePixels(const virgl::State& state, const virgl::DrawRequest& request) {
    constexpr uint32_t kCorners = 4;
    constexpr float kClose = 1.0f / 256;
    const bool quad = request.primitive == Primitive::TriangleFan || request.primitive == Primitive::Quads;
    if (!quad || request.count != kCorners || request.instances != 1) return false;
    ProgramVariant variant = vertexVariant(state, false);
    variant.runByDriver = true;
    const LoadedProgram& vertex =
        programs_.find(*state.stage(virgl::Stage::Vertex).shader, *state.stage(virgl::Stage::Fragment).shader, variant);
    std::array<std::array<float, 2>, kCorners> places{};
    uint32_t corner = 0;
    for (const func::VertexAttributes& attributes : vertexRunner_.run(state, request, vertex, 0)) {
        const func::Vec4& position = attributes[func::kPositionAttribute];
        for (size_t axis = 0; axis < 2; ++axis) {
            const float place = position[axis] / position[3] * state.viewport.scale[axis] + state.viewport.offset[axis];
            // False for what is no number as well.
            if (!(std::fabs(place - std::round(place)) <= kClose)) return false;
            places[corner][axis] = std::round(place);
        }
        ++corner;
    }
    // Corners that go round a rectangle: neighbours have the same x and the same y by turns.
    const auto turns = [&](size_t axis) {
        return places[0][axis] == places[1][axis] && places[1][1 - axis] == places[2][1 - axis] &&
               places[2][axis] == places[3][axis] && places[3][1 - axis] == places[0][1 - axis];
    };
    return turns(0) || turns(1);
}

}  // namespace cyclorama::attila
