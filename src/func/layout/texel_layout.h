// SPDX-License-Identifier: MIT
#pragma once
// Place of a texel in an image in memory, whatever its layout: base + (bits ^ column) bytes from the start, of which
// base and bits are terms of its row and the column's term is one of x. A layout is a type with
//
//     uint64_t rowBase(uint32_t y) const;
//     template <typename Number> Number rowBits(Number y) const;  // a number, or a vector of them
//     template <typename Number> Number column(Number x) const;
//
// Layouts here: rows (PlainRows), and tiles in the order of memory's banks (BankedTiles). Tiles of 4x4 and 64x64, whose
// offsets are sums without an XOR, are in surface_addressing.h.

#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "func/layout/banked_tiles.h"

namespace cyclorama::func {

/// Texels one after the other, rows `pitch` bytes apart.
struct PlainRows {
    uint64_t pitch = 0;
    uint32_t texelBytes = 0;

    uint64_t rowBase(uint32_t y) const { return y * pitch; }
    template <typename Number>
    Number rowBits(Number y) const {
        return y - y;
    }
    template <typename Number>
    Number column(Number x) const {
        return x * texelBytes;
    }
};

template <typename Layout>
uint64_t placeIn(const Layout& layout, uint32_t x, uint32_t y) {
    return layout.rowBase(y) + (layout.rowBits(y) ^ layout.column(x));
}
/// In 64 bits: texels far outside of the image keep their distance.
inline uint64_t placeIn(const PlainRows& rows, uint32_t x, uint32_t y) {
    return rows.rowBase(y) + rows.column<uint64_t>(x);
}

/// Offsets of the texels (x, y), (x+1, y), (x, y+1) and (x+1, y+1).
template <typename Layout>
std::array<uint64_t, 4> quadIn(const Layout& layout, uint32_t x, uint32_t y) {
    return {placeIn(layout, x, y), placeIn(layout, x + 1, y), placeIn(layout, x, y + 1), placeIn(layout, x + 1, y + 1)};
}
inline std::array<uint64_t, 4> quadIn(const PlainRows& rows, uint32_t x, uint32_t y) {
    const uint64_t first = placeIn(rows, x, y);
    const uint64_t below = first + rows.pitch;
    return {first, first + rows.texelBytes, below, below + rows.texelBytes};
}
inline std::array<uint64_t, 4> quadIn(const BankedTiles& tiles, uint32_t x, uint32_t y) {
    return ((x | y) & 1) == 0 ? tiles.offsetsOfQuad(x, y) : quadIn<BankedTiles>(tiles, x, y);
}

class TexelLayout {
  public:
    TexelLayout() = default;
    explicit TexelLayout(const PlainRows& rows) : layout_(rows) {}
    explicit TexelLayout(const BankedTiles& tiles) : layout_(tiles) {}

    /// True of all but rows.
    bool isTiled() const { return layout_.index() != 0; }
    /// Null of other layouts.
    const BankedTiles* tiles() const { return std::get_if<BankedTiles>(&layout_); }

    /// Calls `use` with the layout's own type.
    template <typename Use>
    decltype(auto) visit(Use use) const {
        return std::visit(use, layout_);
    }
    uint64_t offset(uint32_t x, uint32_t y) const {
        return visit([=](const auto& layout) { return placeIn(layout, x, y); });
    }
    /// Offsets of the texels (x, y), (x+1, y), (x, y+1) and (x+1, y+1).
    std::array<uint64_t, 4> offsetsOfQuad(uint32_t x, uint32_t y) const {
        return visit([=](const auto& layout) { return quadIn(layout, x, y); });
    }
    /// Offsets of `offsets.size()` texels from (x, y) to the right, `before` bytes on.
    void offsetsOfRow(uint32_t x, uint32_t y, uint64_t before, std::span<uint64_t> offsets) const;

  private:
    std::variant<PlainRows, BankedTiles> layout_;
};

}  // namespace cyclorama::func
