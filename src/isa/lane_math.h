// SPDX-License-Identifier: MIT
#pragma once
// The arithmetic of one lane of a group. The order and precision of a formula's operations
// are part of its result; the compiler may not contract them.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "func/lanes/lane_loops.h"
#include "isa/thread_group.h"

namespace cyclorama::isa {

using func::flagOf;
using func::mapLanes;
using func::select;

inline constexpr uint32_t kSignBit = 0x8000'0000;

inline float withBits(float value, uint32_t keep, uint32_t flip) {
    return std::bit_cast<float>((std::bit_cast<uint32_t>(value) & keep) ^ flip);
}

/// The bits of a word in opposite order.
constexpr uint32_t reversedBits(uint32_t value) {
    value = (value >> 1 & 0x5555'5555u) | (value & 0x5555'5555u) << 1;
    value = (value >> 2 & 0x3333'3333u) | (value & 0x3333'3333u) << 2;
    value = (value >> 4 & 0x0f0f'0f0fu) | (value & 0x0f0f'0f0fu) << 4;
    value = (value >> 8 & 0x00ff'00ffu) | (value & 0x00ff'00ffu) << 8;
    return value >> 16 | value << 16;
}

/// Not-a-number saturates to 1.
inline float saturate(float value) { return value < 0.0f ? 0.0f : value <= 1.0f ? value : 1.0f; }

/// Floats from here on have no fraction.
inline constexpr float kAllIntegersFrom = 8388608.0f;  // 2^23

/// floor, in operations that every vector unit has and without a branch.
inline float floorOf(float value) {
    const uint32_t hasFraction = flagOf(withBits(value, ~kSignBit, 0) < kAllIntegersFrom);
    const float small = select(hasFraction, value, 0.0f);
    const float truncated = static_cast<float>(static_cast<int32_t>(small));
    const float floored = truncated - select(flagOf(truncated > small), 1.0f, 0.0f);
    // Keeps the sign of a negative zero.
    const uint32_t bits = std::bit_cast<uint32_t>(floored) | (std::bit_cast<uint32_t>(value) & kSignBit);
    return select(hasFraction, std::bit_cast<float>(bits), value);
}

/// Integer of floor(value); what does not fit is the smallest integer, as the x86 conversion gives.
inline int32_t floorToInteger(float value) {
    constexpr float kLimit = 2147483648.0f;  // 2^31
    const float floored = floorOf(value);
    const uint32_t fits = flagOf(floored >= -kLimit) & flagOf(floored < kLimit);
    const int32_t integer = static_cast<int32_t>(select(fits, floored, 0.0f));
    return (integer & static_cast<int32_t>(fits)) | (std::numeric_limits<int32_t>::min() & static_cast<int32_t>(~fits));
}

/// The absolute value of an integer taken through a float: beyond 2^24 it is rounded.
inline int32_t roundedAbsolute(int32_t value) {
    return static_cast<int32_t>(static_cast<uint32_t>(std::fabs(static_cast<float>(value))));
}

/// In double precision and rounded: for every float the same as pow(2, value), which takes twice the time.
inline float exp2Of(float value) { return static_cast<float>(std::exp2(static_cast<double>(value))); }

/// In double precision, as the callers round it themselves.
inline double log2Of(float value) { return std::log(static_cast<double>(value)) / std::log(2.0); }

inline float sqrtReciprocalOf(float value) { return std::sqrt(1.0f / (value < 0.0f ? -value : value)); }

inline Vec4 expPartsOf(float value) {
    const float floored = static_cast<float>(std::floor(static_cast<double>(value)));
    return {exp2Of(floored), value - floored, exp2Of(value), 1.0f};
}

inline Vec4 logPartsOf(float value) {
    const float magnitude = value < 0.0f ? -value : value;
    const float scale = static_cast<float>(std::pow(2.0, std::floor(log2Of(value))));
    return {static_cast<float>(std::floor(log2Of(magnitude))), value / scale, static_cast<float>(log2Of(value)), 1.0f};
}

inline Vec4 litOf(float a, float b, float power) {
    constexpr float kMaxPower = 128.0f;
    const float diffuse = a < 0.0f ? 0.0f : a;
    const float base = b < 0.0f ? 0.0f : b;
    const float exponent = -kMaxPower <= power && power <= kMaxPower ? power
                           : power < -kMaxPower                      ? -kMaxPower
                                                                     : kMaxPower;
    const float specular =
        diffuse > 0.0f ? static_cast<float>(std::pow(static_cast<double>(base), static_cast<double>(exponent))) : 0.0f;
    return {1.0f, diffuse, specular, 1.0f};
}

}  // namespace cyclorama::isa
