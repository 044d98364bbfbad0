// SPDX-License-Identifier: MIT
// Clears: by the chip's own commands where all of a buffer is cleared that has states of blocks, else by a rectangle
// over the surface.

#include <array>
#include <bit>
#include <cmath>

#include "families/attila/driver/draw/renderer.h"
#include "families/attila/driver/programs/program_variant.h"
#include "func/formats/srgb.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

/// Two triangles over the whole of clip space; the depth comes from a constant.
constexpr std::array<float, 8> kCorners = {-1, -1, 1, -1, 1, 1, -1, 1};
constexpr uint32_t kCornerBytes = 2 * sizeof(float);
constexpr std::string_view kVertexProgram = "mov o0.xy, i0\nmov o0.zw, c0\nnop <- end\n";
constexpr std::string_view kFragmentProgram = "mov o1, c0\nnop <- end\n";
constexpr std::string_view kSeveralProgram = "mov o1, c0\nmov o2, c0\nmov o3, c0\nmov o4, c0\nnop <- end\n";
constexpr uint32_t kFillProgram = 0;
constexpr uint32_t kFillSeveral = 1;

constexpr uint32_t kDepthStencil = virgl::kClearDepth | virgl::kClearStencil;

TextureStorage& clearedStorage(const virgl::AttachmentView& surface) {
    return static_cast<TextureStorage&>(*surface.resource->storage);
}

void discard(const virgl::AttachmentView& surface) { clearedStorage(surface).discard(surface.level, surface.layer); }

/// Depth is cleared with stencil where that has one value, known or of no use. The value is known afterwards.
void completeDepth(const virgl::AttachmentView& surface, virgl::ClearRequest& request) {
    TextureStorage& storage = clearedStorage(surface);
    if (surface.format == virgl::Format::Z24X8) {
        if ((request.buffers & virgl::kClearDepth) != 0)
            request.buffers |= kDepthStencil;
        else
            request.buffers &= ~kDepthStencil;
        return;
    }
    if ((request.buffers & virgl::kClearStencil) != 0) {
        storage.setStencil(surface.level, surface.layer, static_cast<uint8_t>(request.stencil));
    } else if (const auto known = storage.stencil(surface.level, surface.layer)) {
        request.stencil = *known;
        request.buffers |= virgl::kClearStencil;
    }
}

/// As the standard of sRGB has it, for 8 bits: what the chip's clears store as it is.
func::Vec4 inSrgb(const func::Vec4& color) {
    constexpr float kLargest = 255;
    func::Vec4 stored = color;
    for (size_t c = 0; c < 3; ++c) stored[c] = std::round(func::exactSrgbFromLinear(color[c]) * kLargest) / kLargest;
    return stored;
}

}  // namespace

void Renderer::clear(const virgl::State& state, const virgl::ClearRequest& request) {
    requireSurfaces(state);
    virgl::ClearRequest asked = request;
    if (storesSrgb(state)) asked.color = inSrgb(request.color);
    uint32_t there = state.depthBuffer ? kDepthStencil : 0;
    uint32_t opaque = 0;
    for (uint32_t i = 0; i < kColorTargets; ++i) {
        if (!state.colorBuffers[i]) continue;
        there |= virgl::kClearColor0 << i;
        if (clearedStorage(*state.colorBuffers[i]).format().opaque) opaque |= virgl::kClearColor0 << i;
    }
    asked.buffers &= there;
    if (asked.buffers == 0) return;
    if ((asked.buffers & kDepthStencil) != 0) completeDepth(*state.depthBuffer, asked);
    virgl::ClearRequest ones = asked;
    ones.color[3] = 1;
    if ((asked.buffers & ~kDepthStencil & ~opaque) == 0) asked = ones;
    for (uint32_t i = 0; i < kColorTargets; ++i)
        if ((asked.buffers & virgl::kClearColor0 << i) != 0) discard(*state.colorBuffers[i]);
    if ((asked.buffers & kDepthStencil) == kDepthStencil) discard(*state.depthBuffer);
    clearByCommand(state, asked);
    // The byte beside the depth holds nothing: only commands, which clear both at once, need it named.
    if (state.depthBuffer && state.depthBuffer->format == virgl::Format::Z24X8)
        asked.buffers &= ~uint32_t{virgl::kClearStencil};
    if (asked.buffers == 0) return;
    const SurfaceSize size = registers_.setSurfaces(state);
    // Buffers without alpha beside others have it all the same: it is one.
    if (asked.color[3] != 1) {
        ones.buffers = asked.buffers & opaque;
        asked.buffers &= ~opaque;
        if (ones.buffers != 0) fill(ones, size, state.countsSamples);
    }
    if (asked.buffers != 0) fill(asked, size, state.countsSamples);
}

/// All blocks become clear at once, whatever is in memory. The states are those of one colour buffer.
void Renderer::clearByCommand(const virgl::State& state, virgl::ClearRequest& request) {
    constexpr double kLargestDepth = 0xffffff;
    const auto& color = state.colorBuffers[0];
    const auto& depth = state.depthBuffer;
    const bool alone = std::ranges::count_if(state.colorBuffers, [](const auto& each) { return each != nullptr; }) == 1;
    const bool clearsColor = alone && (request.buffers & virgl::kClearColor0) != 0 &&
                             clearedStorage(*color).clearByStates(color->level, color->layer);
    const bool clearsDepth = (request.buffers & kDepthStencil) == kDepthStencil &&
                             clearedStorage(*depth).clearByStates(depth->level, depth->layer);
    registers_.setSurfaces(state);
    transactions_.set(Register::ScissorTest, false);
    if (clearsColor) {
        transactions_.set(Register::ColorBufferClear, request.color);
        transactions_.command(ControlCommand::ClearColorBuffer);
        request.buffers &= ~uint32_t{virgl::kClearColor0};
    }
    if (clearsDepth) {
        const double value = std::clamp(request.depth, 0.0, 1.0);
        transactions_.set(Register::ZBufferClear, static_cast<uint32_t>(std::lround(value * kLargestDepth)));
        transactions_.set(Register::StencilBufferClear, request.stencil & 0xff);
        transactions_.command(ControlCommand::ClearZStencilBuffer);
        registers_.depthIsCleared();
        request.buffers &= ~kDepthStencil;
    }
}

/// The chip's commands for clears change the states of blocks alone, at which nothing looks where a buffer's blocks
/// have none (ATTILA: ROPCache, setCompression; ACDDeviceImp draws a rectangle then, too).
void Renderer::fill(const virgl::ClearRequest& request, const SurfaceSize& size, bool countsSamples) {
    const bool depth = (request.buffers & virgl::kClearDepth) != 0;
    registers_.setForFill(size, depth);
    transactions_.set(Register::DepthTest, depth);
    transactions_.set(Register::DepthMask, depth);
    transactions_.set(Register::DepthFunction, func::CompareFunction::Always);
    transactions_.set(Register::StencilTest, (request.buffers & virgl::kClearStencil) != 0);
    transactions_.set(Register::StencilFunction, func::CompareFunction::Always);
    transactions_.set(Register::StencilReference, request.stencil & 0xff);
    transactions_.set(Register::StencilCompareMask, 0xffu);
    transactions_.set(Register::StencilUpdateMask, 0xffu);
    for (const Register update : {Register::StencilFailUpdate, Register::DepthFailUpdate, Register::DepthPassUpdate})
        transactions_.set(update, func::StencilOperation::Replace);
    for (uint32_t target = 0; target < kColorTargets; ++target) {
        for (const Register mask :
             {Register::ColorMaskRed, Register::ColorMaskGreen, Register::ColorMaskBlue, Register::ColorMaskAlpha})
            transactions_.set(mask, (request.buffers & virgl::kClearColor0 << target) != 0, target);
        transactions_.set(Register::ColorBlend, false, target);
    }
    transactions_.set(Register::LogicalOperation, false);
    const bool several = request.buffers >= virgl::kClearColor0 << 1;
    LoadedProgram& vertex = programs_.findOwn(virgl::Stage::Vertex, kFillProgram, kVertexProgram);
    LoadedProgram& fragment = several ? programs_.findOwn(virgl::Stage::Fragment, kFillSeveral, kSeveralProgram)
                                      : programs_.findOwn(virgl::Stage::Fragment, kFillProgram, kFragmentProgram);
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
    transactions_.set(Register::FragmentConstant, request.color);
    transactions_.set(Register::Primitive, func::PrimitiveType::TriangleFan);
    drawOnce(countsSamples);
}

}  // namespace cyclorama::attila
