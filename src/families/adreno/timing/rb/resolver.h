// SPDX-License-Identifier: MIT
#pragma once
// The resolve unit of RB: moves a bin between GMEM and memory, resolves its samples on the way, and clears it in GMEM
// (the event BLIT).
//
//   move -> queue -> [the draws before it have left RB] -> [start] -> parts of 16x4 pixels (resolve_plan.h)
//       -> their lines of GMEM, or of memory past the caches of CCU -> [a part a cycle] -> lines of memory, of GMEM
//
// Several parts are under way at once, and are taken in order. A move ends when all its lines are written; the next
// one begins then, and GRAS makes no quads of the draws after it before.
//
// Parameters: [ADRENO] Resolve*; docs/develop/timing_adreno.md has their sources.
// Inputs: moves from the command processor, draws that RB has ended, answers of GMEM and CCU. Outputs: ends of moves,
// their number, accesses of lines. Statistics: *_RESOLVE.
//
// Values: a move takes effect whole when it starts, between two cycles (betweenCycles()): the draws before it have
// taken effect, and none after it has. Its parts are found in the same way, ahead of when they are needed.
// Simplified: means of samples take no time beside that of their lines.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/ccu/block_counters.h"
#include "families/adreno/timing/ccu/ccu.h"
#include "families/adreno/timing/ccu/gmem.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/rb/resolve_work.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class Resolver final : public sim::Box {
  public:
    /// Moves that it has at most.
    static constexpr uint32_t kMoves = 16;

    /// `space` outlives it.
    Resolver(sim::Simulation& simulation, sim::DomainId domain, const ResolveSettings& settings,
             const GmemSettings& gmem, const mem::AddressSpace& space);
    ~Resolver() override;

    /// From the command processor, and back.
    sim::Signal<ResolveMessage> start;
    sim::Output<ResolveMessage> ended;
    /// Draws that RB has ended, and for GRAS the moves that are done.
    sim::Level<uint32_t> drawsEnded;
    sim::LevelOutput<uint32_t> done;
    /// To GMEM and memory, before the first cycle.
    void connect(Gmem& gmem, Ccu& ccu);

    void addCounters(ChipCounters& counters) const;
    void clock(sim::Cycle cycle) override;
    /// After a cycle in which it was clocked, all boxes having been.
    void betweenCycles();
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    /// Its lines are on their way from memory, or wait to get there.
    bool waitsForMemory() const;
    /// The same of GMEM.
    bool waitsForGmem() const;

  private:
    /// A way to a part of GMEM, or to the bus of a pair of caches.
    struct Way {
        Way(Resolver& unit, const GmemSettings& gmem, const std::string& name, uint32_t most);
        bool send(sim::Cycle cycle);
        bool sends() const { return !waiting.empty() && unanswered < most; }
        bool idle() const { return waiting.empty() && unanswered == 0; }

        sim::Output<CcuAccess> access;
        sim::Signal<CcuAnswer> answers;
        std::deque<CcuAccess> waiting;
        uint32_t unanswered = 0;
        const uint32_t most;  ///< accesses without an answer
    };
    using Ways = std::vector<std::unique_ptr<Way>>;
    struct Part {
        ResolvePart lines{};
        size_t left = 0;  ///< lines that have not come
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter moves, pixels, busy, waitForDraws;
        BlockCounters colorReads, colorWrites, depthReads, depthWrites;
    };

    void receive(sim::Cycle cycle);
    void answer(const CcuAnswer& answer);
    bool mayStart(sim::Cycle cycle) const;
    bool fetch();
    void count(const ResolvePart& part, const ResolvePlan& plan);
    bool write();
    bool end(sim::Cycle cycle);
    bool hasRoom() const;
    void send(const std::vector<LineAccess>& lines, Ways& ways, const CcuAccess& access);
    bool waitsForDraws() const { return !queue_.empty() && queue_.front()->drawsBefore() > drawsSeen_; }

    const ResolveSettings settings_;
    Statistics statistics_;
    BlockSizes sizes_;
    Ways gmem_;
    Ways memory_;
    sim::BoundedQueue<ResolveWork*> queue_;
    /// True while the first move of the queue is under way; the members below are of that move.
    bool active_ = false;
    bool starting_ = false;  ///< it begins after this cycle
    bool planned_ = false;   ///< all parts were begun
    bool looked_ = false;    ///< the next part is `next_`
    std::optional<ResolvePart> next_;
    sim::BoundedQueue<Part> parts_;
    uint32_t firstPart_ = 0;  ///< its number
    sim::Cycle startAt_ = 0;
    uint32_t drawsSeen_ = 0;
    uint32_t done_ = 0;
};

}  // namespace cyclorama::adreno
