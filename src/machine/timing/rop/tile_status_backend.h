// SPDX-License-Identifier: MIT
#pragma once
// Lines of linear and tiled surfaces and their tile status. It is looked up in the pipe's cache for tile status
// (tile_status_unit.h) before a line is read and before one is written: lines of cleared tiles are not read, and leave
// whole. Status that is not there is moved over the unit's own port to memory. Nothing is compressed, and a flush
// writes dirty lines, then dirty status. Surfaces without tile status, or that dropped it (fast-clear auto-disable),
// use the same backend and look nothing up.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/timing/rop/buffer_backend.h"
#include "machine/timing/rop/surface_status.h"
#include "machine/timing/rop/tile_status_unit.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class TileStatusBackend final : public BufferBackend {
  public:
    /// `slots` is the number of lines of the cache. Where it is not `attached` to a cache for tile status, status costs
    /// nothing.
    TileStatusBackend(sim::StatisticsRegistry& registry, const std::string& suffix, bool attached, uint32_t slots,
                      uint32_t lineBytes);

    /// A line is about to come into a slot.
    void assign(uint32_t slot, const LineStatus& status) {
        replaced_[slot] = current_[slot];
        current_[slot] = status;
    }

    // Messages between the unit's box and the cache for tile status: the next to be sent, in the cycle in which it
    // comes up, and answers.
    std::optional<TileStatusRequest> takeRequest();
    void receive(const TileStatusAnswer& answer);

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
    bool busy() const override { return pending().has_value(); }
    std::optional<MetadataAccess> next() override { return pending(); }
    void sent() override;
    void arrived(uint32_t) override;
    bool flush(mem::FetchCache& cache) override;

  private:
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix);
        sim::Counter readBytes, writeBytes, clearedLines;
    };
    /// A request of which the answer is to be waited for.
    enum class Progress : uint8_t { None, Asked, Answered };

    std::optional<MetadataAccess> pending() const;
    bool lookUp(LinePath path, const LineMetadata& line, TileStatusRequest::Kind kind);
    void endMove();

    uint32_t lineBytes_;
    std::optional<Statistics> statistics_;  // none unless attached
    sim::BoundedQueue<TileStatusRequest> requests_;
    std::array<Progress, 2> lookups_{};  // by path
    Progress flush_ = Progress::None;
    /// What is left to be moved; a read stays until its data has arrived.
    TileStatusAnswer move_;
    bool reading_ = false;
    // Status of the line of each slot of the unit's cache, and of the line that leaves it.
    std::vector<LineStatus> current_;
    std::vector<LineStatus> replaced_;
};

}  // namespace cyclorama::machine::timing
