// SPDX-License-Identifier: MIT
#pragma once
// Tile status of the lines of a surface, as they come into the cache of a render output pipe's unit.

#include <cstdint>

#include "func/layout/tile_status.h"
#include "gpu/surface.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine::timing {

/// Tile status of a line of a surface as it comes into a cache.
struct LineStatus {
    /// Address of the line.
    func::Address line{};
    /// Address of the status of its first tile.
    func::Address address{};
    /// The surface has tile status.
    bool tracked = false;
    /// All its tiles are cleared.
    bool cleared = false;
};

/// The status of the lines of one surface.
class SurfaceStatus {
  public:
    SurfaceStatus() = default;
    /// The surface starts at `address`. Its bytes have to outlive this.
    SurfaceStatus(const MappedSurface& surface, func::Address address, const gpu::TileStatus& status,
                  uint32_t lineBytes);

    LineStatus of(func::Address line) const;

  private:
    func::TileStatusMap map_;
    func::Address address_{};
    uint64_t bytes_ = 0;
    gpu::TileStatus status_;
    uint32_t lineBytes_ = 0;
};

}  // namespace cyclorama::machine::timing
