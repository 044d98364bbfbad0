// SPDX-License-Identifier: MIT
#pragma once
// Images in superblocks row by row, whose texels are in Morton order: blocks in superblocks, and texels in blocks.

#include "func/layout/texel_places.h"

namespace cyclorama::func {

/// Interleaves the low 16 bits of x (even places) and y (odd places): the Morton order of a square.
constexpr uint32_t mortonOrder(uint32_t x, uint32_t y) {
    const auto spread = [](uint32_t v) {
        v &= 0xffff;
        v = (v | (v << 8)) & 0x00ff00ff;
        v = (v | (v << 4)) & 0x0f0f0f0f;
        v = (v | (v << 2)) & 0x33333333;
        return (v | (v << 1)) & 0x55555555;
    };
    return spread(x) | (spread(y) << 1);
}

struct MortonBlocks {
    uint8_t texelBytesLog2 = 2;
    /// Low bits of a coordinate that are interleaved: a superblock is 2^superBlockBits texels wide and high. At
    /// most 15.
    uint8_t superBlockBits = 0;
    /// Binary logarithm of the superblocks in a row.
    uint8_t rowBlocksLog2 = 0;

    template <typename Number>
    RowBase<Number> rowBase(Number y) const {
        const auto blocks = static_cast<RowBase<Number>>(y >> superBlockBits);
        const auto shift = static_cast<uint8_t>(2 * superBlockBits + rowBlocksLog2);
        return ((blocks << shift) + (spread(y) << 1)) << texelBytesLog2;
    }
    template <typename Number>
    Number rowBits(Number y) const {
        return y - y;
    }
    template <typename Number>
    Number column(Number x) const {
        const auto shift = static_cast<uint8_t>(2 * superBlockBits);
        return ((x >> superBlockBits << shift) + spread(x)) << texelBytesLog2;
    }

  private:
    /// The interleaved bits, each at twice its place.
    template <typename Number>
    Number spread(Number value) const {
        value &= ~(~Number{} << superBlockBits);
        if (superBlockBits > 8) value = (value | (value << 8)) & 0x00ff00ff;
        value = (value | (value << 4)) & 0x0f0f0f0f;
        value = (value | (value << 2)) & 0x33333333;
        return (value | (value << 1)) & 0x55555555;
    }
};
static_assert(TexelPlaces<MortonBlocks>);

}  // namespace cyclorama::func
