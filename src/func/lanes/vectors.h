// SPDX-License-Identifier: MIT
#pragma once
// Vectors for two, four or eight fragments, pixels or samples at a time, without intrinsics: each lane has the IEEE
// result of the same operation on a single value. An extension that GCC and Clang share. Masks, which comparisons give,
// are all ones or all zeros in each lane. Vectors of 256 bits are two of 128 on hosts without AVX2 (host_versions.h);
// functions that take or give them have to be inlined, as the two kinds of hosts pass them in different ways.

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
using Double4 [[gnu::vector_size(32)]] = double;
using Float8 [[gnu::vector_size(32)]] = float;
using Int8 [[gnu::vector_size(32)]] = int32_t;

/// Vectors of `Lanes` lanes of 32 bits.
template <uint32_t Lanes>
struct LaneVectors;
template <>
struct LaneVectors<4> {
    using Float = Float4;
    using Int = Int4;
};
template <>
struct LaneVectors<8> {
    using Float = Float8;
    using Int = Int8;
};

/// Vectors with as many lanes as another one has, of 32 bits.
template <class Vector>
using FloatsLike = typename LaneVectors<sizeof(Vector) / 4>::Float;
template <class Vector>
using IntsLike = typename LaneVectors<sizeof(Vector) / 4>::Int;

/// A vector that has the value in each lane.
template <class Vector, class Value>
[[gnu::always_inline]] inline Vector filled(Value value) {
    return value - Vector{};
}
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

template <class Vector>
[[gnu::always_inline]] inline FloatsLike<Vector> toFloat(Vector value) {
    return __builtin_convertvector(value, FloatsLike<Vector>);
}
/// Towards zero; each value is within 32 bits.
template <class Vector>
[[gnu::always_inline]] inline IntsLike<Vector> toInteger(Vector value) {
    return __builtin_convertvector(value, IntsLike<Vector>);
}

/// Values of 32 bits.
template <class Vector>
[[gnu::always_inline]] inline Vector select(IntsLike<Vector> mask, Vector whereSet, Vector elsewhere) {
    using Bits = IntsLike<Vector>;
    return std::bit_cast<Vector>((mask & std::bit_cast<Bits>(whereSet)) | (~mask & std::bit_cast<Bits>(elsewhere)));
}
/// Two words of the mask for each lane.
[[gnu::always_inline]] inline Double2 select(Int4 mask, Double2 whereSet, Double2 elsewhere) {
    return std::bit_cast<Double2>(select<Int4>(mask, std::bit_cast<Int4>(whereSet), std::bit_cast<Int4>(elsewhere)));
}

[[gnu::always_inline]] inline bool anyOf(Int4 mask) {
    const auto halves = std::bit_cast<std::array<uint64_t, 2>>(mask);
    return (halves[0] | halves[1]) != 0;
}
[[gnu::always_inline]] inline bool anyOf(Int8 mask) {
    const auto halves = std::bit_cast<std::array<Int4, 2>>(mask);
    return anyOf(halves[0] | halves[1]);
}

/// False for a NaN.
template <class Vector>
[[gnu::always_inline]] inline bool allBelow(Vector magnitude, float limit) {
    return !anyOf(~IntsLike<Vector>(magnitude < limit));
}
template <class Vector>
[[gnu::always_inline]] inline Vector absolute(Vector value) {
    return std::bit_cast<Vector>(std::bit_cast<IntsLike<Vector>>(value) & 0x7fffffff);
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
template <class Vector>
[[gnu::always_inline]] inline Vector floorOf(Vector value) {
    const Vector truncated = toFloat(toInteger(value));
    return truncated - select(truncated > value, filled<Vector>(1.0f), Vector{});
}

template <class Vector>
[[gnu::always_inline]] inline Vector clampToRange(Vector value, Vector minimum, Vector maximum) {
    return select(value < minimum, minimum, select(value > maximum, maximum, value));
}

/// Two vectors in one.
[[gnu::always_inline]] inline Float8 joined(Float4 first, Float4 second) {
    return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

/// Clamped to [0, 1]; 1 for a NaN.
[[gnu::always_inline]] inline Float4 clampToUnit(Float4 values) {
    const Float4 below = values < splat(1.0f) ? values : splat(1.0f);
    return splat(0.0f) > below ? splat(0.0f) : below;
}

}  // namespace cyclorama::func
