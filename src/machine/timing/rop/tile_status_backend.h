// SPDX-License-Identifier: MIT
#pragma once
// Lines of linear and tiled surfaces and their tile status. It is looked up, through a cache of its own with the same
// port to memory, before a line is read and before one is written: lines of cleared tiles are not read, and leave
// whole. Nothing is compressed, and a flush writes dirty lines alone. Surfaces without tile status, or that dropped it
// (fast-clear auto-disable), use the same backend and look nothing up.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/timing/rop/buffer_backend.h"
#include "machine/timing/rop/tile_status_cache.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class TileStatusBackend final : public BufferBackend {
  public:
    /// `slots` is the number of lines of the cache. Without `settings` the unit has no cache for tile status, and
    /// status costs nothing.
    TileStatusBackend(sim::StatisticsRegistry& registry, const std::string& suffix,
                      const std::optional<TileStatusCacheSettings>& settings, uint32_t slots, uint32_t lineBytes);

    /// A line is about to come into a slot.
    void assign(uint32_t slot, const LineStatus& status) {
        replaced_[slot] = current_[slot];
        current_[slot] = status;
    }

    void reset(bool cleared) override;
    LineAllocation allocation(func::Address, const LineRing<LineWriteback>&) const override {
        return LineAllocation::Empty;
    }
    LineMetadata leavingLine(func::Address address, uint32_t slot) override;
    LineMetadata comingLine(func::Address address, uint32_t slot) override;
    bool lookUpFill(const LineMetadata& line) override;
    bool lookUpWriteback(const LineMetadata& line) override;
    uint32_t bytesInMemory(const LineMetadata& line) const override { return line.cleared ? 0 : lineBytes_; }
    StoredLine store(const LineMetadata& line, std::span<const std::byte>) override {
        return {.bytes = lineBytes_, .whole = line.cleared};
    }
    std::optional<uint32_t> reportedBlock(func::Address) const override { return std::nullopt; }
    bool busy() const override { return cache_ && !cache_->quiet(); }
    std::optional<MetadataAccess> next() override { return cache_->next(); }
    void sent() override { cache_->sent(); }
    void arrived(uint32_t) override { cache_->arrived(); }
    bool flush(mem::FetchCache& cache) override { return cache.flushDirty() && (!cache_ || cache_->flush()); }

  private:
    uint32_t lineBytes_;
    std::optional<TileStatusCache> cache_;
    // Status of the line of each slot of the unit's cache, and of the line that leaves it.
    std::vector<LineStatus> current_;
    std::vector<LineStatus> replaced_;
};

}  // namespace cyclorama::machine::timing
