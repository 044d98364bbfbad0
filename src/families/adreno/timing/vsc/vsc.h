// SPDX-License-Identifier: MIT
#pragma once
// The visibility stream compressor (VSC): what a binning pass finds becomes streams in memory.
//
//   bins of a primitive, from GRAS -> queue -> [VscBinsPerCycle] -> streams of the bins' pipes
//   the end of a draw, from GRAS, or of the pass, from the command processor -> lines that are whole, or all that are
//       left -> a line a cycle, to UCHE
//
// Parameters: [ADRENO] VscBinsPerCycle (an estimate).
// Inputs: bins and ends, answers of UCHE. Outputs: lines, the number of messages that are taken, ends of passes.
// Statistics: *_VSC, by the names of the chips' own counters where there are any.
//
// Values: none; the functional machine's BinningPass collects what GRAS finds, and writes the streams when the command
// processor ends the pass. Sizes of streams are those of its encoding.
// Simplified: a draw's part of the streams is known at its end.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/line_port.h"
#include "families/adreno/timing/vsc/binning_messages.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class Vsc final : public sim::Box {
  public:
    /// Messages of GRAS that it has not taken.
    static constexpr uint32_t kMostSent = 16;

    /// `answerLatency`: the longest from UCHE's answer to its arrival.
    Vsc(sim::Simulation& simulation, sim::DomainId domain, const VscSettings& settings, uint32_t answerLatency);
    ~Vsc() override;

    /// From GRAS, and the number of those that are taken.
    sim::Signal<BinMessage> bins;
    sim::LevelOutput<uint64_t> taken;
    /// From the command processor, and back.
    sim::Signal<BinningEndMessage> end;
    sim::Output<BinningEndMessage> ended;
    /// To UCHE and back.
    sim::Output<LineRequest> writes;
    sim::Signal<LineAnswer> written;

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return working_; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    bool waitsForMemory() const { return !lines_.empty() || unanswered_ != 0; }

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, working, tiles, lines, stall;
    };

    bool take(sim::Cycle cycle);
    bool send(sim::Cycle cycle);
    bool finish(sim::Cycle cycle);
    bool isBusy() const { return !queue_.empty() || waitsForMemory() || ending_ != nullptr; }

    const VscSettings settings_;
    Statistics statistics_;
    sim::BoundedQueue<BinMessage> queue_;
    uint64_t taken_ = 0;
    StreamWrites streams_;
    std::deque<LineAccess> lines_;  ///< that wait for the way to UCHE
    uint32_t unanswered_ = 0;
    BinningEnd* ending_ = nullptr;  ///< the end of the pass, until its lines are written
    sim::Cycle free_ = 0;
    bool working_ = false;
};

}  // namespace cyclorama::adreno
