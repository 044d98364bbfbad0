// SPDX-License-Identifier: MIT
#pragma once
// One lane's conversions between numbers of 32, 16 and 8 bits, without branches, so that the compiler makes vectors of
// loops over them. Denormal halves are zeros of their sign.

#include <bit>
#include <cstdint>

#include "isa/fast_math.h"
#include "isa/lane_math.h"

namespace cyclorama::isa {

enum class WordRounding : uint8_t { TowardZero, ToEven, Up, Down };

inline uint32_t chosen(uint32_t flag, uint32_t value, uint32_t otherwise) {
    return (value & flag) | (otherwise & ~flag);
}

/// Compares numbers below 2^31 as signed ones, which all vector units can.
inline uint32_t flagOfAtLeast(uint32_t value, uint32_t least) {
    return flagOf(static_cast<int32_t>(value) >= static_cast<int32_t>(least));
}

/// A half with a float's value, rounded. Magnitudes below 2^-14 become zero; what is too large becomes infinite, or the
/// largest half where that is in the direction of the rounding.
template <WordRounding kRounding>
uint32_t halfOfFloatBits(uint32_t bits) {
    constexpr uint32_t kLowest = (127u - 14) << 23;
    constexpr uint32_t kBeyond = (127u + 16) << 23;
    constexpr uint32_t kInfinity = 0x7f800000;
    const uint32_t sign = bits >> 16 & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff;
    const uint32_t negative = flagOf(sign != 0);
    uint32_t increment = 0;
    if constexpr (kRounding == WordRounding::ToEven) increment = 0xfff + (magnitude >> 13 & 1);
    if constexpr (kRounding == WordRounding::Up) increment = 0x1fff & ~negative;
    if constexpr (kRounding == WordRounding::Down) increment = 0x1fff & negative;
    const uint32_t rounded = magnitude + increment;
    const uint32_t normal = (rounded - ((127u - 15) << 23)) >> 13;
    uint32_t overflow = 0x7c00;
    if constexpr (kRounding == WordRounding::TowardZero) overflow = 0x7bff;
    if constexpr (kRounding == WordRounding::Up) overflow = chosen(negative, 0x7bff, 0x7c00);
    if constexpr (kRounding == WordRounding::Down) overflow = chosen(negative, 0x7c00, 0x7bff);
    uint32_t value = chosen(flagOfAtLeast(rounded, kBeyond), overflow, normal);
    if constexpr (kRounding != WordRounding::ToEven) value = chosen(flagOfAtLeast(magnitude, kInfinity), 0x7c00, value);
    value = chosen(flagOfAtLeast(magnitude, kInfinity + 1), 0x7e00 | (magnitude >> 13 & 0x3ff), value);
    return sign | (value & flagOfAtLeast(magnitude, kLowest));
}

/// The integer next to a float in the direction of the rounding, as a float.
template <WordRounding kRounding>
float roundedFloat(float value) {
    if constexpr (kRounding == WordRounding::ToEven) return roundToEven(value);
    if constexpr (kRounding == WordRounding::Down) return floorOf(value);
    if constexpr (kRounding == WordRounding::Up) return -floorOf(-value);
    const float magnitude = floorOf(withBits(value, ~kSignBit, 0));
    return withBits(magnitude, ~uint32_t{0}, std::bit_cast<uint32_t>(value) & kSignBit);
}

/// The integer that a float without a fraction is, clamped; 0 for what is no number.
inline uint32_t signedOfFloat(float rounded) {
    constexpr float kLimit = 2147483648.0f;  // 2^31
    const uint32_t fits = flagOf(rounded >= -kLimit) & flagOf(rounded < kLimit);
    const auto integer = static_cast<uint32_t>(static_cast<int32_t>(select(fits, rounded, 0.0f)));
    const uint32_t clamped = chosen(flagOf(rounded >= kLimit), 0x7fffffff, 0x80000000 & flagOf(rounded < -kLimit));
    return chosen(fits, integer, clamped);
}

inline uint32_t unsignedOfFloat(float rounded) {
    constexpr float kHalf = 2147483648.0f;  // 2^31
    constexpr float kLimit = 4294967296.0f;
    const uint32_t small = flagOf(rounded >= 0.0f) & flagOf(rounded < kHalf);
    const uint32_t large = flagOf(rounded >= kHalf) & flagOf(rounded < kLimit);
    const float lowered = select(small, rounded, select(large, rounded - kHalf, 0.0f));
    const auto integer = static_cast<uint32_t>(static_cast<int32_t>(lowered));
    return (integer + (0x80000000 & large)) | flagOf(rounded >= kLimit);
}

/// The bits of a float with the value of a double that holds an integer exactly.
template <WordRounding kRounding>
uint32_t floatBitsOfInteger(double value) {
    const auto nearest = static_cast<float>(value);
    const auto back = static_cast<double>(nearest);
    const auto bits = std::bit_cast<uint32_t>(nearest);
    if constexpr (kRounding == WordRounding::ToEven) return bits;
    const bool negative = value < 0.0;
    const bool above = back > value;
    const bool below = back < value;
    // The next number toward zero has the next lower bits, whatever the sign.
    if constexpr (kRounding == WordRounding::TowardZero) return bits - ((negative ? below : above) ? 1 : 0);
    if constexpr (kRounding == WordRounding::Up) return bits + (below ? (negative ? ~uint32_t{0} : 1) : 0);
    return bits + (above ? (negative ? 1 : ~uint32_t{0}) : 0);
}

}  // namespace cyclorama::isa
