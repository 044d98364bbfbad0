// SPDX-License-Identifier: MIT
#pragma once
// The caches of colours and of depth in front of memory (CCU): a pair for each shader processor, with a bus of its own.
//
//   RB's colours, 2D engine -> cache of colours --.
//   RB's depth -> cache of depth and stencil ------+-> the pair's bus -> memory
//   moves of bins -> past them (ccu_bypass.h) -----'
//   flushes of the command processor -> all caches of a target
//
// A line may be in the caches of several pairs: who sends accesses decides, by the place on the target.
//
// Parameters: [ADRENO] Ccu*; docs/develop/timing_adreno.md has their sources.
// Inputs: accesses of units, commands of the command processor, data from memory. Outputs: answers, memory requests.
// Statistics: *_CCU, by the names of the chips' own counters where there are any.
//
// Values: none; bytes are in the address space.
// Compressed blocks (UBWC) get their sizes by their pixels between two cycles (betweenCycles()).
// Simplified: lines of GMEM, which the 2D engine alone sends here, are served as hits. Compression takes no time beside
// that of lines and flags. Blocks leave a cache by their address alone, not by the target's number and layer.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/ccu/ccu_bypass.h"
#include "families/adreno/timing/ccu/ccu_cache.h"
#include "mem/memory_controller.h"

namespace cyclorama::adreno {

/// A flush of all caches of a target: dirty blocks go to memory, and with `invalidate` none is left.
struct CcuFlush {
    CcuTarget target = CcuTarget::Color;
    bool invalidate = false;
};
std::string describe(const CcuFlush& flush);

class Ccu final : public sim::Box {
  public:
    static constexpr std::string_view kMemoryClient = "CCU";

    /// `space` outlives it.
    Ccu(sim::Simulation& simulation, sim::DomainId domain, const CcuSettings& settings, const GmemRange& gmem,
        const mem::AddressSpace& space);
    ~Ccu() override;

    /// Pairs of caches.
    uint32_t units() const { return static_cast<uint32_t>(units_.size()); }
    /// Adds a way to a cache of the pair with that number, before the first cycle; it stays where it is. `client` names
    /// it. Answers are bound to a signal of width CcuPort::kWidth and latency CcuPort::answerLatency().
    CcuPort& addPort(uint32_t unit, CcuTarget target, const std::string& client);
    /// The same past the pair's caches, for one client.
    CcuPort& addBypass(uint32_t unit, const std::string& client);
    mem::MemoryPort& memory(uint32_t unit) { return units_[unit]->memory.channel(0); }
    /// From the command processor: one at a time, the number of those that are done comes back.
    sim::Signal<CcuFlush> flush;
    sim::LevelOutput<uint32_t> flushed;

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    /// After each cycle, all boxes having been clocked.
    void betweenCycles(sim::Cycle cycle);
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    /// The memory, unless their own rate holds up half of the caches.
    const Box* holdup() const override;
    bool atFullRate() const override;

  private:
    struct Unit {
        Unit(Ccu& ccu, const CcuSettings& settings, const GmemRange& gmem, uint32_t number);

        CcuCache& cache(CcuTarget target) { return target == CcuTarget::Color ? color : depth; }

        LineMemory memory;
        CcuCache color;
        CcuCache depth;
        std::unique_ptr<CcuBypass> bypass;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, stalls, flagWaits;
    };

    bool clockUnit(Unit& unit, sim::Cycle cycle);
    bool flushes() const;
    bool stalls() const;
    bool waitsForFlags() const;

    Statistics statistics_;
    BlockSizes sizes_;
    std::vector<std::unique_ptr<Unit>> units_;
    bool flushing_ = false;
    uint32_t flushes_ = 0;    ///< that are done
    sim::Cycle clocked_ = 0;  ///< last
};

}  // namespace cyclorama::adreno
