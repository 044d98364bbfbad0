// SPDX-License-Identifier: MIT
#pragma once
// Images in tiles of 4x4 texels, and in supertiles of 64x64 texels (GCxxx hardware notes: "Tiling", "Supertiling").
// Texels of 1, 2, 4, 8 or 16 bytes. Rows of tiles, or of supertiles, are as many bytes as their texels' rows would be
// in an image row by row.

#include "func/layout/texel_places.h"

namespace cyclorama::func {

/// Tiles row by row, and so are the texels of each.
struct Tiles4x4 {
    uint8_t texelBytesLog2 = 2;
    /// Bytes from a row of texels to the next, as if the image were row by row.
    uint64_t pitch = 0;

    template <typename Number>
    RowBase<Number> rowBase(Number y) const {
        return bytesOfRows(y >> 2, pitch * 4) + ((y & 3) << 2 << texelBytesLog2);
    }
    template <typename Number>
    Number rowBits(Number y) const {
        return y - y;
    }
    template <typename Number>
    Number column(Number x) const {
        return ((x >> 2 << 4) + (x & 3)) << texelBytesLog2;
    }
};
static_assert(TexelPlaces<Tiles4x4>);

/// Supertiles row by row, of tiles of 4x4. The number of a tile within its supertile has the bits y3 y2 x3 x2 x1 y1 y0
/// x0, of its column x and its row y.
struct Supertiles {
    uint8_t texelBytesLog2 = 2;
    /// Bytes from a row of texels to the next, as if the image were row by row.
    uint64_t pitch = 0;

    template <typename Number>
    RowBase<Number> rowBase(Number y) const {
        return bytesOfRows(y >> 6, pitch * 64) +
               ((((y >> 4 & 3) << 10) + ((y >> 3 & 1) << 6) + ((y >> 2 & 1) << 5) + ((y & 3) << 2)) << texelBytesLog2);
    }
    template <typename Number>
    Number rowBits(Number y) const {
        return y - y;
    }
    template <typename Number>
    Number column(Number x) const {
        return ((x >> 6 << 12) + ((x >> 3 & 7) << 7) + ((x >> 2 & 1) << 4) + (x & 3)) << texelBytesLog2;
    }
};
static_assert(TexelPlaces<Supertiles>);

}  // namespace cyclorama::func
