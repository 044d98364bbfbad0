// SPDX-License-Identifier: MIT
#pragma once
// Tiles whose order in memory depends on the memory's banks.
//
//   image      macrotiles, row by row; bits of the row's number are XORed into those of the column
//   macrotile  2 KiB: 2x4 tiles, in an order of XORed bits
//   tile       256 bytes: pixels in the order of interleaved bits of their coordinates
//   pixel      its samples, one after the other
//

#include <array>
#include <cstdint>

#include "func/layout/texel_places.h"

namespace cyclorama::func {

/// The influence of a chip's memory on the order of tiles.
struct BankSwizzle {
    /// Highest bit of an address that chooses a bank.
    uint32_t highestBankBit = 14;
    /// Bits of the number of a row of macrotiles that are XORed into the address: bit 0 for its bit 2, bit 1 for its
    /// bit 0, bit 2 for its bit 1. Each needs rows whose length is a multiple of what the banks repeat in.
    uint32_t levels = 6;
    /// Tiles in a macrotile are ordered for eight channels of memory, not for four.
    bool eightChannels = false;

    bool operator==(const BankSwizzle&) const = default;
};

/// Place of pixels in an image of tiles.
class BankedTiles {
  public:
    BankedTiles() = default;
    /// Pixels of 1, 2, 4, ... 64 bytes, all samples included; `pitch` bytes from a row of pixels to the next, as if the
    /// image were linear. `tall`: tiles of pixels of 2 bytes are 16x8, not 32x4.
    BankedTiles(uint32_t pixelBytes, uint64_t pitch, const BankSwizzle& banks, bool tall = false);

    /// Pixels of a tile.
    uint32_t tileWidth() const { return 1u << xBits_; }
    uint32_t tileHeight() const { return 1u << yBits_; }

    template <typename Number>
    Number column(Number x) const {
        const Number tile = x >> xBits_;
        const Number order = (tile & 1) * 7 ^ (tile & columnMask_);
        return (order << 8) ^ (tile >> 1 << 11) ^ (pixelOfX(x) << shift_);
    }
    template <typename Number>
    RowBase<Number> rowBase(Number y) const {
        return bytesOfRows(y >> yBits_ >> 2, macrotileRow_);
    }
    template <typename Number>
    Number rowBits(Number y) const {
        const Number tile = y >> yBits_;
        const Number order = (tile & 1) * 6 ^ (tile >> 1 & 1) * 3 ^ (tile & rowMask_);
        return (order << 8) ^ ((tile & bankMask_) << bankShift_) ^ pixelOfY(y) << shift_;
    }
    /// quadIn() of even numbers: tiles are not cut.
    std::array<uint64_t, 4> evenQuad(uint32_t x, uint32_t y) const {
        const uint64_t base = rowBase(y);
        const uint32_t first = rowBits(y) ^ column(x);
        const uint32_t right = 1u << shift_;
        const uint32_t below = 2u << shift_;
        return {base + first, base + (first ^ right), base + (first ^ below), base + (first ^ right ^ below)};
    }

  private:
    // Bits of a pixel's number in a tile: y2 x4 x3 x2 y1 x1 y0 x0, without those that a tile lacks.
    template <typename Number>
    Number pixelOfX(Number x) const {
        x &= tileWidth() - 1;
        return (x & 1) | (x & 2) << 1 | (x & 0x1c) << 2;
    }
    template <typename Number>
    Number pixelOfY(Number y) const {
        y &= tileHeight() - 1;
        return (y & 1) << 1 | (y & 2) << 2 | (y & 4) << yGap_;
    }

    uint64_t macrotileRow_ = 0;  ///< bytes
    uint32_t columnMask_ = 0;
    uint32_t rowMask_ = 0;
    uint32_t bankMask_ = 0;
    uint8_t bankShift_ = 0;
    uint8_t shift_ = 0;
    uint8_t xBits_ = 0;
    uint8_t yBits_ = 0;
    uint8_t yGap_ = 5;
};
static_assert(TexelPlaces<BankedTiles>);

inline std::array<uint64_t, 4> quadIn(const BankedTiles& tiles, uint32_t x, uint32_t y) {
    return ((x | y) & 1) == 0 ? tiles.evenQuad(x, y) : quadIn<BankedTiles>(tiles, x, y);
}

}  // namespace cyclorama::func
