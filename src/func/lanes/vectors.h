// SPDX-License-Identifier: MIT
#pragma once
// Vectors of 128 bits for four or two fragments, pixels or samples at a time, without intrinsics: each lane has the
// IEEE result of the same operation on a single value. An extension that GCC and Clang share. Masks, which comparisons
// give, are all ones or all zeros in each lane.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace cyclorama::func {

using Float4 [[gnu::vector_size(16)]] = float;
using Int4 [[gnu::vector_size(16)]] = int32_t;
using Uint4 [[gnu::vector_size(16)]] = uint32_t;
using Double2 [[gnu::vector_size(16)]] = double;

[[gnu::always_inline]] inline Float4 splat(float value) { return Float4{value, value, value, value}; }
[[gnu::always_inline]] inline Int4 splat(int32_t value) { return Int4{value, value, value, value}; }
[[gnu::always_inline]] inline Double2 splat(double value) { return Double2{value, value}; }

/// Four floats in a row, at any alignment.
[[gnu::always_inline]] inline Float4 loadFloats(const float* from) {
    Float4 values;
    std::memcpy(&values, from, sizeof values);
    return values;
}
[[gnu::always_inline]] inline void storeFloats(float* to, Float4 values) { std::memcpy(to, &values, sizeof values); }

[[gnu::always_inline]] inline Float4 toFloat(Int4 value) { return __builtin_convertvector(value, Float4); }
/// Towards zero; each value is within 32 bits.
[[gnu::always_inline]] inline Int4 toInteger(Float4 value) { return __builtin_convertvector(value, Int4); }

[[gnu::always_inline]] inline Int4 select(Int4 mask, Int4 whereSet, Int4 elsewhere) {
    return (mask & whereSet) | (~mask & elsewhere);
}
[[gnu::always_inline]] inline Float4 select(Int4 mask, Float4 whereSet, Float4 elsewhere) {
    return std::bit_cast<Float4>(select(mask, std::bit_cast<Int4>(whereSet), std::bit_cast<Int4>(elsewhere)));
}
/// Two words of the mask for each lane.
[[gnu::always_inline]] inline Double2 select(Int4 mask, Double2 whereSet, Double2 elsewhere) {
    return std::bit_cast<Double2>(select(mask, std::bit_cast<Int4>(whereSet), std::bit_cast<Int4>(elsewhere)));
}

[[gnu::always_inline]] inline bool anyOf(Int4 mask) {
    const auto halves = std::bit_cast<std::array<uint64_t, 2>>(mask);
    return (halves[0] | halves[1]) != 0;
}

/// False for a NaN.
[[gnu::always_inline]] inline bool allBelow(Float4 magnitude, float limit) {
    return !anyOf(~Int4(magnitude < splat(limit)));
}
[[gnu::always_inline]] inline Float4 absolute(Float4 value) {
    return std::bit_cast<Float4>(std::bit_cast<Int4>(value) & 0x7fffffff);
}
[[gnu::always_inline]] inline Double2 absolute(Double2 value) {
    return std::bit_cast<Double2>(std::bit_cast<Int4>(value) & Int4{-1, 0x7fffffff, -1, 0x7fffffff});
}

/// The four bytes of a word, the lowest first.
[[gnu::always_inline]] inline Float4 bytesAsFloats(uint32_t word) {
    using Bytes [[gnu::vector_size(16)]] = uint8_t;
    using Halves [[gnu::vector_size(16)]] = uint16_t;
    const auto bytes = std::bit_cast<Bytes>(Uint4{word, 0, 0, 0});
    const auto halves = std::bit_cast<Halves>(
        __builtin_shufflevector(bytes, Bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    return toFloat(std::bit_cast<Int4>(__builtin_shufflevector(halves, Halves{}, 0, 8, 1, 9, 2, 10, 3, 11)));
}

/// Rows as columns.
[[gnu::always_inline]] inline void transpose(const std::array<Float4, 4>& rows, std::span<Float4, 4> columns) {
    const Float4 a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const Float4 b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    const Float4 c = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    const Float4 d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    columns[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    columns[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    columns[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
    columns[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

/// Magnitudes are below 2^31.
[[gnu::always_inline]] inline Float4 floorOf(Float4 value) {
    const Float4 truncated = toFloat(toInteger(value));
    return truncated - select(truncated > value, splat(1.0f), splat(0.0f));
}

[[gnu::always_inline]] inline Float4 clampToRange(Float4 value, Float4 minimum, Float4 maximum) {
    return select(value < minimum, minimum, select(value > maximum, maximum, value));
}

/// Clamped to [0, 1]; 1 for a NaN.
[[gnu::always_inline]] inline Float4 clampToUnit(Float4 values) {
    const Float4 below = values < splat(1.0f) ? values : splat(1.0f);
    return splat(0.0f) > below ? splat(0.0f) : below;
}

}  // namespace cyclorama::func
