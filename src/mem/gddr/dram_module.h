// SPDX-License-Identifier: MIT
#pragma once
// A channel's GDDR chips, which act as one: they take a command a cycle. Statistics say what the data pins did in each
// cycle. Nothing depends on it before they are read, so it is worked out afterwards, from one command to the next.

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "mem/gddr/dram_state.h"
#include "mem/gddr/settings.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::mem::gddr {

class DramModule {
  public:
    /// `suffix` ends the names of the statistics: "Sched0".
    DramModule(sim::StatisticsRegistry& registry, const Settings& settings, const std::string& suffix);

    /// A command, or the first of several accesses, comes in `cycle`, which is later than that of the one before.
    void take(sim::Cycle cycle, const DramCommand& command);

    /// Brings the statistics up to all cycles before `end`.
    void settle(sim::Cycle end);

  private:
    /// Use of the data pins in a cycle, or the reason why they idle: one of these, or kConstrained and a
    /// TimingConstraint.
    using PinUse = uint8_t;
    static constexpr PinUse kIdle = 0, kRead = 1, kWrite = 2, kCasLatency = 3, kWriteLatency = 4, kConstrained = 5;
    static PinUse constrained(TimingConstraint constraint) {
        return static_cast<PinUse>(kConstrained + static_cast<PinUse>(constraint));
    }
    struct PinRun {
        Cycle first = 0;
        Cycle end = 0;
        PinUse use = kIdle;
    };
    static constexpr size_t kConstraints = static_cast<size_t>(TimingConstraint::PrechargeToActivate) + 1;

    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix);
        sim::Counter dataCycles;
        sim::Counter dataBytes;
        sim::Counter idleCycles;
        sim::Counter readDataCycles;
        sim::Counter readDataBytes;
        sim::Counter writeDataCycles;
        sim::Counter writeDataBytes;
        sim::Counter casLatencyCycles;
        sim::Counter writeLatencyCycles;
        sim::Counter allBanksPrechargedCycles;
        sim::Counter activateCommands;
        std::array<std::unique_ptr<sim::Counter>, kConstraints> constraintCycles;
    };

    /// The posted command, all cycles before it having passed.
    void process();
    /// The pins pass to `end`.
    void passPins(sim::Cycle end);
    /// The same, where what is reported stays the same until then.
    void passAlike(sim::Cycle end);
    /// Cycles for which nothing has reserved the pins.
    void rest(sim::Cycle first, sim::Cycle end);
    /// A constraint that holds in these cycles keeps the pins idle when the blocked command's data would have been on
    /// them.
    void loseCycles(sim::Cycle first, sim::Cycle end);
    void reservePins(sim::Cycle first, sim::Cycle end, PinUse use);
    /// All banks have been precharged from `closedFrom_` until `end`.
    void passClosed(sim::Cycle end);

    Timings timings_;
    uint32_t burstCycles_;
    uint32_t bytesPerCycle_;
    DramCommand posted_;  // the last that was taken
    sim::Cycle postedAt_ = sim::kNever;
    uint32_t openRows_ = 0;
    sim::Cycle closedFrom_ = 0;  // without an open row: since when, or from when on, all banks are precharged
    sim::Cycle readEnd_ = 0;     // of the data of the last read and write
    sim::Cycle writeEnd_ = 0;
    sim::BoundedQueue<PinRun> scheduledPins_;
    sim::Cycle pinsPassed_ = 0;                           // cycles
    TimingConstraint reported_ = TimingConstraint::None;  // by the last command
    sim::Cycle reportEnd_ = sim::kNever;                  // kNever where it holds until the next
    /// Cycles of each use of the pins since the last settle(). They are idle in the cycle before the first.
    std::array<uint64_t, kConstrained + kConstraints> pinCycles_{1};
    Statistics statistics_;
};

}  // namespace cyclorama::mem::gddr
