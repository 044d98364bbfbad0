// SPDX-License-Identifier: MIT
#pragma once
// LRZ in time: the lines of low resolution depth that triangles read and write, and clears of it.
//
//   lines of a triangle's blocks, from GRAS -> queue -> [a line a cycle] -> a cache of LrzCacheLines lines
//       -> missing lines, from UCHE -> [LrzBlocksPerCycle; all lines have come] -> tested, to GRAS, in order
//       -> written lines, to UCHE
//   lines of depths that a draw has left in low resolution depth, from RB -> the same queue
//   a clear, from the command processor -> its lines, to UCHE -> done
//
// Lines of several triangles are on their way at once. What is written goes to UCHE at once, and stays in the cache,
// whose line that was used longest ago is replaced.
//
// Parameters: [ADRENO] Lrz* (estimates).
// Inputs: blocks and clears, answers of UCHE. Outputs: lines, the number of triangles that are tested, ends of clears.
// Statistics: *_LRZ, by the names of the chips' own counters where there are any.
//
// Values: none; GRAS has tested a triangle and replaced depths when it sends its lines.
// Bits of the fast clear come first; a depth that they say is cleared is not read. The first depth that is replaced
// there writes all that are cleared with it.

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/draw/lrz_messages.h"
#include "families/adreno/timing/lines/line_port.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class LrzUnit final : public sim::Box {
  public:
    /// Triangles that it has not tested.
    static constexpr uint32_t kMostSent = 16;

    /// `answerLatency`: the longest from UCHE's answer to its arrival.
    LrzUnit(sim::Simulation& simulation, sim::DomainId domain, const LrzSettings& settings, uint32_t answerLatency);
    ~LrzUnit() override;

    /// From GRAS, and the number of those that are tested.
    sim::Signal<LrzMessage> blocks;
    sim::LevelOutput<uint64_t> tested;
    /// From RB: what ended draws have fed back.
    sim::Signal<LrzMessage> feedback;
    /// From the command processor, and back.
    sim::Signal<LrzClearMessage> clear;
    sim::Output<LrzClearMessage> cleared;
    /// To UCHE and back.
    sim::Output<LineRequest> lines;
    sim::Signal<LineAnswer> come;

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    bool waitsForMemory() const { return reads_ != 0; }

  private:
    /// A triangle under way.
    struct Test {
        LrzMessage message{};
        bool fedBack = false;             ///< by a draw: GRAS does not wait for it
        std::vector<LineAccess> lines{};  ///< that it reads
        size_t found = 0;                 ///< lines that are in the cache, or on their way
        uint64_t lastLine = 0;            ///< the number of the last line that it waits for
        sim::Cycle until = 0;             ///< of its blocks, once its lines are found
    };
    /// A line of the cache.
    struct Line {
        uint64_t address = 0;
        uint64_t number = 0;  ///< of its read, among all
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, blocks, fedBack, reads, writes, stall;
    };

    void receive(sim::Cycle cycle);
    void begin(const LrzMessage& message, bool fedBack);
    /// Finds the next line of the first test that lacks one; true if it did.
    bool find(sim::Cycle cycle);
    bool read(const LineAccess& line, Test& test, sim::Cycle cycle);
    bool write(sim::Cycle cycle);
    bool finish(sim::Cycle cycle);
    bool endClear(sim::Cycle cycle);
    bool isBusy() const {
        return !tests_.empty() || !feedbacks_.empty() || !writes_.empty() || unanswered() != 0 || clearing_ != nullptr;
    }
    uint32_t unanswered() const { return reads_ + writesOut_; }

    const LrzSettings settings_;
    Statistics statistics_;
    sim::BoundedQueue<Test> tests_;
    std::deque<LrzMessage> feedbacks_;  ///< that have no room there
    uint64_t tested_ = 0;
    /// The line used longest ago first.
    std::deque<Line> cache_;
    std::deque<LineAccess> writes_;
    /// Reads so far, and those that have come; a gap where a later one has come first.
    uint64_t asked_ = 0;
    uint64_t come_ = 0;
    std::vector<uint64_t> early_;
    uint32_t reads_ = 0;  ///< that are on their way, and writes
    uint32_t writesOut_ = 0;
    LrzClearWork* clearing_ = nullptr;
    uint32_t fedBack_ = 0;  ///< in the queue
    sim::Cycle free_ = 0;
    bool sent_ = false;  ///< in this cycle, to UCHE
};

}  // namespace cyclorama::adreno
