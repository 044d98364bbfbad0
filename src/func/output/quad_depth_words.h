// SPDX-License-Identifier: MIT
#pragma once
// Words of a quad's samples in a depth buffer.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "func/lanes/vectors.h"
#include "func/output/depth_words.h"
#include "func/types.h"

namespace cyclorama::func {

/// Four of them at a time, in the order of fragments, samples.
template <DepthWords kFormat, uint32_t kSamples>
class QuadDepthWords {
  public:
    /// `pixels` are the offsets in bytes of the fragments' first samples, and outlive it. `inside`: the buffer has all
    /// of the quad.
    [[gnu::always_inline]] QuadDepthWords(std::span<std::byte> bytes,
                                          const std::array<uint64_t, kQuadFragments>& pixels, bool inside)
        : bytes_(bytes), pixels_(pixels) {
        const bool paired =
            kSamples > 1 || (pixels[1] - pixels[0] == sizeof(Word) && pixels[3] - pixels[2] == sizeof(Word));
        inPairs_ = inside && paired;
    }

    /// Zeros where there is no memory.
    [[gnu::always_inline]] void load(uint32_t first, Uint4& words) const {
        if (inPairs_) {
            std::array<Pair, 2> pairs;
            std::memcpy(&pairs[0], place(first), sizeof(Pair));
            std::memcpy(&pairs[1], place(first + 2), sizeof(Pair));
            words = unpacked(pairs);
            return;
        }
        for (uint32_t i = 0; i < kLanes; ++i) {
            Word word{};
            if (isThere(first + i)) std::memcpy(&word, place(first + i), sizeof word);
            words[i] = word;
        }
    }
    /// Stores words of which those of the samples in a mask have changed. Others may be stored as they were loaded: the
    /// quad's words are one thread's.
    [[gnu::always_inline]] void store(uint32_t first, const Uint4& words, uint32_t samples) const {
        if (inPairs_) {
            const std::array<Pair, 2> pairs = packed(words);
            std::memcpy(place(first), &pairs[0], sizeof(Pair));
            std::memcpy(place(first + 2), &pairs[1], sizeof(Pair));
            return;
        }
        for (uint32_t i = 0; i < kLanes; ++i) {
            const auto word = static_cast<Word>(words[i]);
            if ((samples >> i & 1) != 0 && isThere(first + i)) std::memcpy(place(first + i), &word, sizeof word);
        }
    }

  private:
    static constexpr uint32_t kLanes = 4;
    using Word = std::conditional_t<kFormat == DepthWords::Unorm16, uint16_t, uint32_t>;
    /// Two words that are side by side.
    using Pair = std::conditional_t<sizeof(Word) == 2, uint32_t, uint64_t>;
    using Pairs [[gnu::vector_size(16)]] = uint64_t;

    [[gnu::always_inline]] static Uint4 unpacked(const std::array<Pair, 2>& pairs) {
        if constexpr (sizeof(Word) == 2)
            return Uint4{pairs[0] & 0xffff, pairs[0] >> 16, pairs[1] & 0xffff, pairs[1] >> 16};
        else
            return std::bit_cast<Uint4>(Pairs{pairs[0], pairs[1]});
    }
    [[gnu::always_inline]] static std::array<Pair, 2> packed(const Uint4& words) {
        if constexpr (sizeof(Word) == 2)
            return {(words[0] & 0xffff) | words[1] << 16, (words[2] & 0xffff) | words[3] << 16};
        else
            return std::bit_cast<std::array<Pair, 2>>(words);
    }
    [[gnu::always_inline]] uint64_t offset(uint32_t sample) const {
        return pixels_[sample / kSamples] + sample % kSamples * sizeof(Word);
    }
    [[gnu::always_inline]] bool isThere(uint32_t sample) const {
        return offset(sample) <= bytes_.size() && bytes_.size() - offset(sample) >= sizeof(Word);
    }
    [[gnu::always_inline]] std::byte* place(uint32_t sample) const { return bytes_.data() + offset(sample); }

    std::span<std::byte> bytes_;
    const std::array<uint64_t, kQuadFragments>& pixels_;
    bool inPairs_ = false;
};

}  // namespace cyclorama::func
