// SPDX-License-Identifier: MIT
#pragma once
// Streams that draw in GMEM, bin by bin: bins are loaded or cleared, drawn to, and stored.

#include <cstdint>

#include "adreno/timing/draw_stream.h"
#include "families/adreno/a2d/gmem_blit_state.h"

namespace cyclorama::adreno::test {

/// Images of one part of GMEM, as wide as a bin, and their memory.
struct BinImage {
    uint32_t gmemOffset = 0;
    uint64_t address = 0;
    uint32_t format = DrawStream::kFormat8888;
    uint32_t bytes = 4;  ///< of a sample
    uint32_t samples = 1;
    uint32_t imageSamples = 1;
    uint32_t width = DrawStream::kSize;  ///< pixels of a row in memory
};

class BinStream {
  public:
    /// Bins are square.
    BinStream(DrawStream& draws, uint32_t size) : draws_(draws), size_(size) {
        for (const Field& field : {"RB_BIN_CONTROL/BUFFERS_LOCATION"_field, "GRAS_BIN_CONTROL/BUFFERS_LOCATION"_field})
            draws_.set(field, 0);
        for (const Field& field :
             {"RB_BIN_CONTROL/BINW"_field, "GRAS_BIN_CONTROL/BINW"_field, "RB_BIN_CONTROL2/BINW"_field,
              "RB_BIN_CONTROL/BINH"_field, "GRAS_BIN_CONTROL/BINH"_field, "RB_BIN_CONTROL2/BINH"_field})
            draws_.set(field, size >> field.value.shift);
    }

    /// A pass begins that notes which draws reach which of the bins, in rows of `columns` and as many rows: one pipe
    /// has all of them.
    BinStream& beginBinning(uint32_t columns);
    BinStream& endBinning();
    /// Draws of the bin with that number are those that reach it.
    BinStream& seeBin(uint32_t number);

    /// The bin whose first pixel that is.
    BinStream& bin(uint32_t x, uint32_t y) {
        for (const Register& reg :
             {"RB_WINDOW_OFFSET"_reg, "RB_WINDOW_OFFSET2"_reg, "SP_WINDOW_OFFSET"_reg, "SP_TP_WINDOW_OFFSET"_reg,
              "GRAS_SC_WINDOW_SCISSOR_TL"_reg, "RB_BLIT_SCISSOR_TL"_reg})
            draws_.set(reg, x | y << 16);
        for (const Register& reg : {"GRAS_SC_WINDOW_SCISSOR_BR"_reg, "RB_BLIT_SCISSOR_BR"_reg})
            draws_.set(reg, (x + size_ - 1) | (y + size_ - 1) << 16);
        return *this;
    }
    /// The rectangle that moves are for.
    BinStream& area(uint32_t left, uint32_t top, uint32_t right, uint32_t bottom) {
        draws_.set("RB_BLIT_SCISSOR_TL"_reg, left | top << 16);
        draws_.set("RB_BLIT_SCISSOR_BR"_reg, right | bottom << 16);
        return *this;
    }
    BinStream& move(GmemBlitKind kind, const BinImage& image) {
        constexpr uint32_t kBlit = 30;
        draws_.set("RB_BLIT_INFO/TYPE"_field, static_cast<uint32_t>(kind));
        draws_.set("RB_BLIT_INFO/CLEAR_MASK"_field, 0xf);
        draws_.set("RB_BLIT_BASE_GMEM"_reg, image.gmemOffset);
        draws_.set("RB_BLIT_GMEM_MSAA_CNTL/SAMPLES"_field, image.samples / 2);
        draws_.set("RB_BLIT_DST_INFO/COLOR_FORMAT"_field, image.format);
        draws_.set("RB_BLIT_DST_INFO/SAMPLES"_field, image.imageSamples / 2);
        draws_.setAddress("RB_BLIT_DST"_reg, image.address);
        draws_.set("RB_BLIT_DST_PITCH"_reg, image.width * image.bytes * image.imageSamples >> 6);
        draws_.event(kBlit);
        return *this;
    }
    BinStream& clear(const BinImage& image, uint32_t word) {
        draws_.set("RB_BLIT_CLEAR_COLOR_DW0"_reg, word);
        return move(GmemBlitKind::Clear, image);
    }
    BinStream& load(const BinImage& image) { return move(GmemBlitKind::Load, image); }
    BinStream& store(const BinImage& image) { return move(GmemBlitKind::Store, image); }

  private:
    static constexpr uint64_t kDrawStreams = kData + (12 << 20);
    static constexpr uint64_t kPrimitiveStreams = kData + (13 << 20);
    static constexpr uint64_t kSizes = kData + (14 << 20);
    static constexpr uint32_t kStreamBytes = 0x10000;

    DrawStream& draws_;
    uint32_t size_;
    uint32_t bins_ = 0;
};

inline BinStream& BinStream::beginBinning(uint32_t columns) {
    constexpr uint32_t kBegin = 44;
    bins_ = columns * columns;
    draws_.set("GRAS_BIN_CONTROL/RENDER_MODE"_field, 1);
    draws_.set("VSC_BIN_SIZE/WIDTH"_field, size_ >> 5);
    draws_.set("VSC_BIN_SIZE/HEIGHT"_field, size_ >> 4);
    draws_.set("VSC_BIN_COUNT/NX"_field, columns);
    draws_.set("VSC_BIN_COUNT/NY"_field, columns);
    draws_.set("VSC_PIPE_CONFIG[].REG"_reg, columns << 20 | columns << 26);
    draws_.setAddress("VSC_DRAW_STRM_ADDRESS"_reg, kDrawStreams);
    draws_.setAddress("VSC_PRIM_STRM_ADDRESS"_reg, kPrimitiveStreams);
    draws_.setAddress("VSC_DRAW_STRM_SIZE_ADDRESS"_reg, kSizes);
    for (const Register& reg :
         {"VSC_DRAW_STRM_PITCH"_reg, "VSC_DRAW_STRM_LIMIT"_reg, "VSC_PRIM_STRM_PITCH"_reg, "VSC_PRIM_STRM_LIMIT"_reg})
        draws_.set(reg, kStreamBytes);
    draws_.set("GRAS_SC_WINDOW_SCISSOR_TL"_reg, 0);
    draws_.set("GRAS_SC_WINDOW_SCISSOR_BR"_reg, (columns * size_ - 1) * 0x10001);
    draws_.event(kBegin);
    return *this;
}

inline BinStream& BinStream::endBinning() {
    constexpr uint32_t kEnd = 45;
    draws_.event(kEnd);
    draws_.set("GRAS_BIN_CONTROL/RENDER_MODE"_field, 0);
    draws_.waitForIdle();
    return *this;
}

inline BinStream& BinStream::seeBin(uint32_t number) {
    draws_.stream.command(Opcode::SetVisibilityOverride, {0});
    draws_.stream.command(Opcode::SetBinData,
                          {bins_ << 16 | number << 22, low(kDrawStreams), high(kDrawStreams), low(kSizes), high(kSizes),
                           low(kPrimitiveStreams), high(kPrimitiveStreams)});
    return *this;
}

}  // namespace cyclorama::adreno::test
