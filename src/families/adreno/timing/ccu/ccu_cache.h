// SPDX-License-Identifier: MIT
#pragma once
// One cache of a CCU, of colours or of depth and stencil, in blocks of 256 bytes.
//
//   ports, in turns -> [CcuBytesPerCycle for reads, and as many for writes] -> tags
//       -> a read: answer if the block is whole, or else when its lines have come from memory
//       -> a write: answer; a block that is new is not read
//   a block that is replaced or flushed -> writeback (ccu_writebacks.h) -> memory
//
// A read of a compressed block (UBWC) that misses waits for the flags, from a cache of CcuFlagLines lines
// (flag_cache.h), and then for as many lines as its pixels take.
//
// Values: none; bytes are in the address space, and whoever sends an access has executed it.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/timing/ccu/block_counters.h"
#include "families/adreno/timing/ccu/ccu_port.h"
#include "families/adreno/timing/ccu/ccu_writebacks.h"
#include "families/adreno/timing/ccu/target_caching.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "mem/cache_tags.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class CcuCache {
  public:
    static constexpr uint32_t kIds = 1 << 16;  ///< numbers of its reads of memory

    /// `owner` clocks this. `firstId`: the first number of its reads of memory.
    CcuCache(sim::Box& owner, const CcuSettings& settings, const GmemRange& gmem, CcuTarget target, LineMemory& memory,
             uint32_t firstId);

    /// The port stays where it is.
    CcuPort& addPort(sim::Box& owner, const std::string& name);
    /// Lines that may be on their way from memory.
    static uint32_t mostReads(const CcuSettings& settings);
    void addCounters(ChipCounters& counters, CcuTarget target) const;
    /// Writes back all blocks, and with `invalidate` forgets them.
    void clean(bool invalidate) { commanded_ = Cleaning{.invalidates = invalidate}; }
    /// That is not done yet.
    bool cleans() const { return commanded_ || (cleaning_ && !cleaning_->halvings); }

    /// A line has come from memory.
    void fill(uint32_t id, sim::Cycle cycle);
    /// After each cycle, all boxes having been clocked: compressed blocks get their sizes.
    void betweenCycles(const BlockSizes& sizes);
    /// One cycle; true if anything moved, or will in the next cycle.
    bool clock(sim::Cycle cycle);
    /// The first cycle after this one in which an access can be served, if nothing comes until then.
    sim::Cycle nextService(sim::Cycle cycle) const;
    /// In the last cycle, an access found no room.
    bool stalls() const { return stalls_; }
    /// A read waits for flags.
    bool waitsForFlags() const;
    sim::Backlog backlog() const;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const;

  private:
    struct Client {
        std::unique_ptr<CcuPort> port;
        sim::BoundedQueue<CcuAccess> queue{CcuPort::kMost};
    };
    struct Request {
        CcuAccess access{};
        CcuPort* port = nullptr;
    };
    /// Steps of a miss: its flags are on their way, its size is not known, its lines are on their way.
    enum class Step : uint8_t { Flags, Size, Lines };
    struct Miss {
        mem::CacheSlot slot{};
        uint64_t address = 0;
        uint32_t linesLeft = 0;
        bool used = false;
        Step step = Step::Lines;
        std::vector<Request> waiting{};
    };
    struct Cleaning {
        bool invalidates = false;
        std::optional<uint8_t> halvings{};  ///< of the cache afterwards
        uint32_t cleaned = 0;               ///< slots
    };
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, CcuTarget target);
        sim::Counter accesses, hits, partialReads, writebacks, flagLines;
        BlockCounters reads, writes;
    };

    bool serve(sim::Cycle cycle);
    bool serveClient(Client& client, sim::Cycle cycle);
    /// False if there is no room for it now.
    bool serveOne(const Request& request, sim::Cycle cycle);
    bool read(const Request& request, sim::Cycle cycle);
    bool write(const Request& request, sim::Cycle cycle);
    void startMiss(const Request& request, mem::CacheSlot slot);
    /// Compressed blocks whose flags have come wait for their size; true if one does, or has come whole.
    bool continueMisses(sim::Cycle cycle);
    bool findFlags(Miss& miss);
    bool waitsForSize() const;
    /// No request, command or writeback waits; lines may still be on their way from memory.
    bool idles() const;
    void endMiss(uint32_t number, sim::Cycle cycle);
    void countLines();
    bool replace(mem::CacheSlot& slot, uint64_t address);
    bool cleanSlot(mem::CacheSlot slot);
    void startCleaning();
    bool continueCleaning();
    void answer(const Request& request, sim::Cycle cycle, uint32_t latency);
    uint32_t cyclesOf(const CcuAccess& access) const;

    const CcuSettings settings_;
    const GmemRange gmem_;
    LineMemory& memory_;
    const uint32_t firstId_;
    Statistics statistics_;
    std::vector<Client> clients_;
    mem::CacheTags tags_;
    std::vector<CcuBlockBytes> written_;  ///< of each slot, what memory does not have
    std::vector<CcuBlockBytes> present_;  ///< of each slot, what the cache has
    std::vector<BlockFlags> blockFlags_;  ///< of each slot
    std::vector<Miss> misses_;
    std::vector<uint32_t> freeMisses_;
    std::vector<uint32_t> compressed_;  ///< misses of compressed blocks
    FlagCache flags_;
    CcuWritebacks writebacks_;
    std::array<sim::Cycle, 2> free_{};  ///< of reads and of writes
    uint32_t turn_ = 0;
    uint8_t halvings_ = 0;
    bool stalls_ = false;
    std::optional<Cleaning> commanded_;
    std::optional<Cleaning> cleaning_;
};

}  // namespace cyclorama::adreno
