#pragma once
// A value of each of the four fragments of a quad in two vector registers, without intrinsics: the same IEEE operations
// on each of them as on a single double. Masks are all ones or all zeros in each place; they are words of 32 bits, two
// to a place, as g++ takes comparisons of wider ones apart where a host has none.

#include <array>
#include <bit>
#include <cstdint>

namespace cyclorama::func {

using DoublePair = double __attribute__((vector_size(16)));
using MaskPair = int32_t __attribute__((vector_size(16)));

/// Fragments 0 and 1, then 2 and 3.
using FragmentLanes = std::array<DoublePair, 2>;
using FragmentMask = std::array<MaskPair, 2>;

[[gnu::always_inline]] inline DoublePair pairOf(double value) { return DoublePair{value, value}; }
[[gnu::always_inline]] inline FragmentLanes lanesOf(double value) { return {pairOf(value), pairOf(value)}; }

/// At the fragments, from the value at the first: first x is added, then y.
[[gnu::always_inline]] inline FragmentLanes fragmentsFrom(double first, double stepX, double stepY) {
    const DoublePair top = {first, first + stepX};
    return {top, top + pairOf(stepY)};
}

[[gnu::always_inline]] inline FragmentLanes add(const FragmentLanes& a, DoublePair b) { return {a[0] + b, a[1] + b}; }
[[gnu::always_inline]] inline FragmentLanes add(const FragmentLanes& a, const FragmentLanes& b) {
    return {a[0] + b[0], a[1] + b[1]};
}

/// Result of a comparison.
template <typename Comparison>
[[gnu::always_inline]] inline MaskPair maskOf(Comparison comparison) {
    return std::bit_cast<MaskPair>(comparison);
}
[[gnu::always_inline]] inline MaskPair atLeast(DoublePair a, double limit) { return maskOf(a >= pairOf(limit)); }
[[gnu::always_inline]] inline MaskPair atMost(DoublePair a, double limit) { return maskOf(a <= pairOf(limit)); }

[[gnu::always_inline]] inline MaskPair both(MaskPair mask, int32_t bits) {
    return mask & MaskPair{bits, bits, bits, bits};
}
/// Zero where the mask is not set.
[[gnu::always_inline]] inline DoublePair keep(MaskPair mask, DoublePair value) {
    return std::bit_cast<DoublePair>(mask & std::bit_cast<MaskPair>(value));
}
[[gnu::always_inline]] inline FragmentLanes keep(const FragmentMask& mask, const FragmentLanes& value) {
    return {keep(mask[0], value[0]), keep(mask[1], value[1])};
}
[[gnu::always_inline]] inline DoublePair select(MaskPair mask, DoublePair whereSet, DoublePair elsewhere) {
    return std::bit_cast<DoublePair>((mask & std::bit_cast<MaskPair>(whereSet)) |
                                     (~mask & std::bit_cast<MaskPair>(elsewhere)));
}

[[gnu::always_inline]] inline DoublePair absolute(DoublePair value) {
    return keep(MaskPair{-1, 0x7fffffff, -1, 0x7fffffff}, value);
}

/// First word of a fragment's mask.
[[gnu::always_inline]] inline uint32_t wordOf(const FragmentMask& mask, uint32_t fragment) {
    return static_cast<uint32_t>(mask[fragment / 2][fragment % 2 * 2]);
}
/// Bit f: the mask is set for fragment f.
[[gnu::always_inline]] inline uint32_t bitsOf(const FragmentMask& mask) {
    const MaskPair bits = (mask[0] & MaskPair{1, 0, 2, 0}) | (mask[1] & MaskPair{4, 0, 8, 0});
    return static_cast<uint32_t>(bits[0] | bits[2]);
}

}  // namespace cyclorama::func
