// SPDX-License-Identifier: MIT
#pragma once
// Images row by row.

#include "func/layout/texel_places.h"

namespace cyclorama::func {

/// Texels one after the other, rows `pitch` bytes apart.
struct PlainRows {
    uint64_t pitch = 0;
    uint32_t texelBytes = 0;

    template <typename Number>
    RowBase<Number> rowBase(Number y) const {
        return bytesOfRows(y, pitch);
    }
    template <typename Number>
    Number rowBits(Number y) const {
        return y - y;
    }
    template <typename Number>
    Number column(Number x) const {
        return x * texelBytes;
    }
};
static_assert(TexelPlaces<PlainRows>);

/// In 64 bits: texels far outside of the image keep their distance.
inline uint64_t placeIn(const PlainRows& rows, uint32_t x, uint32_t y) {
    return rows.rowBase(y) + rows.column<uint64_t>(x);
}
inline std::array<uint64_t, 4> quadIn(const PlainRows& rows, uint32_t x, uint32_t y) {
    const uint64_t first = placeIn(rows, x, y);
    const uint64_t below = first + rows.pitch;
    return {first, first + rows.texelBytes, below, below + rows.texelBytes};
}

}  // namespace cyclorama::func
