#pragma once
// The four fragments of a quad in one vector register, without intrinsics: the same IEEE operations on each of them as
// on a single float. Masks are all ones or all zeros in each place.

#include <array>
#include <bit>
#include <cstdint>

#include "func/texture/texture_arithmetic.h"
#include "func/types.h"

namespace cyclorama::func {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = int32_t __attribute__((vector_size(16)));

[[gnu::always_inline]] inline Float4 splat(float value) { return Float4{value, value, value, value}; }
[[gnu::always_inline]] inline Int4 splat(int32_t value) { return Int4{value, value, value, value}; }

[[gnu::always_inline]] inline Float4 toFloat(Int4 value) { return __builtin_convertvector(value, Float4); }
/// Towards zero; each value is within 32 bits.
[[gnu::always_inline]] inline Int4 toInteger(Float4 value) { return __builtin_convertvector(value, Int4); }

[[gnu::always_inline]] inline Int4 select(Int4 mask, Int4 whereSet, Int4 elsewhere) {
    return (mask & whereSet) | (~mask & elsewhere);
}
[[gnu::always_inline]] inline Float4 select(Int4 mask, Float4 whereSet, Float4 elsewhere) {
    return std::bit_cast<Float4>(select(mask, std::bit_cast<Int4>(whereSet), std::bit_cast<Int4>(elsewhere)));
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

/// Magnitudes are below 2^31.
[[gnu::always_inline]] inline Float4 floorOf(Float4 value) {
    const Float4 truncated = toFloat(toInteger(value));
    return truncated - select(truncated > value, splat(1.0f), splat(0.0f));
}

[[gnu::always_inline]] inline Float4 clampToRange(Float4 value, Float4 minimum, Float4 maximum) {
    return select(value < minimum, minimum, select(value > maximum, maximum, value));
}

/// wrapCoordinate() of coordinates whose magnitudes are below 2^22.
[[gnu::always_inline]] inline Float4 wrapCoordinate(WrapMode mode, Float4 value, float halfTexel) {
    switch (mode) {
        case WrapMode::Repeat:
            return value - floorOf(value);
        case WrapMode::Clamp:
            return clampToRange(value, splat(0.0f), splat(1.0f));
        case WrapMode::ClampToEdge:
            return clampToRange(value, splat(halfTexel), splat(1.0f - halfTexel));
        case WrapMode::ClampToBorder:
            return clampToRange(value, splat(-halfTexel), splat(1.0f + halfTexel));
        case WrapMode::MirroredRepeat:
            break;
    }
    const Float4 whole = floorOf(value);
    const Float4 fraction = value - whole;
    const Int4 odd = (toInteger(whole) & 1) != 0;
    return clampToRange(select(odd, splat(1.0f) - fraction, fraction), splat(halfTexel), splat(1.0f - halfTexel));
}

/// wrapTexel() of texels of which those that repeat lie between -1 and `size`.
[[gnu::always_inline]] inline Int4 wrapTexel(WrapMode mode, Int4 texel, int32_t size) {
    if (mode == WrapMode::Repeat) {
        return select(texel < 0, texel + size, select(texel >= size, texel - size, texel));
    }
    const int32_t last = mode == WrapMode::Clamp || mode == WrapMode::ClampToBorder ? size : size - 1;
    return select((texel < 0) | (texel > last), splat(last), texel);
}

/// compareTexel() of four texels.
[[gnu::always_inline]] inline Float4 compareTexel(CompareFunction function, Float4 reference, Float4 texel) {
    Int4 holds = {};
    switch (function) {
        case CompareFunction::Never:
            break;
        case CompareFunction::Always:
            return splat(1.0f);
        case CompareFunction::Less:
            holds = texel < reference;
            break;
        case CompareFunction::LessEqual:
            holds = texel <= reference;
            break;
        case CompareFunction::Equal:
            holds = texel == reference;
            break;
        case CompareFunction::GreaterEqual:
            holds = texel >= reference;
            break;
        case CompareFunction::Greater:
            holds = texel > reference;
            break;
        case CompareFunction::NotEqual:
            holds = texel != reference;
            break;
    }
    return select(holds, splat(1.0f), splat(0.0f));
}

}  // namespace cyclorama::func
