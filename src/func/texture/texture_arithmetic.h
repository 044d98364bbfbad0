// SPDX-License-Identifier: MIT
#pragma once
// The arithmetic of texture coordinates, shared by the planner and the fast sampler so that both give the same bits.
// Results for a NaN are part of the contract.

#include <cmath>
#include <cstdint>

#include "func/texture/texture_state.h"

namespace cyclorama::func {

/// The second one, if either is a NaN.
inline float largerOf(float a, float b) { return a > b ? a : b; }
inline float smallerOf(float a, float b) { return a < b ? a : b; }

/// A NaN becomes the maximum.
inline float clampToRange(float value, float minimum, float maximum) {
    return minimum <= value && value <= maximum ? value : value < minimum ? minimum : maximum;
}

inline float floorOf(float value) {
    constexpr float kAllWhole = 8388608.0f;  // 2^23: no fraction from here on
    if (!(std::fabs(value) < kAllWhole)) {
        return value;
    }
    const auto truncated = static_cast<float>(static_cast<int32_t>(value));
    return truncated > value ? truncated - 1.0f : truncated;
}

inline float ceilingOf(float value) { return -floorOf(-value); }

inline float fractionOf(float value) { return value - floorOf(value); }

/// A whole number modulo 2^32, as a conversion through 64 bits gives it: 0 for a NaN and from 2^63 on.
inline uint32_t texelFromWhole(float whole) {
    if (std::fabs(whole) < 2147483648.0f) {
        return static_cast<uint32_t>(static_cast<int32_t>(whole));
    }
    return std::fabs(whole) < 9223372036854775808.0f ? static_cast<uint32_t>(static_cast<int64_t>(whole)) : 0;
}

/// Wraps a normalized coordinate. `halfTexel` is 1 / (2 * size) of the level.
inline float wrapCoordinate(WrapMode mode, float value, float halfTexel) {
    switch (mode) {
        case WrapMode::Repeat:
            return fractionOf(value);
        case WrapMode::Clamp:
            return clampToRange(value, 0.0f, 1.0f);
        case WrapMode::ClampToEdge:
            return clampToRange(value, halfTexel, 1.0f - halfTexel);
        case WrapMode::ClampToBorder:
            return clampToRange(value, -halfTexel, 1.0f + halfTexel);
        case WrapMode::MirroredRepeat:
            break;
    }
    const float whole = floorOf(value);
    const float fraction = value - whole;
    const float mirrored = (texelFromWhole(whole) & 1u) != 0 ? 1.0f - fraction : fraction;
    return clampToRange(mirrored, halfTexel, 1.0f - halfTexel);
}

/// Wraps a texel of a linear filter; one at `size` is outside the image. Texel -1, which is 2^32 - 1, goes to the far
/// end except when repeating.
inline uint32_t wrapTexel(WrapMode mode, uint32_t texel, uint32_t size) {
    switch (mode) {
        case WrapMode::Repeat:
            return (size & (size - 1)) == 0 ? (texel + size) & (size - 1) : (texel + size) % size;
        case WrapMode::Clamp:
        case WrapMode::ClampToBorder:
            return texel < size ? texel : size;
        case WrapMode::ClampToEdge:
        case WrapMode::MirroredRepeat:
            break;
    }
    return texel < size - 1 ? texel : size - 1;
}

}  // namespace cyclorama::func
