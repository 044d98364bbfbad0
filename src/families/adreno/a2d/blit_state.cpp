// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/blit_state.h"

#include <algorithm>

#include "families/adreno/registers/registers.h"
#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {
namespace {

/// RB_2D_UNKNOWN_8C01 for writes of one part of depth and stencil (Mesa: r2d_setup_common).
constexpr uint32_t kDepthOnly = 0x08000041;
constexpr uint32_t kStencilOnly = 0x00084001;
constexpr uint32_t kDepthComponents = 0x7;
constexpr uint32_t kStencilComponent = 0x8;

constexpr uint32_t kTileModeOfGmem = 2;

/// A coordinate at the source: 17 bits and the fraction after them, two's complement.
int32_t sourceCoordinate(const RegisterValues& registers, Register reg) {
    constexpr uint32_t kUnused = 7;
    return static_cast<int32_t>(registers.read(reg.word()) << kUnused) >> kUnused;
}

BlitRectangle corners(const RegisterValues& registers, Register topLeft, Register bottomRight) {
    const auto x = [&](Register reg) { return static_cast<int32_t>(registers.read(reg.word()) & 0x3fff); };
    const auto y = [&](Register reg) { return static_cast<int32_t>(registers.read(reg.word()) >> 16 & 0x3fff); };
    return {.left = x(topLeft), .top = y(topLeft), .right = x(bottomRight), .bottom = y(bottomRight)};
}

/// Addresses and pitch of the second and third plane of a source image with several planes.
void takePlanes(const RegisterValues& registers, BlitImage& image) {
    image.planes = {registers.read64("SP_PS_2D_SRC_PLANE1"_reg.word()),
                    registers.read64("SP_PS_2D_SRC_PLANE2"_reg.word())};
    image.planePitch = (registers.read("SP_PS_2D_SRC_PLANE_PITCH"_reg.word()) & 0xfff) << 6;
}

BlitImage sourceImage(const RegisterValues& registers) {
    BlitImage image{.address = registers.read64("SP_PS_2D_SRC"_reg.word()),
                    .pitch = registers.field("SP_PS_2D_SRC_PITCH/PITCH"_field),
                    .format = registers.field("SP_PS_2D_SRC_INFO/COLOR_FORMAT"_field),
                    .tileMode = registers.field("SP_PS_2D_SRC_INFO/TILE_MODE"_field),
                    .swap = registers.field("SP_PS_2D_SRC_INFO/COLOR_SWAP"_field),
                    .srgb = registers.flag("SP_PS_2D_SRC_INFO/SRGB"_field),
                    .samples = 1u << registers.field("SP_PS_2D_SRC_INFO/SAMPLES"_field),
                    .compressed = registers.flag("SP_PS_2D_SRC_INFO/FLAGS"_field)};
    if (image.compressed) image.flags = registers.read64("SP_PS_2D_SRC_FLAGS"_reg.word());
    const SurfaceFormat* const format = findSurfaceFormat(image.format);
    if (format != nullptr && format->hasPlanes()) takePlanes(registers, image);
    return image;
}

BlitImage targetImage(const RegisterValues& registers) {
    BlitImage image{.address = registers.read64("RB_2D_DST"_reg.word()),
                    .pitch = (registers.read("RB_2D_DST_PITCH"_reg.word()) & 0xffff) << 6,
                    .format = registers.field("RB_2D_DST_INFO/COLOR_FORMAT"_field),
                    .tileMode = registers.field("RB_2D_DST_INFO/TILE_MODE"_field),
                    .swap = registers.field("RB_2D_DST_INFO/COLOR_SWAP"_field),
                    .srgb = registers.flag("RB_2D_DST_INFO/SRGB"_field),
                    .samples = 1u << registers.field("RB_2D_DST_INFO/SAMPLES"_field),
                    .compressed = registers.flag("RB_2D_DST_INFO/FLAGS"_field)};
    if (image.compressed) image.flags = registers.read64("RB_2D_DST_FLAGS"_reg.word());
    return image;
}

uint32_t keptComponents(uint32_t word) {
    if (word == kDepthOnly) return kStencilComponent;
    return word == kStencilOnly ? kDepthComponents : 0;
}

void decodeSource(const RegisterValues& registers, BlitState& state) {
    state.source = sourceImage(registers);
    state.sourceWidth = registers.field("SP_PS_2D_SRC_SIZE/WIDTH"_field);
    state.sourceHeight = registers.field("SP_PS_2D_SRC_SIZE/HEIGHT"_field);
    state.sourceArea = {.left = sourceCoordinate(registers, "GRAS_2D_SRC_TL_X"_reg),
                        .top = sourceCoordinate(registers, "GRAS_2D_SRC_TL_Y"_reg),
                        .right = sourceCoordinate(registers, "GRAS_2D_SRC_BR_X"_reg),
                        .bottom = sourceCoordinate(registers, "GRAS_2D_SRC_BR_Y"_reg)};
    state.linear = registers.flag("SP_PS_2D_SRC_INFO/FILTER"_field);
    state.averageSamples = registers.flag("SP_PS_2D_SRC_INFO/SAMPLES_AVERAGE"_field);
    if (state.source.tileMode == kTileModeOfGmem) {
        state.windowX = static_cast<int32_t>(registers.field("SP_TP_WINDOW_OFFSET/X"_field));
        state.windowY = static_cast<int32_t>(registers.field("SP_TP_WINDOW_OFFSET/Y"_field));
    }
}

}  // namespace

BlitRectangle BlitRectangle::within(const BlitRectangle& other) const {
    return {.left = std::max(left, other.left),
            .top = std::max(top, other.top),
            .right = std::min(right, other.right),
            .bottom = std::min(bottom, other.bottom)};
}

BlitState decodeBlit(const RegisterValues& registers) {
    BlitState state;
    state.rotation = static_cast<BlitRotation>(registers.field("RB_2D_BLIT_CNTL/ROTATE"_field));
    state.form = static_cast<BlitForm>(registers.field("RB_2D_BLIT_CNTL/IFMT"_field));
    state.solid = registers.flag("RB_2D_BLIT_CNTL/SOLID_COLOR"_field);
    // Other blocks have the same settings, and the target's format.
    registers.word("GRAS_2D_BLIT_CNTL"_reg);
    registers.word("SP_2D_DST_FORMAT"_reg);
    for (uint32_t i = 0; i < state.color.size() && state.solid; ++i)
        state.color[i] = registers.read("RB_2D_SRC_SOLID_C0"_reg.word() + i);
    state.components = registers.field("RB_2D_BLIT_CNTL/MASK"_field);
    state.kept = keptComponents(registers.read("RB_2D_UNKNOWN_8C01"_reg.word()));
    state.target = targetImage(registers);
    state.targetArea = corners(registers, "GRAS_2D_DST_TL"_reg, "GRAS_2D_DST_BR"_reg);
    state.clipped = state.targetArea;
    if (registers.flag("RB_2D_BLIT_CNTL/SCISSOR"_field))
        state.clipped =
            state.targetArea.within(corners(registers, "GRAS_2D_RESOLVE_CNTL_1"_reg, "GRAS_2D_RESOLVE_CNTL_2"_reg));
    if (!state.solid) decodeSource(registers, state);
    return state;
}

bool knowsKeptComponents(const RegisterValues& registers) {
    const uint32_t word = registers.read("RB_2D_UNKNOWN_8C01"_reg.word());
    return word == 0 || word == kDepthOnly || word == kStencilOnly;
}

}  // namespace cyclorama::adreno
