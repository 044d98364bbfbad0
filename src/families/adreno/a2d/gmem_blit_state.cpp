// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/gmem_blit_state.h"

#include <algorithm>

#include "families/adreno/registers/registers.h"
#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {
namespace {

/// Words of a clear's value: Mesa writes no more (a6xx/fd6_gmem.c of 22.3.6, emit_clears).
uint32_t wordsOfTexel(const BlitImage& image) {
    constexpr uint32_t kWordBytes = 4;
    const SurfaceFormat* const format = findSurfaceFormat(image.format);
    return format == nullptr ? 1 : std::clamp(format->bytes / kWordBytes, 1u, 4u);
}

/// A clear has the image's format alone.
BlitImage imageInMemory(const RegisterValues& registers, GmemBlitKind kind) {
    BlitImage image{.format = registers.field("RB_BLIT_DST_INFO/COLOR_FORMAT"_field),
                    .tileMode = registers.field("RB_BLIT_DST_INFO/TILE_MODE"_field),
                    .swap = registers.field("RB_BLIT_DST_INFO/COLOR_SWAP"_field),
                    .samples = 1u << registers.field("RB_BLIT_DST_INFO/SAMPLES"_field)};
    if (kind == GmemBlitKind::Clear) return image;
    image.address = registers.read64("RB_BLIT_DST"_reg.word());
    image.pitch = (registers.read("RB_BLIT_DST_PITCH"_reg.word()) & 0xffff) << 6;
    image.compressed = registers.flag("RB_BLIT_DST_INFO/FLAGS"_field);
    if (image.compressed) image.flags = registers.read64("RB_BLIT_FLAG_DST"_reg.word());
    return image;
}

BlitRectangle pixelsOf(const Bin& bin) {
    const auto left = static_cast<int32_t>(bin.x);
    const auto top = static_cast<int32_t>(bin.y);
    return {.left = left,
            .top = top,
            .right = left + static_cast<int32_t>(bin.width) - 1,
            .bottom = top + static_cast<int32_t>(bin.height) - 1};
}

}  // namespace

GmemBlitState decodeGmemBlit(const RegisterValues& registers) {
    GmemBlitState state;
    state.kind = static_cast<GmemBlitKind>(registers.field("RB_BLIT_INFO/TYPE"_field));
    state.bin = {.width = registers.field("RB_BIN_CONTROL2/BINW"_field),
                 .height = registers.field("RB_BIN_CONTROL2/BINH"_field),
                 .x = registers.field("RB_WINDOW_OFFSET2/X"_field),
                 .y = registers.field("RB_WINDOW_OFFSET2/Y"_field)};
    constexpr uint32_t kGmemUnit = 0xfff;
    state.gmemOffset = registers.read("RB_BLIT_BASE_GMEM"_reg.word()) & ~kGmemUnit;
    state.gmemSamples = 1u << registers.field("RB_BLIT_GMEM_MSAA_CNTL/SAMPLES"_field);
    state.image = imageInMemory(registers, state.kind);
    state.firstSample = registers.flag("RB_BLIT_INFO/SAMPLE_0"_field);
    state.depth = registers.flag("RB_BLIT_INFO/DEPTH"_field);
    state.clearMask = registers.field("RB_BLIT_INFO/CLEAR_MASK"_field);
    const bool clears = state.kind == GmemBlitKind::Clear || state.kind == GmemBlitKind::StoreAndClear;
    for (uint32_t i = 0; i < wordsOfTexel(state.image) && clears; ++i)
        state.clearValue[i] = registers.read("RB_BLIT_CLEAR_COLOR_DW0"_reg.word() + i);
    const BlitRectangle scissor{.left = static_cast<int32_t>(registers.field("RB_BLIT_SCISSOR_TL/X"_field)),
                                .top = static_cast<int32_t>(registers.field("RB_BLIT_SCISSOR_TL/Y"_field)),
                                .right = static_cast<int32_t>(registers.field("RB_BLIT_SCISSOR_BR/X"_field)),
                                .bottom = static_cast<int32_t>(registers.field("RB_BLIT_SCISSOR_BR/Y"_field))};
    state.area = pixelsOf(state.bin).within(scissor);
    return state;
}

}  // namespace cyclorama::adreno
