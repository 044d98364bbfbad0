// SPDX-License-Identifier: MIT
#pragma once
// The instruction cache of a shader processor (ICL1), from which its units have their instructions.
//
//   a line of a unit, one a cycle each -> tags -> there: the line, InstructionFetchCycles after it was asked for
//                                              -> not: two lines of UCHE, then the same
//   the lines of the program after it -> those that are not there, from UCHE, when no unit waits for one
//   a program's beginning, loaded ahead -> the same, after those
//
// Prefetch: the InstructionPrefetchLines lines after each line that a wave executes from, as far as the program's end
// (its length is in the registers SP_*_INSTRLEN).
//
// Parameters: [ADRENO] InstructionCacheUnits, InstructionCacheWays, InstructionFetchCycles, InstructionPrefetchLines;
// docs/develop/timing_adreno.md has their sources.
// Inputs: lines that units ask for, programs that the command processor has loaded ahead, lines of UCHE.
// Outputs: lines for units, requests to UCHE.
// Statistics: ICL1_*_SP.
//
// Values: none; a program is decoded when its work begins (sp/program_cache.h).
// Simplified: lines stay until others replace them, whatever is written to memory: a driver's invalidations and loads
// of a program that is there bring none of its lines again.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/line_port.h"
#include "families/adreno/timing/sp/instruction_messages.h"
#include "mem/cache_tags.h"
#include "sim/box.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class InstructionCache final : public sim::Box {
  public:
    /// Lines that may arrive at a unit in one cycle: one that was there, and those of UCHE's answers of a cycle.
    static constexpr uint32_t kMostLines = LinePort::kAnswers + 1;

    /// For `units`; `number`: of the processor.
    InstructionCache(sim::Simulation& simulation, sim::DomainId domain, const InstructionCacheSettings& settings,
                     uint32_t units, uint32_t number);
    ~InstructionCache() override;

    /// A unit's way here and back.
    struct UnitPort {
        UnitPort(InstructionCache& cache, uint32_t number);
        sim::Signal<InstructionRequest> requests;
        sim::Output<InstructionLine> lines;
    };
    UnitPort& unit(uint32_t number) { return *units_[number]; }
    /// From the command processor.
    sim::Signal<InstructionPreload> preload;
    /// To UCHE and back.
    sim::Output<LineRequest> reads;
    sim::Signal<LineAnswer> come;

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    /// Units wait for lines of memory.
    bool waitsForMemory() const;

  private:
    /// A line on its way from UCHE.
    struct Fill {
        uint64_t line = 0;
        uint64_t waiting = 0;  ///< units, a bit each
        uint32_t asked = 0;    ///< lines of UCHE
        uint32_t come = 0;
        bool demanded = false;  ///< a wave waits for it
        bool used = false;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter requests, misses, prefetched, preloaded;
    };

    void look(uint32_t unit, const InstructionRequest& request, sim::Cycle cycle);
    /// Begins with the lines after the one that a wave comes to.
    void prefetch(const InstructionRequest& request);
    /// A wave waits for it: it comes before those that none waits for.
    void demand(Fill& fill);
    Fill* fillOf(uint64_t line);
    /// True if the line is neither there nor on its way.
    bool lacks(uint64_t line);
    Fill& begin(uint64_t line);
    uint32_t numberOf(const Fill& fill) const { return static_cast<uint32_t>(&fill - fills_.data()); }
    void arrive(Fill& fill, sim::Cycle cycle);
    bool ask(sim::Cycle cycle);
    bool askFor(Fill& fill, sim::Cycle cycle);
    /// Begins with the next line that a program loaded ahead lacks, if there is one.
    Fill* nextPreloaded();

    InstructionCacheSettings settings_;
    Statistics statistics_;
    mem::CacheTags tags_;
    std::vector<std::unique_ptr<UnitPort>> units_;
    std::vector<Fill> fills_;
    // Fills whose lines are not all asked for.
    std::deque<uint32_t> demanded_;
    std::deque<uint32_t> prefetched_;
    std::deque<InstructionPreload> preloads_;
    uint32_t preloading_;  ///< the fill of them that is not all asked for
    uint32_t unanswered_ = 0;
};

}  // namespace cyclorama::adreno
