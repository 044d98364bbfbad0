// SPDX-License-Identifier: MIT
#include "func/layout/texel_layout.h"

#include <bit>
#include <cassert>

#include "func/lanes/vectors.h"

namespace cyclorama::func {

void TexelLayout::offsetsOfRow(uint32_t x, uint32_t y, uint64_t before, std::span<uint64_t> offsets) const {
    if (const auto* const rows = std::get_if<PlainRows>(&layout_)) {
        uint64_t offset = before + placeIn(*rows, x, y);
        for (uint64_t& each : offsets) {
            each = offset;
            offset += rows->texelBytes;
        }
        return;
    }
    visit([&](const auto& layout) {
        const uint64_t base = before + layout.rowBase(y);
        const uint32_t bits = layout.rowBits(y);
        size_t done = 0;
        for (; done + 4 <= offsets.size(); done += 4, x += 4) {
            const Uint4 places = bits ^ layout.column(Uint4{x, x + 1, x + 2, x + 3});
            for (size_t i = 0; i < 4; ++i) offsets[done + i] = base + places[i];
        }
        for (; done < offsets.size(); ++done) offsets[done] = base + (bits ^ layout.column(x++));
    });
}

TexelLayout layoutOf(Tiling tiling, uint32_t texelBytes, uint64_t pitch) {
    assert(tiling != Tiling::Hierarchy && std::has_single_bit(texelBytes));
    const auto bytesLog2 = static_cast<uint8_t>(std::countr_zero(texelBytes));
    if (tiling == Tiling::Tiled) return TexelLayout(Tiles4x4{.texelBytesLog2 = bytesLog2, .pitch = pitch});
    if (tiling == Tiling::SuperTiled) return TexelLayout(Supertiles{.texelBytesLog2 = bytesLog2, .pitch = pitch});
    return TexelLayout(PlainRows{.pitch = pitch, .texelBytes = texelBytes});
}

}  // namespace cyclorama::func
