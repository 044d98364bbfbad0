// SPDX-License-Identifier: MIT
#pragma once
// Words of a depth buffer: depths from 0 to 1 as a format stores them, and the tests of four of them at a time.
// Functions with vectors are inlined into both host versions (func/lanes/host_versions.h), and give the same bits in
// both.

#include <array>
#include <bit>
#include <cstdint>

#include "func/compare.h"
#include "func/lanes/vectors.h"

namespace cyclorama::func {

enum class DepthWords : uint8_t {
    Unorm16,
    Unorm24,  // in the lower bits of 32; the upper ones are something else's
    Float32
};

/// Bits of a word that are depth.
constexpr uint32_t depthBits(DepthWords format) { return format == DepthWords::Unorm24 ? 0xffffff : ~uint32_t{0}; }

/// The word of a depth from 0 to 1: the nearest, or a float's bits. Words compare as depths do.
inline uint32_t depthWord(DepthWords format, double depth) {
    if (format == DepthWords::Float32) return std::bit_cast<uint32_t>(static_cast<float>(depth) + 0.0f);
    // Depth has far fewer bits than a double, so that the sum is exact where it matters.
    const double most = format == DepthWords::Unorm16 ? 0xffff : 0xffffff;
    // The lanes below round alike. NOLINTNEXTLINE(bugprone-incorrect-roundings)
    return static_cast<uint32_t>(static_cast<int32_t>(depth * most + 0.5));
}

/// depthWord() of each lane.
template <DepthWords kFormat>
[[gnu::always_inline]] inline void depthWords(const Double4& depths, Uint4& words) {
    if constexpr (kFormat == DepthWords::Float32) {
        const Float4 floats = __builtin_convertvector(depths, Float4);
        words = std::bit_cast<Uint4>(floats + splat(0.0f));
    } else {
        constexpr double kMost = kFormat == DepthWords::Unorm16 ? 0xffff : 0xffffff;
        const Double4 scaled = depths * kMost + 0.5;
        words = std::bit_cast<Uint4>(__builtin_convertvector(scaled, Int4));
    }
}

/// Bit n: lane n of a mask.
[[gnu::always_inline]] inline uint32_t bitsOf(const Int4& mask) {
#if defined(__SSE__)
    return static_cast<uint32_t>(__builtin_ia32_movmskps(std::bit_cast<Float4>(mask)));
#else
    const auto halves = std::bit_cast<std::array<uint64_t, 2> >(mask & Int4{1, 2, 4, 8});
    const uint64_t bits = halves[0] | halves[1];
    return static_cast<uint32_t>(bits | bits >> 32);
#endif
}

/// The depth test of words.
template <DepthWords kFormat>
class DepthWordTest {
  public:
    explicit DepthWordTest(CompareFunction function)
        : less_(maskOf(compare(function, 0, 1))),
          equal_(maskOf(compare(function, 0, 0))),
          greater_(maskOf(compare(function, 1, 0))) {}

    /// Tests depths, each as a word without other bits, against a buffer's words, which become those after the test.
    /// Lanes that are not live fail. Bit n of the result: lane n passes.
    [[gnu::always_inline]] uint32_t test(const Uint4& tested, const Int4& live, Uint4& words) const {
        constexpr uint32_t kDepth = depthBits(kFormat);
        const Uint4 stored = words & kDepth;
        const auto less = std::bit_cast<Uint4>(tested < stored);
        const auto equal = std::bit_cast<Uint4>(tested == stored);
        const Uint4 outcomes = (less & less_) | (equal & equal_) | (~(less | equal) & greater_);
        const Int4 passes = std::bit_cast<Int4>(outcomes) & live;
        words = passes != 0 ? tested | (words & ~kDepth) : words;
        return bitsOf(passes);
    }

  private:
    static uint32_t maskOf(bool passes) { return passes ? ~uint32_t{0} : 0; }

    uint32_t less_;
    uint32_t equal_;
    uint32_t greater_;
};

}  // namespace cyclorama::func
