// SPDX-License-Identifier: MIT
#pragma once
// The codecs that decodeBlock() calls, and the bits of a block that they share.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "func/formats/block_format.h"

namespace cyclorama::func {

/// The 128 bits of a block, bit 0 the lowest of its first byte.
class BlockBits {
  public:
    explicit BlockBits(std::span<const std::byte> block) { std::memcpy(words_.data(), block.data(), 16); }
    BlockBits(uint64_t low, uint64_t high) : words_{low, high} {}

    /// Up to 32 bits; those past the end are 0.
    uint32_t at(unsigned first, unsigned count) const {
        if (count == 0 || first >= 128) return 0;
        const unsigned shift = first % 64;
        uint64_t bits = words_[first / 64] >> shift;
        if (first < 64 && shift + count > 64) bits |= words_[1] << (64 - shift);
        return static_cast<uint32_t>(bits & ((uint64_t{1} << count) - 1));
    }
    uint64_t low() const { return words_[0]; }
    uint64_t high() const { return words_[1]; }

  private:
    std::array<uint64_t, 2> words_{};
};

/// A texel whose components are bytes.
using ByteTexel = std::array<uint8_t, 4>;

inline uint32_t blockFloat(float value) { return std::bit_cast<uint32_t>(value); }

/// A subset of a block of BC6H or BC7 that a texel belongs to, of blocks of two or three.
unsigned bptcSubset(unsigned subsets, unsigned partition, unsigned texel);
/// True if the index of a texel lacks its highest bit.
bool isBptcAnchor(unsigned subsets, unsigned partition, unsigned texel);
/// Weights of 64, for indices of 2 to 4 bits.
std::span<const uint8_t> bptcWeights(unsigned bits);

// All write the block's texels row by row.
void decodeBc7(const BlockBits& bits, std::span<ByteTexel, 16> texels);
void decodeBc6(const BlockBits& bits, bool isSigned, std::span<BlockTexel> texels);
/// Components of 16 bits, or with `srgb` of 8.
void decodeAstc(const BlockBits& bits, unsigned width, unsigned height, bool srgb,
                std::span<std::array<uint16_t, 4>> texels);

}  // namespace cyclorama::func
