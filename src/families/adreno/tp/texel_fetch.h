// SPDX-License-Identifier: MIT
#pragma once
// The texels that lanes read, as a list: for each its place, its weight and its lane. They are read and converted
// together.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/tp/texture.h"

namespace cyclorama::adreno {

/// Place of a texel. Lists of them are large, and not cleared.
struct TexelTap {
    uint64_t offset;   ///< of the texel, or of its block; where pixels share chroma a ChromaPlace
    uint16_t inBlock;  ///< number in the block, row by row
    uint8_t lane;
    float weight;
};

/// Offsets that are none.
inline constexpr uint64_t kBorderTap = ~uint64_t{0};
inline constexpr uint64_t kEmptyTap = kBorderTap - 1;

inline constexpr size_t kTapBatch = 512;

/// A texel of a format with colour differences of its own resolution, as the offset of a tap.
struct ChromaPlace {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t layer = 0;

    uint64_t asOffset() const { return x | uint64_t{y} << 16 | uint64_t{layer} << 32; }
    static ChromaPlace of(uint64_t offset) {
        return {static_cast<uint32_t>(offset & 0xffff), static_cast<uint32_t>(offset >> 16 & 0xffff),
                static_cast<uint32_t>(offset >> 32)};
    }
};

/// Blocks that were decoded last.
struct DecodedBlocks {
    static constexpr size_t kCount = 16;
    struct Entry {
        uint64_t offset = kEmptyTap;
        std::array<func::BlockTexel, func::kMaxBlockTexels> texels;
    };
    std::array<Entry, kCount> entry;
};

/// Words of each tap, an array a component.
struct TapWords {
    alignas(64) std::array<std::array<uint32_t, kTapBatch>, 4> component;
    /// Texels as they are in memory.
    alignas(64) std::array<std::byte, kTapBatch * func::kMaxPackedTexelBytes> packed;
    /// The blocks of one texture.
    DecodedBlocks blocks;
    /// Colour differences between two of them are mixed.
    bool linearChroma = false;
};

/// Reads up to kTapBatch texels. Taps outside the texture's bytes are zeros, those on the border have its colour.
void fetchTexels(const Texture& texture, std::span<const TexelTap> taps, const std::array<uint32_t, 4>& border,
                 TapWords& words);

/// As fetchTexels(), of formats that share chroma: luma, and both colour differences.
void fetchChroma(const Texture& texture, std::span<const TexelTap> taps, TapWords& words);

/// The tap of sample `sample` of the texel at a place in the level.
inline TexelTap tapAt(const Texture& texture, const TextureLevel& level, uint32_t x, uint32_t y, uint32_t layer,
                      uint32_t sample = 0) {
    const SurfaceFormat& format = *texture.format();
    TexelTap tap{};
    if (format.sharesChroma()) {
        tap.offset = ChromaPlace{x, y, layer}.asOffset();
        return tap;
    }
    if (format.blockWidth == 1) {
        tap.offset = level.offset(x, y, layer) + uint64_t{sample} * format.bytes;
        return tap;
    }
    const uint32_t column = x / format.blockWidth;
    const uint32_t row = y / format.blockHeight;
    tap.offset = level.offset(column, row, layer);
    tap.inBlock =
        static_cast<uint16_t>((y - row * format.blockHeight) * format.blockWidth + x - column * format.blockWidth);
    return tap;
}

}  // namespace cyclorama::adreno
