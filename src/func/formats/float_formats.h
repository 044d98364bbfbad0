// SPDX-License-Identifier: MIT
#pragma once
// Small floats as IEEE 754 and OpenGL define them, rounded to the nearest even: halves, and the unsigned floats of 10
// and 11 bits. Halves that truncate are in half_float.h.

#include <bit>
#include <cmath>
#include <cstdint>

namespace cyclorama::func {

/// A float from a small one without a sign: 5 bits of exponent, bias 15, above `mantissaBits` of mantissa.
inline float floatFromSmallFloat(uint32_t bits, uint32_t mantissaBits) {
    const uint32_t exponent = bits >> mantissaBits & 0x1f;
    const uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
    if (exponent == 0) return static_cast<float>(mantissa) * std::bit_cast<float>((127u - 14 - mantissaBits) << 23);
    const uint32_t single = exponent == 0x1f ? 0xffu : exponent + (127 - 15);
    return std::bit_cast<float>(single << 23 | mantissa << (23 - mantissaBits));
}

/// The nearest small float without a sign, the inverse of floatFromSmallFloat(): negative values become 0, too large
/// ones infinity. What is no number keeps the upper bits of its mantissa.
inline uint32_t smallFloatFromFloat(float value, uint32_t mantissaBits) {
    const uint32_t infinity = 0x1fu << mantissaBits;
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t drop = 23 - mantissaBits;
    if (value != value) {
        const uint32_t kept = (bits & 0x7fffffu) >> drop;
        return infinity | (kept != 0 ? kept : 1u << (mantissaBits - 1));
    }
    if (!(value > 0.0f)) return 0;
    // Below 2^-14 the distance of neighbours stays that of the smallest normal ones.
    if (bits < (127u - 14) << 23) {
        const float scaled = value * std::bit_cast<float>((127u + 14 + mantissaBits) << 23);
        return static_cast<uint32_t>(std::nearbyint(scaled));
    }
    const uint32_t rebased = bits - ((127u - 15) << 23);
    const uint32_t rounded = (rebased + (1u << (drop - 1)) - 1 + (rebased >> drop & 1)) >> drop;
    return rounded < infinity ? rounded : infinity;
}

inline float exactFloatFromHalf(uint16_t half) {
    return std::copysign(floatFromSmallFloat(half & 0x7fffu, 10), (half & 0x8000) != 0 ? -1.0f : 1.0f);
}

inline uint16_t nearestHalfFromFloat(float value) {
    const uint32_t sign = std::bit_cast<uint32_t>(value) >> 16 & 0x8000;
    return static_cast<uint16_t>(sign | smallFloatFromFloat(std::abs(value), 10));
}

}  // namespace cyclorama::func
