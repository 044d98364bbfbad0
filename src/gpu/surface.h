// SPDX-License-Identifier: MIT
#pragma once
// Layout of images in memory: tiling, tile status, the memory of two pixel pipes.

#include <array>
#include <cstdint>

#include "func/formats/format.h"
#include "func/memory/address.h"
#include "func/types.h"

namespace cyclorama::gpu {

/// Per tile of a surface, a few bits in memory of their own say whether the tile has its clear value, whatever the
/// surface's memory holds.
struct TileStatus {
    bool enabled = false;
    func::Address address{};
    /// 2 or 4.
    uint32_t bitsPerTile = 2;
    /// Bytes of the surface that one tile covers: 64, 128 or 256.
    uint32_t tileBytes = 64;
    /// Content of a cleared tile: a sample of 32 or 64 bits, smaller ones repeated.
    uint64_t clearValue = 0;
    /// Tiles may be stored compressed; their bytes are then shorter, never other.
    bool compressed = false;
    /// Fast-clear auto-disable: tile status is dropped once every cleared tile has been filled.
    bool autoDisable = false;
    /// Cleared tiles of 4x4 samples when counting starts.
    uint32_t clearedTiles = 0;
    /// Number of times that the driver has set clearedTiles: each restarts the count.
    uint32_t timesCounted = 0;
};

/// Arrangement of a buffer's samples in memory.
struct SurfaceLayout {
    func::Tiling tiling = func::Tiling::Hierarchy;
    /// Bytes from one row of pixels to the next, as if the surface were linear: a row of 4x4 tiles takes four times
    /// that. Unused in a tile hierarchy.
    uint32_t stride = 0;
    /// Pixel pipes that share the surface: the second has every other tile row, or supertile row, in memory of its own
    /// (the multi-tiled layouts).
    uint32_t pipes = 1;
    func::Address secondPipeAddress{};
    TileStatus tileStatus;
};

/// An image as the resolve and blit engines see it.
struct Surface {
    func::Address address{};
    SurfaceLayout storage;
    func::Format format = func::Format::Rgba8888;
    /// Size of the whole image, in samples: a surface of four samples a pixel is twice as wide and twice as high.
    uint32_t width = 0;
    uint32_t height = 0;
};

}  // namespace cyclorama::gpu
