// SPDX-License-Identifier: MIT
#include "families/adreno/isa/half_lanes.h"

#include <cstring>

#include "func/lanes/vectors.h"

namespace cyclorama::adreno::ir3 {

namespace {

using func::Int4;
using func::Uint4;

constexpr unsigned kLanesOfVector = 4;
/// Difference of the biases of a float's and a half's exponent, at the place of a float's exponent.
constexpr int32_t kExponentStep = (127 - 15) << 23;
/// Bits of the least float that is a normal half, and of the least that is rounded to an infinite half.
constexpr int32_t kLeastHalf = (127 - 14) << 23;
constexpr int32_t kBeyondHalves = ((127 + 16) << 23) - 0x1000;
constexpr int32_t kInfiniteFloat = 0x7f800000;
constexpr int32_t kInfiniteHalf = 0x7c00;
constexpr int32_t kHalfSign = 0x8000;
constexpr int32_t kHalfFraction = 0x3ff;
/// Marks a not-a-number that is quiet.
constexpr int32_t kQuiet = 0x200;

template <typename Convert>
void forVectors(unsigned width, LaneWords& to, const LaneWords& from, Convert convert) {
    for (unsigned lane = 0; lane < width; lane += kLanesOfVector) {
        Uint4 words;
        std::memcpy(&words, &from.lane[lane], sizeof words);
        words = convert(words);
        std::memcpy(&to.lane[lane], &words, sizeof words);
    }
}

Int4 asSigned(Uint4 words) { return std::bit_cast<Int4>(words); }
Uint4 asUnsigned(Int4 words) { return std::bit_cast<Uint4>(words); }

}  // namespace

void widenHalves(unsigned width, LaneWords& floats, const LaneWords& words, unsigned shift) {
    forVectors(width, floats, words, [up = 16 - shift](Uint4 bits) {
        const Uint4 half = bits << up;
        const Int4 magnitude = asSigned((half & 0x7fff0000u) >> 3);
        const Int4 special = magnitude >= kInfiniteHalf << 13;
        const Int4 normal = magnitude + kExponentStep + (special & kExponentStep);
        return (half & 0x80000000u) | asUnsigned(normal & (magnitude >= 0x400 << 13));
    });
}

void narrowFloats(unsigned width, LaneWords& halves, const LaneWords& floats) {
    forVectors(width, halves, floats, [](Uint4 bits) {
        const Uint4 positive = bits & 0x7fffffffu;
        const Int4 magnitude = asSigned(positive);
        const Int4 cut = asSigned(positive >> 13);
        const Int4 rounded = magnitude + (0xfff - kExponentStep) + (cut & 1);
        const Int4 beyond = magnitude >= kBeyondHalves;
        Int4 half = (asSigned(asUnsigned(rounded) >> 13) & ~beyond) | (beyond & kInfiniteHalf);
        half |= (magnitude > kInfiniteFloat) & ((cut & kHalfFraction) | kQuiet);
        half &= magnitude >= kLeastHalf;
        return asUnsigned(half) | (bits >> 16 & static_cast<uint32_t>(kHalfSign));
    });
}

}  // namespace cyclorama::adreno::ir3
