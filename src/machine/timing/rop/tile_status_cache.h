// SPDX-License-Identifier: MIT
#pragma once
// The cache of a render output pipe's unit for the tile status of its surfaces. It is asked as a line of a surface
// comes in, which is not read from memory where all its tiles are cleared, and as a line leaves, whose tiles are no
// longer cleared then. Status that is not there is read from memory, one line at a time; dirty lines are written as
// they are replaced or flushed.
//
// Parameters: TileStatusCacheWays, TileStatusCacheLines. Its sizes and that a hit takes no time are estimates.
// Statistics: those of TileStatusStatistics, with the unit's suffix.
// As all caches it holds no bytes: the status itself is in the address space, and changes as quads are written.

#include <cstdint>
#include <optional>
#include <string>

#include "func/layout/tile_status.h"
#include "gpu/surface.h"
#include "machine/timing/rop/line_queues.h"
#include "machine/values/surfaces.h"
#include "mem/cache_tags.h"
#include "mem/transaction.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

struct TileStatusCacheSettings {
    mem::CacheGeometry geometry{.ways = 4, .lines = 4, .lineBytes = mem::kTransactionBytes};
};

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
    SurfaceStatus(const Surface& surface, func::Address address, const gpu::TileStatus& status, uint32_t lineBytes);

    LineStatus of(func::Address line) const;

  private:
    func::TileStatusMap map_;
    func::Address address_{};
    uint64_t bytes_ = 0;
    gpu::TileStatus status_;
    uint32_t lineBytes_ = 0;
};

struct TileStatusStatistics {
    /// `suffix` as in the names: CW-SU0, ZST-SU0.
    TileStatusStatistics(sim::StatisticsRegistry& registry, const std::string& suffix);
    sim::Counter lookups, misses, readBytes, writeBytes, clearedLines;
};

class TileStatusCache {
  public:
    TileStatusCache(sim::StatisticsRegistry& registry, const std::string& suffix,
                    const TileStatusCacheSettings& settings);

    /// True where the status at an address is there. Else it is asked for, unless another is under way: try again.
    bool lookUp(func::Address address);
    /// Status that is there changes.
    void write(func::Address address);
    /// A line of a surface is filled with its clear value instead of being read.
    void recordClearedLine() { ++statistics_.clearedLines; }

    /// The next transfer with memory, until it is sent().
    std::optional<MetadataAccess> next() const;
    void sent();
    /// The line that was asked for is there.
    void arrived();

    /// To be called in every cycle until all dirty lines have been sent; the cache is empty then.
    bool flush();
    void reset();
    /// There is nothing to send.
    bool quiet() const { return step_ == Step::None || step_ == Step::Reading; }

  private:
    enum class Step : uint8_t { None, WriteBack, WriteBackAndRead, Read, Reading };

    mem::CacheTags tags_;
    TileStatusStatistics statistics_;
    Step step_ = Step::None;
    mem::CacheSlot missing_;
    func::Address writeBack_{};
};

}  // namespace cyclorama::machine::timing
