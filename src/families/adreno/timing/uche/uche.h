// SPDX-License-Identifier: MIT
#pragma once
// The unified cache (UCHE), through which programs access all memory.
//
//   a queue for each unit -> [taken in turns: the instruction takes effect, its lines are known]
//       -> [a line a cycle and unit, and those of other units] -> banks, by line -> tags -> hit: answer
//                                                              -> miss: a read of memory, then the answer
//
// Loads are answered when their last line is served; stores and atomic operations stay in the cache until a line is
// replaced or flushed. A store without its line in the cache gets one without a read.
//
// Parameters: [ADRENO] Uche*, BufferLatency; docs/develop/timing_adreno.md has their sources.
// Inputs: accesses of units, commands of the command processor, data from memory. Outputs: answers, memory requests.
// Statistics: UCHE_*, by the names of the chips' own counters where there are any.
//
// Values: bytes are in the address space. An access takes effect when this box takes it, whole: the order in which it
// takes them is the order of memory for loads, stores and atomic operations of all units, so that programs which wait
// for each other do so here as on a chip. Its bytes never come from the cache.
// Simplified: lines of GMEM are served as hits. Descriptors take no time.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/flush_port.h"
#include "families/adreno/timing/lines/line_memory.h"
#include "families/adreno/timing/lines/line_port.h"
#include "families/adreno/timing/sp/shader_wave.h"
#include "families/adreno/timing/uche/set_hash.h"
#include "mem/cache_tags.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class Uche final : public sim::Box {
  public:
    static constexpr std::string_view kMemoryClient = "UCHE";

    Uche(sim::Simulation& simulation, sim::DomainId domain, const UcheSettings& settings, const GmemRange& gmem);
    ~Uche() override;
    /// The longest from an answer to its arrival, in cycles.
    static uint32_t answerLatency(const UcheSettings& settings);

    /// A shader unit's way here and back.
    struct UnitPort {
        UnitPort(Uche& uche, uint32_t number);
        sim::Signal<AccessMessage> access;
        sim::Output<AccessAnswer> answers;
    };
    UnitPort& unit(uint32_t number) { return *units_[number].port; }
    /// Adds the way of another unit, which stays where it is, before the first cycle: as LineClient().
    LinePort& addClient(const LineClientInfo& info);
    void addCounters(ChipCounters& counters) const;
    mem::MemoryPort& channel(uint32_t number) { return memory_.channel(number); }
    /// From the command processor: one at a time, the number of those that are done comes back.
    sim::Signal<UcheFlush> flush;
    sim::LevelOutput<uint32_t> flushed;
    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override { return memory_.holdup(); }

  private:
    /// An instruction whose lines go to the banks.
    struct Splitting {
        MemoryAccess* access = nullptr;  ///< null for stores
        AccessKind kind = AccessKind::Load;
        std::vector<LineAccess> lines{};
        size_t given = 0;
        uint32_t unit = 0;
    };
    struct Unit {
        std::unique_ptr<UnitPort> port;
        sim::BoundedQueue<MemoryAccess*> queue;
        Splitting splitting;
    };
    /// A line that a bank is to serve.
    struct Request {
        LineAccess line{};
        AccessKind kind = AccessKind::Load;
        MemoryAccess* access = nullptr;
        LineClient* client = nullptr;  ///< null for shader units
        uint32_t number = 0;           ///< of the shader unit, or the client's for the line
    };
    struct Bank {
        sim::BoundedQueue<Request> queue;
        sim::Cycle free = 0;
    };
    struct Miss {
        mem::CacheSlot slot{};
        std::vector<Request> waiting{};
        bool used = false;
        sim::Cycle since = 0;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, reads, writes, atomics, hits, misses, evicts, latency, latencySamples, bankBusy;
    };

    bool take(sim::Cycle cycle);
    void takeOne(Unit& unit, sim::Cycle cycle);
    bool split(sim::Cycle cycle);
    bool takeRequest(LineClient& client);
    bool serve(Bank& bank, sim::Cycle cycle);
    bool serveLine(const Request& request, sim::Cycle cycle);  ///< false if it cannot be served now
    bool hits(const Request& request, mem::CacheSlot slot) const;
    bool miss(const Request& request, mem::CacheSlot slot, bool present, sim::Cycle cycle);
    bool replace(mem::CacheSlot& slot, uint64_t address);
    void finishLine(const Request& request, mem::CacheSlot slot, sim::Cycle cycle);
    /// A line of an access was served, whose bytes are there in `end`: the last one answers it.
    void answer(const Request& request, sim::Cycle cycle, sim::Cycle end);
    /// From the end of an access's lines to its answer's arrival.
    uint32_t latencyOf(const InstructionPlan& plan) const;
    void fill(uint32_t number, sim::Cycle cycle);
    bool clean();
    bool cleanSlot(mem::CacheSlot slot);
    bool inGmem(uint64_t address) const { return address - gmem_.base < gmem_.bytes; }
    uint32_t cyclesOf(const Request& request) const;
    void sleepUntilNext(sim::Cycle cycle, bool active);
    UcheSettings settings_;
    GmemRange gmem_;
    SetHash hash_;
    Statistics statistics_;
    mem::CacheTags tags_;
    std::vector<uint64_t> written_;  ///< bytes of each slot's line that memory does not have
    std::vector<uint64_t> present_;  ///< bytes of each slot's line that the cache has
    std::vector<uint32_t> missOf_;   ///< that a pending slot waits for
    LineMemory memory_;
    std::vector<Unit> units_;
    std::vector<std::unique_ptr<LineClient>> clients_;
    size_t inTurn_ = 0;  ///< the first ones, each of which is the first in turn
    std::vector<Bank> banks_;
    std::vector<Miss> misses_;
    std::vector<uint32_t> freeMisses_;
    uint32_t turn_ = 0;
    bool flushing_ = false;
    bool invalidates_ = false;
    uint32_t cleaned_ = 0;  ///< slots, by the flush under way
    uint32_t flushes_ = 0;
};

}  // namespace cyclorama::adreno
