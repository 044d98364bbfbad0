// SPDX-License-Identifier: MIT
#pragma once
// Tile status: a few bits for each tile of a surface mark it as cleared, whatever the surface's memory holds. Tiles are
// counted in the order of memory.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cyclorama::func {

struct TileStatusParameters {
    /// Bits of status for each tile: 2 or 4.
    uint32_t bitsPerTile = 2;
    /// Bytes of the surface that one tile covers, a power of two.
    uint32_t tileBytes = 64;
    /// Content of cleared tiles, eight bytes at a time.
    uint64_t clearPattern = 0;
};

/// The eight bytes that repeat a sample's clear value; of samples of up to 4 bytes its lower half counts.
constexpr uint64_t clearPattern(uint64_t clearValue, uint32_t bytesPerSample) {
    return bytesPerSample > 4 ? clearValue : (clearValue & 0xffffffffu) | clearValue << 32;
}

/// Bytes of the tile status of a surface.
constexpr uint64_t tileStatusBytes(const TileStatusParameters& parameters, uint64_t surfaceBytes) {
    const uint64_t tiles = (surfaceBytes + parameters.tileBytes - 1) / parameters.tileBytes;
    return (tiles * parameters.bitsPerTile + 7) / 8;
}

/// Counts of tiles as they were opened. Several workers may count at the same time.
struct TileStatusEvents {
    /// Cleared tiles that were filled.
    std::atomic<uint64_t> filled{0};
    /// Tiles with a status that means nothing.
    std::atomic<uint64_t> invalid{0};
};

/// The tiles of one surface. Workers may change different tiles at the same time.
class TileStatusMap {
  public:
    /// A map without a cleared tile.
    TileStatusMap() = default;
    /// `status` has tileStatusBytes() of the surface. Where there are `events` they outlive the map.
    TileStatusMap(std::span<std::byte> status, const TileStatusParameters& parameters,
                  TileStatusEvents* events = nullptr);

    bool enabled() const { return !status_.empty(); }
    uint64_t clearPattern() const { return parameters_.clearPattern; }
    uint32_t tileBytes() const { return parameters_.tileBytes; }

    /// True if the tile that has this byte of the surface is cleared: 1 or all bits set. 0 is a tile that was written;
    /// a chip hangs on what is neither (seen with tile status that was never cleared), and it counts as written here.
    bool cleared(uint32_t offset) const;
    /// Before bytes of the surface are read or written in place: fills the tiles that they are in with the clear value
    /// and marks them as written, where they are cleared. Returns true if all are marked so now: one that is neither
    /// stays so, and counts as an event whenever it is opened.
    bool open(std::span<std::byte> surface, uint32_t offset, uint32_t bytes) const;

  private:
    uint32_t value(uint32_t tile) const;
    void fill(std::span<std::byte> surface, uint32_t tile) const;
    void markWritten(uint32_t tile) const;

    std::span<std::byte> status_;
    TileStatusParameters parameters_;
    TileStatusEvents* events_ = nullptr;
    uint32_t tileShift_ = 6;
    uint32_t mask_ = 3;
};

}  // namespace cyclorama::func
