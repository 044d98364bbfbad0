// SPDX-License-Identifier: MIT
#include <algorithm>

#include "families/attila/registers/register_rows.h"

namespace cyclorama::attila::detail {
namespace {

/// Bound of registers whose low bits alone count.
constexpr double kAnyWord = std::numeric_limits<uint32_t>::max();
/// The largest display.
constexpr double kLargestBlit = 4096;

/// ATTILA has one equation for colour and alpha.
void storeBlendEquation(RegisterFile& file, uint32_t index, const RegisterValue& value) {
    const func::BlendState& before = file.draw.color->targets[index].color.blend;
    func::BlendEquation equation{};
    assign(equation, value);
    if (before.colorEquation == equation && before.alphaEquation == equation) return;
    func::BlendState& blend = file.draw.color.edit().targets[index].color.blend;
    blend.colorEquation = blend.alphaEquation = equation;
}

/// Gives a member of all render targets a value; the group of the targets stays as it is where all have it.
template <typename T>
void storeInAll(RegisterFile& file, T func::ColorTargetState::*member, const RegisterValue& value) {
    T after{};
    assign(after, value);
    const auto has = [&](const gpu::RenderTarget& target) { return target.color.*member == after; };
    if (std::ranges::all_of(file.draw.color->targets, has)) return;
    for (gpu::RenderTarget& target : file.draw.color.edit().targets) target.color.*member = after;
}

void storeSrgb(RegisterFile& file, uint32_t, const RegisterValue& value) {
    storeInAll(file, &func::ColorTargetState::srgb, value);
}

void enableLogicOperation(RegisterFile& file, uint32_t, const RegisterValue& value) {
    storeInAll(file, &func::ColorTargetState::logicOperationEnabled, value);
}

void storeLogicOperation(RegisterFile& file, uint32_t, const RegisterValue& value) {
    storeInAll(file, &func::ColorTargetState::logicOperation, value);
}

constexpr std::array kOutputRows = {
    row(
        {Register::ZBufferClear, "Z_BUFFER_CLEAR", "Depth that a clear writes.", "ZStencilTest"}, kHexadecimal,
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthBuffer).clearDepth; }),
    row(
        {Register::StencilBufferClear, "STENCIL_BUFFER_CLEAR", "Stencil value that a clear writes.", "ZStencilTest"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthBuffer).clearStencil; }),
    row(
        {Register::ZStencilStateBufferAddress, "ZSTENCIL_STATE_BUFFER_MEM_ADDR",
         "Where the state of the depth and stencil blocks is saved.", "ZStencilTest"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthBuffer).stateAddress; }),
    row(
        {Register::StencilTest, "STENCIL_TEST", "Fragments are tested against the stencil buffer.", "ZStencilTest"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).stencilTest; }),
    row(
        {Register::StencilFunction, "STENCIL_FUNCTION", "How the reference compares with the stencil buffer.",
         "ZStencilTest"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.function; }),
    row(
        {Register::StencilReference, "STENCIL_REFERENCE", "Reference value; its low 8 bits count.", "ZStencilTest"},
        {.maximum = kAnyWord, .radix = Radix::Hexadecimal},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.reference; }),
    row(
        {Register::StencilCompareMask, "STENCIL_COMPARE_MASK", "Bits that are compared; its low 8 bits count.",
         "ZStencilTest"},
        {.maximum = kAnyWord, .radix = Radix::Hexadecimal},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.compareMask; }),
    row(
        {Register::StencilUpdateMask, "STENCIL_UPDATE_MASK", "Bits that are written; its low 8 bits count.",
         "ZStencilTest"},
        {.maximum = kAnyWord, .radix = Radix::Hexadecimal},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.writeMask; }),
    row(
        {Register::StencilFailUpdate, "STENCIL_FAIL_UPDATE", "What a failed stencil test does to the buffer.",
         "ZStencilTest"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.stencilFail; }),
    row(
        {Register::DepthFailUpdate, "DEPTH_FAIL_UPDATE", "What a failed depth test does to the stencil buffer.",
         "ZStencilTest"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.depthFail; }),
    row(
        {Register::DepthPassUpdate, "DEPTH_PASS_UPDATE", "What a passed depth test does to the stencil buffer.",
         "ZStencilTest"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).front.depthPass; }),
    row(
        {Register::DepthTest, "DEPTH_TEST", "Fragments are tested against the depth buffer.", "ZStencilTest"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).depthTest; }),
    row(
        {Register::DepthFunction, "DEPTH_FUNCTION", "How the depth of a fragment compares with the buffer.",
         "ZStencilTest"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).depthFunction; }),
    row(
        {Register::DepthMask, "DEPTH_MASK", "Depth is written.", "ZStencilTest"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.depthStencil).depthWrite; }),
    row(
        {Register::ZStencilCompression, "ZSTENCIL_COMPRESSION",
         "Blocks of the depth and stencil buffer are compressed.", "ZStencilTest"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthBuffer).compression; }),
    row(
        {Register::ColorBufferFormat, "COLOR_BUFFER_FORMAT", "Format of render target 0.", "ColorWrite"},
        {.constraint = Constraint::RenderTargetFormat},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.color).targets[0].color.format; }),
    row(
        {Register::ColorCompression, "COLOR_COMPRESSION", "Blocks of the colour buffer are compressed.", "ColorWrite"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.color).compression; }),
    row(
        {Register::ColorSrgbWrite, "COLOR_SRGB_WRITE", "Colours are stored in sRGB.", "ColorWrite"},
        {.store = storeSrgb},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.color).targets[0].color.srgb; }),
    row(
        {Register::RenderTargetEnable, "RENDER_TARGET_ENABLE", "The render target is written.", "ColorWrite"},
        perTarget(), [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].enabled; }),
    row(
        {Register::RenderTargetFormat, "RENDER_TARGET_FORMAT", "Format of a render target.", "ColorWrite"},
        perTarget({.constraint = Constraint::RenderTargetFormat}),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.format; }),
    row(
        {Register::RenderTargetAddress, "RENDER_TARGET_ADDRESS", "Where a render target begins.", "ColorWrite"},
        perTarget(kHexadecimal),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].address; }),
    row(
        {Register::ColorBufferClear, "COLOR_BUFFER_CLEAR", "Colour that a clear writes.", "ColorWrite"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.color).clearColor; }),
    row(
        {Register::ColorStateBufferAddress, "COLOR_STATE_BUFFER_MEM_ADDR",
         "Where the state of the colour blocks is saved.", "ColorWrite"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return part(file.draw.color).stateAddress; }),
    row(
        {Register::ColorBlend, "COLOR_BLEND", "Colours are blended with the buffer.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.blend.enabled; }),
    row(
        {Register::BlendEquation, "BLEND_EQUATION", "How the weighted colours are joined.", "ColorWrite"},
        perTarget({.store = storeBlendEquation}), [](auto& file, uint32_t index) -> auto& {
            return part(file.draw.color).targets[index].color.blend.colorEquation;
        }),
    row(
        {Register::BlendSourceRgb, "BLEND_SRC_RGB", "Weight of the colour of the fragment.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& {
            return part(file.draw.color).targets[index].color.blend.sourceColor;
        }),
    row(
        {Register::BlendDestinationRgb, "BLEND_DST_RGB", "Weight of the colour of the buffer.", "ColorWrite"},
        perTarget(), [](auto& file, uint32_t index) -> auto& {
            return part(file.draw.color).targets[index].color.blend.destinationColor;
        }),
    row(
        {Register::BlendSourceAlpha, "BLEND_SRC_ALPHA", "Weight of the alpha of the fragment.", "ColorWrite"},
        perTarget(), [](auto& file, uint32_t index) -> auto& {
            return part(file.draw.color).targets[index].color.blend.sourceAlpha;
        }),
    row(
        {Register::BlendDestinationAlpha, "BLEND_DST_ALPHA", "Weight of the alpha of the buffer.", "ColorWrite"},
        perTarget(), [](auto& file, uint32_t index) -> auto& {
            return part(file.draw.color).targets[index].color.blend.destinationAlpha;
        }),
    row(
        {Register::BlendColor, "BLEND_COLOR", "Constant of the weights.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.blend.constant; }),
    row(
        {Register::ColorMaskRed, "COLOR_MASK_R", "Red is written.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.writeMask.red; }),
    row(
        {Register::ColorMaskGreen, "COLOR_MASK_G", "Green is written.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.writeMask.green; }),
    row(
        {Register::ColorMaskBlue, "COLOR_MASK_B", "Blue is written.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.writeMask.blue; }),
    row(
        {Register::ColorMaskAlpha, "COLOR_MASK_A", "Alpha is written.", "ColorWrite"}, perTarget(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.color).targets[index].color.writeMask.alpha; }),
    row(
        {Register::LogicalOperation, "LOGICAL_OPERATION", "Stored bits are combined with those of the buffer.",
         "ColorWrite"},
        {.store = enableLogicOperation},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.color).targets[0].color.logicOperationEnabled; }),
    row(
        {Register::LogicalOperationFunction, "LOGICOP_FUNCTION", "How they are combined.", "ColorWrite"},
        {.store = storeLogicOperation},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.color).targets[0].color.logicOperation; }),
    row(
        {Register::SecondInterleavingStart, "MCV2_2ND_INTERLEAVING_START_ADDR",
         "First address of the second way of interleaving channels; 0 for none.", "MemoryControllerV2"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.draw.secondInterleavingStart; }),
    row(
        {Register::BlitX, "BLIT_INI_X", "Left edge of the window to copy in pixels.", "Blitter"}, upTo(kLargestBlit),
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.x; }),
    row(
        {Register::BlitY, "BLIT_INI_Y", "Lower edge of the window to copy in pixels.", "Blitter"}, upTo(kLargestBlit),
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.y; }),
    row(
        {Register::BlitXOffset, "BLIT_X_OFFSET", "Where its left edge goes in the texture, in texels.", "Blitter"},
        upTo(func::kMaxTextureSize), [](auto& file, uint32_t) -> auto& { return file.draw.blit.xOffset; }),
    row(
        {Register::BlitYOffset, "BLIT_Y_OFFSET", "Where its lower edge goes in the texture, in texels.", "Blitter"},
        upTo(func::kMaxTextureSize), [](auto& file, uint32_t) -> auto& { return file.draw.blit.yOffset; }),
    row(
        {Register::BlitWidth, "BLIT_WIDTH", "Width of the window in pixels.", "Blitter"}, upTo(kLargestBlit),
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.width; }),
    row(
        {Register::BlitHeight, "BLIT_HEIGHT", "Height of the window in pixels.", "Blitter"}, upTo(kLargestBlit),
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.height; }),
    row(
        {Register::BlitDestinationAddress, "BLIT_DST_ADDRESS", "Where the image of the texture begins.", "Blitter"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.draw.blit.destinationAddress; }),
    row(
        {Register::BlitDestinationWidth2, "BLIT_DST_TX_WIDTH2",
         "Binary logarithm of the width of the texture, rounded up.", "Blitter"},
        upTo(func::kTextureLevels - 1),
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.destinationLog2Width; }),
    row(
        {Register::BlitDestinationFormat, "BLIT_DST_TX_FORMAT", "Format of the texture.", "Blitter"}, {},
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.destinationFormat; }),
    row(
        {Register::BlitDestinationBlocking, "BLIT_DST_TX_BLOCK", "Order of its texels in memory.", "Blitter"}, {},
        [](auto& file, uint32_t) -> auto& { return file.draw.blit.destinationBlocking; })};

}  // namespace

std::span<const RegisterInfo> outputRegisters() { return kOutputRows; }

}  // namespace cyclorama::attila::detail
