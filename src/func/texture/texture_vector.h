// SPDX-License-Identifier: MIT
#pragma once
// Wrapping and comparison of the four texels of a quad's fragments at once, equal to the bit to what
// texture_arithmetic.h and compareTexel() give for one.

#include "func/compare.h"
#include "func/lanes/vectors.h"
#include "func/texture/texture_arithmetic.h"
#include "func/types.h"

namespace cyclorama::func {

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
    return select(compare(function, texel, reference), splat(1.0f), splat(0.0f));
}

}  // namespace cyclorama::func
