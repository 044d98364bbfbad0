// SPDX-License-Identifier: MIT
#pragma once
// Place of a texel in an image in memory, whatever its layout: base + (bits ^ column) bytes from the start, of which
// base and bits are terms of its row, and column is one of its column. Layouts:
//
//     plain_rows.h     rows, one after the other
//     square_tiles.h   tiles of 4x4 texels, and supertiles of 64x64
//     morton_blocks.h  blocks and superblocks in Morton order
//     banked_tiles.h   tiles in the order of memory's banks, the only ones whose terms are XORed
//
// texel_layout.h holds any of them. PixelLayout (pixel_layout.h) is a table of such terms for the pixels of one
// picture, with their samples.

#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace cyclorama::func {

/// Type of a row's base: 64 bits for a number, and for a vector of numbers lanes as wide as its own.
template <typename Number>
using RowBase = std::conditional_t<std::is_integral_v<Number>, uint64_t, Number>;

/// A number of rows times the bytes of one.
template <typename Number>
RowBase<Number> bytesOfRows(Number rows, uint64_t rowBytes) {
    if constexpr (std::is_integral_v<Number>) {
        return uint64_t{rows} * rowBytes;
    } else {
        return rows * static_cast<std::remove_cvref_t<decltype(rows[0])>>(rowBytes);
    }
}

/// A layout. Each function takes a number, or a vector of numbers.
template <typename Layout>
concept TexelPlaces = requires(const Layout& layout, uint32_t number) {
    { layout.rowBase(number) } -> std::same_as<uint64_t>;
    { layout.rowBits(number) } -> std::same_as<uint32_t>;
    { layout.column(number) } -> std::same_as<uint32_t>;
};

/// Bytes from the start of the image to a texel.
template <TexelPlaces Layout>
uint64_t placeIn(const Layout& layout, uint32_t x, uint32_t y) {
    return layout.rowBase(y) + (layout.rowBits(y) ^ layout.column(x));
}

/// Places of the texels (x, y), (x+1, y), (x, y+1) and (x+1, y+1).
template <TexelPlaces Layout>
std::array<uint64_t, 4> quadIn(const Layout& layout, uint32_t x, uint32_t y) {
    return {placeIn(layout, x, y), placeIn(layout, x + 1, y), placeIn(layout, x, y + 1), placeIn(layout, x + 1, y + 1)};
}

}  // namespace cyclorama::func
