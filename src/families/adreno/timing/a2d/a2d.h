// SPDX-License-Identifier: MIT
#pragma once
// The 2D engine (A2D) in time: fills and copies of images and buffers.
//
//   blit -> queue -> [start] -> parts of 16x4 texels (blit_plan.h) -> a line of the source a cycle, from UCHE
//       -> [texels, A2dPixelsPerCycle and A2dBytesPerCycle] -> a line of the target a cycle and pair of caches, to CCU
//
// Several parts are under way at once, and each stage takes them in order. A blit ends when the caches have taken its
// last line; the next one begins then. Lines of the target are spread over the pairs of caches by blocks of 256 bytes.
//
// Parameters: [ADRENO] A2d*; docs/develop/timing_adreno.md has their sources.
// Inputs: blits from the command processor, answers of UCHE and CCU. Outputs: ends of blits, accesses of lines.
// Statistics: 2D_*_CCU, as the chips' own counters are named.
//
// Values: none of its own. The functional engine (a2d/blit_engine.h) executes a blit whole when the command processor
// gives it here, which is when all dispatches and draws before it are done.
// Simplified: lines of the source pass no cache between UCHE and the engine. Texels of which some components stay as
// they are are not read.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/timing/a2d/blit_work.h"
#include "families/adreno/timing/ccu/ccu_port.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/line_port.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class A2d final : public sim::Box {
  public:
    /// Blits that it has at most: the one under way, and the next.
    static constexpr uint32_t kBlits = 2;

    /// `answerLatency`: the longest from UCHE's answer to its arrival. `space` outlives it.
    A2d(sim::Simulation& simulation, sim::DomainId domain, const A2dSettings& settings, const CcuSettings& ccu,
        uint32_t answerLatency, const mem::AddressSpace& space);
    ~A2d() override;

    /// From the command processor, and back.
    sim::Signal<BlitMessage> start;
    sim::Output<BlitMessage> ended;
    /// To UCHE, and back.
    sim::Output<LineRequest> reads;
    sim::Signal<LineAnswer> lines;
    /// The same for a pair of caches.
    struct CcuLink {
        CcuLink(A2d& engine, const CcuSettings& ccu, uint32_t number);
        sim::Output<CcuAccess> access;
        sim::Signal<CcuAnswer> answers;
        uint32_t unanswered = 0;
    };
    CcuLink& ccu(uint32_t number) { return *caches_[number]; }

    void addCounters(ChipCounters& counters) const;
    /// Cause of a wait: none, the start of a blit, lines of a source, its own rate, the caches of colours.
    enum class Wait : uint8_t { Nothing, Start, Lines, Texels, Caches };
    bool waitsFor(Wait wait) const { return waits_ == wait; }

    void clock(sim::Cycle cycle) override;
    /// After each cycle, all boxes having been clocked: finds the next part ahead of when it is needed.
    void betweenCycles();
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return waits_ == Wait::Texels; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Part {
        BlitPart lines{};
        uint32_t asked = 0;  ///< lines of the source
        uint32_t come = 0;   ///< of these
        uint32_t written = 0;
        sim::Cycle converted = sim::kNever;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter blits, texels, reads, writes, busy, starve, stall;
    };

    void receive(sim::Cycle cycle);
    bool startPart();
    bool begin(sim::Cycle cycle);
    bool fetch(sim::Cycle cycle);
    bool convert(sim::Cycle cycle);
    bool write(sim::Cycle cycle);
    bool writeLine(Part& part, sim::Cycle cycle);
    bool end(sim::Cycle cycle);
    uint32_t cyclesOf(const BlitPart& part) const;
    Wait wait(sim::Cycle cycle) const;
    void count(uint64_t cycles);
    sim::Cycle nextCycle(sim::Cycle cycle) const;
    CcuLink& linkOf(uint64_t address) { return *caches_[address / kCcuBlockBytes % caches_.size()]; }

    const A2dSettings settings_;
    Statistics statistics_;
    BlockSizes sizes_;
    std::vector<std::unique_ptr<CcuLink>> caches_;
    sim::BoundedQueue<BlitWork*> queue_;
    /// True while the first blit of the queue is under way; the members below are of that blit.
    bool active_ = false;
    bool planned_ = false;  ///< all parts were begun
    bool looked_ = false;   ///< the next part of the first blit is `next_`
    std::optional<BlitPart> next_;
    sim::Cycle startAt_ = 0;
    sim::BoundedQueue<Part> parts_;
    uint32_t firstPart_ = 0;   ///< its number
    uint32_t unanswered_ = 0;  ///< lines of sources
    sim::Cycle convertFree_ = 0;
    Wait waits_ = Wait::Nothing;
};

}  // namespace cyclorama::adreno
