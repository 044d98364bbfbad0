// SPDX-License-Identifier: MIT
#pragma once
// One cache of a CCU, of colours or of depth and stencil, in blocks of 256 bytes.
//
//   ports, in turns -> [CcuBytesPerCycle for reads, and as many for writes] -> tags
//       -> a read: answer if the block is whole, or else when its lines have come from memory
//       -> a write: answer; a block that is new is not read
//   a block that is replaced or flushed -> writeback (ccu_writebacks.h) -> memory
//
// Values: none; bytes are in the address space, and whoever sends an access has executed it.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/timing/ccu/ccu_writebacks.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "mem/cache_tags.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

enum class CcuTarget : uint8_t { Color, Depth };

struct CcuAccess {
    uint64_t address = 0;  ///< of the line
    uint64_t bytes = 0;    ///< a bit for each byte of it
    bool write = false;
    /// How often RB_CCU_CNTL halves the cache (COLOR_CACHE_SIZE, DEPTH_CACHE_SIZE), at most 3. A change empties it.
    uint8_t halvings = 0;
    uint32_t id = 0;  ///< the sender's own
};
std::string describe(const CcuAccess& access);

/// A read's bytes have come, or a write's were taken.
struct CcuAnswer {
    uint32_t id = 0;
};
std::string describe(const CcuAnswer& answer);

/// A unit's way to a cache, of which no more than kMost accesses may be without an answer.
struct CcuPort {
    static constexpr uint32_t kMost = 32;
    /// Accesses, and answers, of a cycle.
    static constexpr uint32_t kWidth = 2;

    CcuPort(sim::Box& owner, const std::string& name);
    /// The longest from an answer to its arrival, in cycles: the latency of the signal that answers bind to.
    static uint32_t answerLatency(const CcuSettings& settings);

    sim::Signal<CcuAccess> access;
    sim::Output<CcuAnswer> answers;
};

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
    /// One cycle; true if anything moved, or will in the next cycle.
    bool clock(sim::Cycle cycle);
    /// The first cycle after this one in which an access can be served, if nothing comes until then.
    sim::Cycle nextService(sim::Cycle cycle) const;
    /// In the last cycle, an access found no room.
    bool stalls() const { return stalls_; }
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
    struct Miss {
        mem::CacheSlot slot{};
        uint32_t linesLeft = 0;
        std::vector<Request> waiting{};
    };
    struct Cleaning {
        bool invalidates = false;
        std::optional<uint8_t> halvings{};  ///< of the cache afterwards
        uint32_t cleaned = 0;               ///< slots
    };
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, CcuTarget target);
        sim::Counter accesses, hits, partialReads, writebacks;
    };

    bool serve(sim::Cycle cycle);
    bool serveClient(Client& client, sim::Cycle cycle);
    /// False if there is no room for it now.
    bool serveOne(const Request& request, sim::Cycle cycle);
    bool read(const Request& request, sim::Cycle cycle);
    bool write(const Request& request, sim::Cycle cycle);
    void startMiss(const Request& request, mem::CacheSlot slot);
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
    std::vector<Miss> misses_;
    std::vector<uint32_t> freeMisses_;
    CcuWritebacks writebacks_;
    std::array<sim::Cycle, 2> free_{};  ///< of reads and of writes
    uint32_t turn_ = 0;
    uint8_t halvings_ = 0;
    bool stalls_ = false;
    std::optional<Cleaning> commanded_;
    std::optional<Cleaning> cleaning_;
};

}  // namespace cyclorama::adreno
