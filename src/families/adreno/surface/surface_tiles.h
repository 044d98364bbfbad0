// SPDX-License-Identifier: MIT
#pragma once
// Tiles of an image, for whoever works on them as a whole.

#include <bit>
#include <optional>

#include "families/adreno/surface/surface_view.h"
#include "func/layout/banked_tiles.h"

namespace cyclorama::adreno {

/// Empty if the image has none: tiles hold pixels of a power of two alone.
inline std::optional<func::BankedTiles> tilesOf(const SurfaceParameters& parameters) {
    constexpr uint32_t kMostPixelBytes = 64;
    const SurfaceFormat* const format = parameters.format;
    if (format == nullptr || parameters.tileMode != TileMode::Tiled) return std::nullopt;
    const uint32_t bytes = format->bytes * parameters.samples;
    if (!std::has_single_bit(bytes) || bytes > kMostPixelBytes) return std::nullopt;
    return func::BankedTiles(bytes, parameters.pitch, parameters.banks, format->isTall() && parameters.samples == 1);
}

}  // namespace cyclorama::adreno
