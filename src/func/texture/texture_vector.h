// SPDX-License-Identifier: MIT
#pragma once
// Wrapping and comparison of the texels of a quad's four fragments at once, or of those of two quads, equal to the bit
// to what texture_arithmetic.h and compareTexel() give for one.

#include "func/compare.h"
#include "func/lanes/vectors.h"
#include "func/texture/texture_arithmetic.h"
#include "func/types.h"

namespace cyclorama::func {

/// wrapCoordinate() of coordinates whose magnitudes are below 2^22.
template <class Floats>
[[gnu::always_inline]] inline Floats wrapCoordinate(WrapMode mode, Floats value, float halfTexel) {
    const auto clamped = [](Floats coordinate, float minimum, float maximum) __attribute__((always_inline)) {
        return clampToRange(coordinate, filled<Floats>(minimum), filled<Floats>(maximum));
    };
    switch (mode) {
        case WrapMode::Repeat:
            return value - floorOf(value);
        case WrapMode::Clamp:
            return clamped(value, 0.0f, 1.0f);
        case WrapMode::ClampToEdge:
            return clamped(value, halfTexel, 1.0f - halfTexel);
        case WrapMode::ClampToBorder:
            return clamped(value, -halfTexel, 1.0f + halfTexel);
        case WrapMode::MirroredRepeat:
            break;
    }
    const Floats whole = floorOf(value);
    const Floats fraction = value - whole;
    const auto odd = (toInteger(whole) & 1) != 0;
    return clamped(select(odd, 1.0f - fraction, fraction), halfTexel, 1.0f - halfTexel);
}

/// Vector wrapTexel(); repeating texels must be from -1 to `size`.
template <class Ints>
[[gnu::always_inline]] inline Ints wrapTexel(WrapMode mode, Ints texel, int32_t size) {
    if (mode == WrapMode::Repeat) {
        return select(texel < 0, texel + size, select(texel >= size, texel - size, texel));
    }
    const int32_t last = mode == WrapMode::Clamp || mode == WrapMode::ClampToBorder ? size : size - 1;
    return select((texel < 0) | (texel > last), filled<Ints>(last), texel);
}

/// compareTexel() of the texels.
template <class Floats>
[[gnu::always_inline]] inline Floats compareTexel(CompareFunction function, Floats reference, Floats texel) {
    return select(compare(function, texel, reference), filled<Floats>(1.0f), Floats{});
}

}  // namespace cyclorama::func
