// SPDX-License-Identifier: MIT
// Clears: by the chip's own command where it clears what is asked for, else by a rectangle over the surface.

#include <array>
#include <bit>
#include <cmath>

#include "families/attila/driver/renderer.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

/// Two triangles over the whole of clip space; the depth comes from a constant.
constexpr std::array<float, 8> kCorners = {-1, -1, 1, -1, 1, 1, -1, 1};
constexpr uint32_t kCornerBytes = 2 * sizeof(float);
constexpr std::string_view kVertexProgram = "mov o0.xy, i0\nmov o0.zw, c0\nnop <- end\n";
constexpr std::string_view kFragmentProgram = "mov o1, c0\nnop <- end\n";
constexpr uint32_t kFillProgram = 0;
constexpr double kLargestDepth = 0xffffff;

}  // namespace

void Renderer::clear(const virgl::State& state, const virgl::ClearRequest& request) {
    const SurfaceSize size = registers_.setSurfaces(state);
    uint32_t depthStencil = state.depthBuffer ? request.buffers & (virgl::kClearDepth | virgl::kClearStencil) : 0;
    if (depthStencil != 0 && state.depthBuffer->format == virgl::Format::Z24X8)
        depthStencil = (depthStencil & virgl::kClearDepth) != 0 ? virgl::kClearDepth | virgl::kClearStencil : 0;
    transactions_.set(Register::ScissorTest, false);
    for (uint32_t i = 0; i < kColorTargets; ++i)
        if (state.colorBuffers[i] && (request.buffers & virgl::kClearColor0 << i) != 0)
            clearColor(*state.colorBuffers[i], request.color);
    if (depthStencil == (virgl::kClearDepth | virgl::kClearStencil)) {
        const double depth = std::clamp(request.depth, 0.0, 1.0);
        transactions_.set(Register::ZBufferClear, static_cast<uint32_t>(std::lround(depth * kLargestDepth)));
        transactions_.set(Register::StencilBufferClear, request.stencil & 0xff);
        transactions_.command(Command::ClearZStencilBuffer);
    } else if (depthStencil != 0) {
        fill(request, size, depthStencil, state.countsSamples);
    }
}

/// The command clears target 0 alone, which each draw sets.
void Renderer::clearColor(const virgl::Surface& surface, func::Vec4 color) {
    auto& storage = static_cast<TextureStorage&>(*surface.resource->storage);
    if (storage.format().opaque) color[3] = 1;
    registers_.setTarget(0, storage.imageToDraw(surface.level, surface.layer));
    transactions_.set(Register::ColorBufferClear, color);
    transactions_.command(Command::ClearColorBuffer);
}

void Renderer::fill(const virgl::ClearRequest& request, const SurfaceSize& size, uint32_t buffers, bool countsSamples) {
    registers_.setForFill(size);
    const bool depth = (buffers & virgl::kClearDepth) != 0;
    transactions_.set(Register::DepthTest, depth);
    transactions_.set(Register::DepthMask, depth);
    transactions_.set(Register::DepthFunction, func::CompareFunction::Always);
    transactions_.set(Register::StencilTest, !depth);
    transactions_.set(Register::StencilFunction, func::CompareFunction::Always);
    transactions_.set(Register::StencilReference, request.stencil & 0xff);
    transactions_.set(Register::StencilCompareMask, 0xffu);
    transactions_.set(Register::StencilUpdateMask, 0xffu);
    for (const Register update : {Register::StencilFailUpdate, Register::DepthFailUpdate, Register::DepthPassUpdate})
        transactions_.set(update, func::StencilOperation::Replace);
    for (uint32_t target = 0; target < kColorTargets; ++target)
        for (const Register reg : {Register::ColorMaskRed, Register::ColorMaskGreen, Register::ColorMaskBlue,
                                   Register::ColorMaskAlpha, Register::ColorBlend})
            transactions_.set(reg, false, target);
    transactions_.set(Register::LogicalOperation, false);
    LoadedProgram& vertex = programs_.findOwn(virgl::Stage::Vertex, kFillProgram, kVertexProgram);
    LoadedProgram& fragment = programs_.findOwn(virgl::Stage::Fragment, kFillProgram, kFragmentProgram);
    if (!fillCorners_) {
        fillCorners_ = Allocation(memory_, sizeof kCorners);
        transactions_.writeMemory(fillCorners_.address(), std::as_bytes(std::span(kCorners)));
    }
    VertexStreams streams;
    streams[0] = VertexStream{.address = fillCorners_.address(), .stride = kCornerBytes, .components = 2};
    setVertexStreams(transactions_, streams);
    setVertexOrder(transactions_, {.count = 4});
    programs_.use(vertex, fragment);
    const auto z = static_cast<float>(2 * std::clamp(request.depth, 0.0, 1.0) - 1);
    transactions_.set(Register::VertexConstant, func::Vec4{0, 0, z, 1});
    transactions_.set(Register::Primitive, func::PrimitiveType::TriangleFan);
    drawPass(countsSamples);
}

}  // namespace cyclorama::attila
