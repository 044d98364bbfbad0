// SPDX-License-Identifier: MIT
#pragma once
// The sizes of tile status, which depend on the chip (Mesa: etnaviv_screen.c, etna_screen_get_tile_size).

#include <cstdint>

#include "families/vivante/chip/chip.h"

namespace cyclorama::vivante {

/// Bits of status for each tile.
inline uint32_t tileStatusBits(const Chip& chip) {
    return chip.has(features::kTwoBitsPerTile) && !chip.has(features::kCacheLines128Or256) ? 2 : 4;
}

/// Bytes of a surface that one status covers. `large` is the TS_MODE of the surface, where the chip has one.
inline uint32_t tileStatusTileBytes(const Chip& chip, bool large, bool multisampled) {
    if (chip.has(features::kCacheLines128Or256)) return large ? 256 : 128;
    if (chip.has(features::kSmallMsaa) && multisampled) return 256;
    return 64;
}

/// A 32-bit word of status whose tiles are all cleared.
inline uint32_t clearedTileStatus(const Chip& chip) {
    if (chip.has(features::kDec400)) return 0xffffffff;
    return tileStatusBits(chip) == 4 ? 0x11111111 : 0x55555555;
}

}  // namespace cyclorama::vivante
