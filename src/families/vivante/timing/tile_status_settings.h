// SPDX-License-Identifier: MIT
#pragma once
// Settings of the tile status caches of a chip's render output pipes.

#include "families/vivante/chip/parameters.h"
#include "machine/timing/rop/tile_status_unit.h"

namespace cyclorama::vivante {

inline machine::timing::TileStatusUnit::Settings tileStatusSettings(const EngineParameters& p) {
    return {.geometry = {
                .ways = p.tileStatusCacheWays, .lines = p.tileStatusCacheLines, .lineBytes = mem::kTransactionBytes}};
}

}  // namespace cyclorama::vivante
