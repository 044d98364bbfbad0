// SPDX-License-Identifier: MIT
#pragma once
// A double for each of the four fragments of a quad, in two vectors. Masks are words of 32 bits, two to a fragment, as
// g++ takes comparisons of wider ones apart where a host has none.

#include <array>
#include <bit>
#include <cstdint>

#include "func/lanes/vectors.h"

namespace cyclorama::func {

/// Fragments 0 and 1, then 2 and 3.
using FragmentLanes = std::array<Double2, 2>;
using FragmentMask = std::array<Int4, 2>;

[[gnu::always_inline]] inline FragmentLanes lanesOf(double value) { return {splat(value), splat(value)}; }

/// At the fragments, from the value at the first: first x is added, then y.
[[gnu::always_inline]] inline FragmentLanes fragmentsFrom(double first, double stepX, double stepY) {
    const Double2 top = {first, first + stepX};
    return {top, top + splat(stepY)};
}

[[gnu::always_inline]] inline FragmentLanes add(const FragmentLanes& a, Double2 b) { return {a[0] + b, a[1] + b}; }
[[gnu::always_inline]] inline FragmentLanes add(const FragmentLanes& a, const FragmentLanes& b) {
    return {a[0] + b[0], a[1] + b[1]};
}

/// Result of a comparison.
template <typename Comparison>
[[gnu::always_inline]] inline Int4 maskOf(Comparison comparison) {
    return std::bit_cast<Int4>(comparison);
}
[[gnu::always_inline]] inline Int4 atLeast(Double2 a, double limit) { return maskOf(a >= splat(limit)); }
[[gnu::always_inline]] inline Int4 atMost(Double2 a, double limit) { return maskOf(a <= splat(limit)); }

[[gnu::always_inline]] inline Int4 maskBits(Int4 mask, int32_t bits) { return mask & Int4{bits, bits, bits, bits}; }
/// Zero where the mask is not set.
[[gnu::always_inline]] inline Double2 keep(Int4 mask, Double2 value) {
    return std::bit_cast<Double2>(mask & std::bit_cast<Int4>(value));
}
[[gnu::always_inline]] inline FragmentLanes keep(const FragmentMask& mask, const FragmentLanes& value) {
    return {keep(mask[0], value[0]), keep(mask[1], value[1])};
}
/// First word of a fragment's mask.
[[gnu::always_inline]] inline uint32_t wordOf(const FragmentMask& mask, uint32_t fragment) {
    return static_cast<uint32_t>(mask[fragment / 2][fragment % 2 * 2]);
}
/// Bit f: the mask is set for fragment f.
[[gnu::always_inline]] inline uint32_t bitsOf(const FragmentMask& mask) {
    const Int4 bits = (mask[0] & Int4{1, 0, 2, 0}) | (mask[1] & Int4{4, 0, 8, 0});
    return static_cast<uint32_t>(bits[0] | bits[2]);
}

}  // namespace cyclorama::func
