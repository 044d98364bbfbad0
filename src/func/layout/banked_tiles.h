// SPDX-License-Identifier: MIT
#pragma once
// Tiles whose order in memory depends on the memory's banks.
//
//   image      macrotiles, row by row; bits of the row's number are XORed into those of the column
//   macrotile  2 KiB: 2x4 tiles, in an order of XORed bits
//   tile       256 bytes: pixels in the order of interleaved bits of their coordinates
//   pixel      its samples, one after the other
//
// An offset is a term of y plus the XOR of a term of x and one of y.

#include <array>
#include <cstdint>

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

    // A number, or a vector of them.
    template <typename Number>
    Number column(Number x) const {
        const Number tile = x >> xBits_;
        const Number order = (tile & 1) * 7 ^ (tile & columnMask_);
        return (order << 8) ^ (tile >> 1 << 11) ^ (pixelOfX(x) << shift_);
    }
    struct Row {
        uint64_t base = 0;  ///< added
        uint32_t bits = 0;  ///< XORed with the column
    };
    uint64_t rowBase(uint32_t y) const { return (y >> yBits_ >> 2) * macrotileRow_; }
    template <typename Number>
    Number rowBits(Number y) const {
        const Number tile = y >> yBits_;
        const Number order = (tile & 1) * 6 ^ (tile >> 1 & 1) * 3 ^ (tile & rowMask_);
        return (order << 8) ^ ((tile & bankMask_) << bankShift_) ^ pixelOfY(y) << shift_;
    }
    Row row(uint32_t y) const { return {rowBase(y), rowBits(y)}; }
    uint64_t offset(uint32_t x, uint32_t y) const {
        const Row place = row(y);
        return place.base + (place.bits ^ column(x));
    }
    /// Offsets of the pixels (x, y), (x+1, y), (x, y+1) and (x+1, y+1). Both numbers are even: tiles are not cut.
    std::array<uint64_t, 4> offsetsOfQuad(uint32_t x, uint32_t y) const {
        const Row place = row(y);
        const uint32_t first = place.bits ^ column(x);
        const uint32_t right = 1u << shift_;
        const uint32_t below = 2u << shift_;
        return {place.base + first, place.base + (first ^ right), place.base + (first ^ below),
                place.base + (first ^ right ^ below)};
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

}  // namespace cyclorama::func
