// SPDX-License-Identifier: MIT
#pragma once
// Components of 8 bits as fractions of one, for single floats and vectors of them.

namespace cyclorama::func {

/// byte / 255, rounded as the quotient is, for whole numbers from 0 to 255: two products and a sum in the place of a
/// division. The first product is exact.
template <class Floats>
[[gnu::always_inline]] constexpr Floats byteFraction(Floats byte) {
    constexpr float kHigh = 0x1p-8f + 0x1p-16f;
    constexpr float kLow = static_cast<float>(1.0 / 255.0 - static_cast<double>(kHigh));
    return byte * kHigh + byte * kLow;
}

static_assert([] {
    for (int byte = 0; byte < 256; ++byte)
        if (byteFraction(static_cast<float>(byte)) != static_cast<float>(byte) / 255.0f) return false;
    return true;
}());

}  // namespace cyclorama::func
