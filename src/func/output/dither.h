// SPDX-License-Identifier: MIT
#pragma once
// Ordered dithering of colours that are stored with fewer than eight bits a component. A matrix of 4x4 thresholds,
// sixteen nibbles row by row from the lowest on, decides which way each pixel is rounded: up where the fraction that is
// lost is more than the threshold's share of sixteen. All nibbles ones: none, colours are rounded to the nearest.
//
// Known: the registers, their value for "none", and the matrix that the vendor's driver writes, which holds each value
// once. Estimates: the order of the nibbles, that alpha is not dithered, and that the threshold is in the middle of its
// step, so that on average no colour changes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace cyclorama::func {

using DitherMatrix = std::array<uint32_t, 2>;

inline constexpr DitherMatrix kNoDithering{~0u, ~0u};
inline constexpr uint32_t kDitherSize = 4;

/// A component from 0 to 1 that is to be stored with `bits` bits, as the fraction of their largest value that the
/// pixel (x, y) takes.
inline float dither(const DitherMatrix& matrix, uint32_t x, uint32_t y, uint32_t bits, float value) {
    const uint32_t cell = y % kDitherSize * kDitherSize + x % kDitherSize;
    const uint32_t threshold = matrix[cell / 8] >> (cell % 8 * 4) & 15;
    const auto largest = static_cast<float>((1u << bits) - 1);
    const float scaled = std::clamp(value, 0.0f, 1.0f) * largest;
    const float whole = std::floor(scaled);
    const float up = scaled - whole > (static_cast<float>(threshold) + 0.5f) / 16.0f ? 1.0f : 0.0f;
    return (whole + up) / largest;
}

}  // namespace cyclorama::func
