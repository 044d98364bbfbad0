// SPDX-License-Identifier: MIT
#pragma once
// Layout of an image whose kind is known when the simulator runs: one of those of texel_places.h.

#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "func/layout/banked_tiles.h"
#include "func/layout/plain_rows.h"
#include "func/layout/square_tiles.h"
#include "func/types.h"

namespace cyclorama::func {

class TexelLayout {
  public:
    TexelLayout() = default;
    template <TexelPlaces Layout>
    explicit TexelLayout(const Layout& layout) : layout_(layout) {}

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
    std::variant<PlainRows, Tiles4x4, Supertiles, BankedTiles> layout_;
};

/// Rows, tiles or supertiles of texels of 1, 2, 4, 8 or 16 bytes. `pitch`: bytes from a row of texels to the next, as
/// if the image were row by row. Requires another tiling than Tiling::Hierarchy.
TexelLayout layoutOf(Tiling tiling, uint32_t texelBytes, uint64_t pitch);

}  // namespace cyclorama::func
