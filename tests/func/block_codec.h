// SPDX-License-Identifier: MIT
#pragma once
// The bits of compressed blocks, which shows that what func/output/block_compression.h says fits a level does: packed
// at that level and unpacked again, a block is the same.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "func/output/block_compression.h"

namespace cyclorama::func {

using BlockSpan = std::span<uint32_t, kBlockWords>;

/// Fields in words, from the lowest bit up.
class BitCursor {
  public:
    explicit BitCursor(std::span<uint32_t> words) : words_(words) {}

    void write(uint32_t value, uint32_t bits) {
        for (uint32_t bit = 0; bit < bits; ++bit, ++position_) {
            const uint32_t one = 1u << position_ % 32;
            uint32_t& word = words_[position_ / 32];
            word = (value >> bit & 1) != 0 ? word | one : word & ~one;
        }
    }
    uint32_t read(uint32_t bits) {
        uint32_t value = 0;
        for (uint32_t bit = 0; bit < bits; ++bit, ++position_)
            value |= (words_[position_ / 32] >> position_ % 32 & 1) << bit;
        return value;
    }

  private:
    std::span<uint32_t> words_;
    uint32_t position_ = 0;
};

/// One level of HiLo: the smallest and the largest high part, then for each word two bits that choose a high part (the
/// smallest, the largest, one above the smallest, one below the largest) and the low bits.
class HiloCodec {
  public:
    HiloCodec(uint32_t level, bool reordered) : lowBits_(5 + 8 * level), reordered_(reordered) {}

    void pack(BlockView block, BlockSpan out) const {
        std::array<uint32_t, kBlockWords> words;
        std::ranges::transform(block, words.begin(), [&](uint32_t word) { return reordered_ ? ordered(word) : word; });
        const auto [smallest, largest] = std::ranges::minmax(words);
        const std::array<uint32_t, 4> high = highParts(smallest >> lowBits_, largest >> lowBits_);
        BitCursor bits(out);
        bits.write(high[0], 32 - lowBits_);
        bits.write(high[1], 32 - lowBits_);
        for (const uint32_t word : words) {
            bits.write(static_cast<uint32_t>(std::ranges::find(high, word >> lowBits_) - high.begin()), 2);
            bits.write(word, lowBits_);
        }
    }

    void unpack(BlockSpan packed, BlockSpan out) const {
        BitCursor bits(packed);
        const uint32_t smallest = bits.read(32 - lowBits_);
        const std::array<uint32_t, 4> high = highParts(smallest, bits.read(32 - lowBits_));
        for (uint32_t& word : out) {
            const uint32_t highPart = high[bits.read(2)] << lowBits_;
            word = highPart | bits.read(lowBits_);
            if (reordered_) word = original(word);
        }
    }

  private:
    std::array<uint32_t, 4> highParts(uint32_t smallest, uint32_t largest) const {
        const uint32_t mask = (1u << (32 - lowBits_)) - 1;
        return {smallest, largest, (smallest + 1) & mask, (largest - 1) & mask};
    }
    /// The place in the ordered word of a bit: the low bits of the bytes come first, byte by byte.
    uint32_t placeOf(uint32_t bit) const {
        const uint32_t low = lowBits_ / 4;
        const uint32_t byte = bit / 8;
        return bit % 8 < low ? byte * low + bit % 8 : 4 * low + byte * (8 - low) + bit % 8 - low;
    }
    uint32_t ordered(uint32_t word) const {
        uint32_t result = 0;
        for (uint32_t bit = 0; bit < 32; ++bit) result |= (word >> bit & 1) << placeOf(bit);
        return result;
    }
    uint32_t original(uint32_t word) const {
        uint32_t result = 0;
        for (uint32_t bit = 0; bit < 32; ++bit) result |= (word >> placeOf(bit) & 1) << bit;
        return result;
    }

    uint32_t lowBits_;
    bool reordered_;
};

/// One level of the multisampling compression: for each group of words its one value, or two and a bit for each word.
class MsaaCodec {
  public:
    explicit MsaaCodec(uint32_t level)
        : twoValues_(level == 1 || level >= 3), group_(std::array{4u, 16u, 2u, 8u, 4u}[level]) {}

    void pack(BlockView block, BlockSpan out) const {
        BitCursor bits(out);
        for (uint32_t start = 0; start < kBlockWords; start += group_) {
            const auto words = block.subspan(start, group_);
            bits.write(words[0], 32);
            if (!twoValues_) continue;
            const auto other = std::ranges::find_if(words, [&](uint32_t word) { return word != words[0]; });
            bits.write(other == words.end() ? words[0] : *other, 32);
            for (const uint32_t word : words) bits.write(word == words[0] ? 0 : 1, 1);
        }
    }

    void unpack(BlockSpan packed, BlockSpan out) const {
        BitCursor bits(packed);
        for (uint32_t start = 0; start < kBlockWords; start += group_) {
            const uint32_t first = bits.read(32);
            const uint32_t second = twoValues_ ? bits.read(32) : first;
            for (uint32_t& word : out.subspan(start, group_)) word = twoValues_ && bits.read(1) != 0 ? second : first;
        }
    }

  private:
    bool twoValues_;
    uint32_t group_;
};

/// Requires a block that fits the level.
inline void packBlock(BlockCompression algorithm, uint32_t level, BlockView block, BlockSpan out) {
    if (algorithm == BlockCompression::Msaa)
        MsaaCodec(level).pack(block, out);
    else
        HiloCodec(level, algorithm == BlockCompression::HiloReordered).pack(block, out);
}

inline void unpackBlock(BlockCompression algorithm, uint32_t level, BlockSpan packed, BlockSpan out) {
    if (algorithm == BlockCompression::Msaa)
        MsaaCodec(level).unpack(packed, out);
    else
        HiloCodec(level, algorithm == BlockCompression::HiloReordered).unpack(packed, out);
}

}  // namespace cyclorama::func
