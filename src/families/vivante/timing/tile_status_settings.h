#pragma once
// Settings of the tile status caches of a chip's render output pipes.

#include <optional>

#include "machine/configuration/parameters/vivante_parameters.h"
#include "machine/timing/rop/tile_status_cache.h"

namespace cyclorama::machine::timing {

/// None for GPUs of other makers.
inline std::optional<TileStatusCacheSettings> tileStatusCacheSettings(const VivanteParameters& p) {
    if (p.model == 0) return std::nullopt;
    return TileStatusCacheSettings{.geometry = {.ways = p.tileStatusCacheWays,
                                                .lines = p.tileStatusCacheLines,
                                                .lineBytes = mem::kTransactionBytes}};
}

}  // namespace cyclorama::machine::timing
