// SPDX-License-Identifier: MIT
#pragma once
// The cache of a render output unit. Quads fetch lines ahead of their use; misses become requests, each with a line
// that leaves the slot, a line that comes in, or both, which go their ways as line_paths.h has it. How the lines of a
// buffer are stored, and what of them need not be moved at all, is said by the backend of the buffer's metadata
// (buffer_backend.h).
//
// Sizes in memory are those of the buffer's bytes in the address space when the line reaches the compressor.

#include <cstdint>
#include <optional>
#include <string>

#include "machine/timing/raster/hierarchical_z_update.h"
#include "machine/timing/rop/block_state_backend.h"
#include "machine/timing/rop/idle_cycles.h"
#include "machine/timing/rop/line_paths.h"
#include "machine/timing/rop/line_queues.h"
#include "machine/timing/rop/memory_transfers.h"
#include "machine/timing/rop/rop_settings.h"
#include "machine/timing/rop/rop_statistics.h"
#include "machine/timing/rop/tile_status_backend.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "mem/retried_cache.h"
#include "mem/transaction.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

class RopCache {
  public:
    RopCache(sim::StatisticsRegistry& registry, const std::string& statisticsSuffix, const RopCacheSettings& settings,
             uint32_t unit, uint32_t units, mem::AddressSpace& space, mem::MemoryPort& port);
    RopCache(const RopCache&) = delete;
    RopCache& operator=(const RopCache&) = delete;

    // The buffer in use, by its metadata.
    void useBlockStates(const BlockStateBackend::Buffer& buffer) {
        blockStates_.setBuffer(buffer);
        backend_ = &blockStates_;
        idle_.invalidate();
    }
    void useTileStatus() {
        backend_ = &tileStatus_;
        idle_.invalidate();
    }
    bool usesBlockStates() const { return backend_ == &blockStates_; }
    BlockStateBackend& blockStates() { return blockStates_; }
    const BlockStateBackend& blockStates() const { return blockStates_; }

    // One fetch or allocation a cycle, after update(), for `reserves` uses of the line. `status` is that of the
    // surface's lines if the buffer has tile status as metadata, else null. Return false on a stall. refused() then
    // describes the refused try: it is refused again until moved(), unless it is uncertain.
    bool fetch(func::Address address, mem::CacheSlot& slot, uint32_t reserves, const SurfaceStatus* status);
    bool allocate(func::Address address, mem::CacheSlot& slot, uint32_t reserves, const SurfaceStatus* status);
    /// Uses of a line that was fetched; false on a stall. Bits of `mask` are bytes from `address` on.
    bool read(sim::Cycle cycle, mem::CacheSlot slot, uint32_t bytes) {
        if (!readPorts_.ready(cycle)) return cache_.noteOther(false);
        if (!cache_.read(slot, bytes)) return false;
        readPorts_.use(cycle, bytes);
        return true;
    }
    bool write(sim::Cycle cycle, func::Address address, mem::CacheSlot slot, uint32_t bytes, uint64_t mask) {
        if (!writePorts_.ready(cycle)) return cache_.noteOther(false);
        if (!cache_.write(address.bits(), slot, bytes, mask)) return false;
        writePorts_.use(cycle, bytes);
        return true;
    }
    /// Gives a line back without a write.
    void release(mem::CacheSlot slot) { cache_.unreserve(slot); }
    const mem::RefusedTry& refused() const { return cache_.refused(); }
    /// The fetch would be refused again, whatever moved().
    bool refuses(const mem::RefusedTry& fetch) const { return cache_.holds(fetch); }

    /// Steps of quads of `bytes` bytes never wait for a port: lines take one at most, and there are two.
    bool fitsOnePortCycle(uint32_t bytes) const {
        return readPorts_.count > 1 && writePorts_.count > 1 && readPorts_.cyclesFor(bytes) == 1;
    }
    // Remaining steps of a quad whose first step succeeded. Requires fitsOnePortCycle().
    void continueRead(mem::CacheSlot slot, uint32_t bytes, uint32_t times) { cache_.read(slot, bytes, times); }
    void continueWrite(func::Address address, mem::CacheSlot slot, uint32_t bytes, uint64_t mask, uint32_t times) {
        cache_.write(address.bits(), slot, bytes, mask, times);
    }
    /// A use of a line that is counted later.
    void touch(mem::CacheSlot slot) { cache_.touch(slot); }

    /// Data that arrives in `cycle`; before update().
    void takeData(sim::Cycle cycle, const mem::MemoryTransaction& transaction) {
        idle_.accountIdleCycles(cycle);
        idle_.invalidate();
        memory_.takeData(transaction);
    }
    /// In place of update(), once a cycle: true where the cycle is like the last, with nothing for memory.
    bool passes(sim::Cycle cycle, mem::AcceptState accepts) {
        return idle_.skip(cycle) && accepts == memory_.accepts();
    }
    // Messages between the unit's box and the cache for tile status: answers of `cycle`, before update(), and what is
    // to be sent after it.
    void takeStatus(sim::Cycle cycle, const TileStatusAnswer& answer) {
        idle_.accountIdleCycles(cycle);
        idle_.invalidate();
        tileStatus_.receive(answer);
    }
    std::optional<TileStatusRequest> nextStatusRequest() { return tileStatus_.takeRequest(); }
    /// Simulates one cycle; returns the transaction to be sent in it. Cycles in which nothing is due may be left out.
    std::optional<mem::MemoryTransaction> update(sim::Cycle cycle, mem::AcceptState accepts);
    /// The next cycle that goes differently, unless data arrives or what may be sent changes.
    sim::Cycle due() const { return idle_.due(); }
    /// Lines moved, or an operation did, in the last cycle or since.
    bool moved() const { return idle_.moved(); }
    /// Before statistics are taken, all cycles before `end` having passed.
    void accountIdleCycles(sim::Cycle end) { idle_.accountIdleCycles(end); }

    /// After a line reached the compressor in this cycle: the report for Hierarchical Z.
    bool hasDepthReport() const { return writebacks_.hasDepthReport(); }
    std::optional<HierarchicalZUpdate> takeDepthReport() { return writebacks_.takeDepthReport(); }

    enum class Operation : uint8_t { Flush, SaveStates, RestoreStates, ResetStates };
    /// Operations of many cycles, one at a time: to be called in every cycle until it returns false.
    bool perform(Operation operation);

    /// Empties the cache in the next update(); with `clear` all blocks become clear, or else plain.
    void reset(bool clear);

    /// Adds the uses of lines to blocks of memory from now on, or with null no longer. The blocks must outlive that.
    void countUses(mem::CacheBlocks* blocks) { cache_.countUses(blocks); }

    std::string describeWait() const;
    /// Lines are on their way.
    bool waitsForMemory() const { return fills_.used() != 0 || writebacks_.used() != 0; }

  private:
    enum class Progress : uint8_t { None, Running, Done };

    void performReset();
    [[gnu::always_inline]] inline void endPortUses(sim::Cycle cycle);
    [[gnu::always_inline]] inline std::optional<mem::MemoryTransaction> updateLines(sim::Cycle cycle);
    [[gnu::always_inline]] inline std::optional<mem::MemoryTransaction> moveLines(sim::Cycle cycle);
    [[gnu::always_inline]] inline void endTransfer();
    std::optional<mem::MemoryTransaction> moveMetadata(bool linesMove);
    void takeRequest();
    void startLines(const mem::CacheRequest& request);
    /// A fetch or an allocation succeeded, and may have left a request. `status` has the tile of a line that comes in;
    /// null without one.
    void endFetch(mem::CacheSlot slot, const SurfaceStatus* status);
    bool runs(Operation operation) const { return progress_ == Progress::Running && operation_ == operation; }
    void advanceFlush();
    void advanceStates(sim::Cycle cycle);

    RopCacheSettings settings_;
    IdleCycles idle_;
    mem::NotedCache cache_;
    RopCacheStatistics statistics_;
    MemoryTransfers memory_;
    CachePorts readPorts_;
    CachePorts writePorts_;
    BlockStateBackend blockStates_;
    TileStatusBackend tileStatus_;
    BufferBackend* backend_;
    FillPath fills_;
    WritebackPath writebacks_;
    uint32_t request_ = kNoCacheRequest;  // taken, but its lines do not move yet

    bool resetPending_ = true;
    bool resetToClear_ = false;
    Operation operation_ = Operation::Flush;
    Progress progress_ = Progress::None;
    sim::Cycle statesResetEnds_ = sim::kNever;
};

}  // namespace cyclorama::machine::timing
