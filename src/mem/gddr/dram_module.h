#pragma once
// A channel's GDDR chips, which act as one: they take a command a cycle. What the data pins did in each cycle is what
// their statistics say (ATTILA: DDRModule). Nothing depends on it before the statistics are read, so it is worked out
// behind time, from one command to the next.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
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

    /// A command comes in `cycle`, which is later than that of the one before.
    void take(sim::Cycle cycle, const Command& command);

    /// Accounts for all cycles before `end` that are not accounted for yet.
    void passTo(sim::Cycle end);

  private:
    /// What occupies the data pins for a cycle, or keeps them idle.
    enum class PinUse : uint8_t { Idle, Read, Write, CasLatency, WriteLatency, Constrained };
    struct Pins {
        PinUse use = PinUse::Idle;
        Constraint constraint = Constraint::None;
        bool operator==(const Pins&) const = default;
    };
    struct PinRun {
        Cycle first = 0;
        Cycle end = 0;
        Pins pins;
    };
    struct PostedCommand {
        Cycle arrival = 0;
        Command command;
    };
    static constexpr size_t kConstraints = static_cast<size_t>(Constraint::PrechargeToActivate) + 1;

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

    /// The first cycle from the next one on in which the pins may be in another state, or all banks precharged, without
    /// a command.
    sim::Cycle nextTurn(sim::Cycle cycle) const;
    void process(sim::Cycle cycle, const Command& command);
    /// The constraint of this cycle, and of all before `end`, keeps the pins idle when the blocked command's data would
    /// have been on them.
    void loseCycles(sim::Cycle cycle, sim::Cycle end);
    /// Between the cycle of the constraint and that on the pins; 0 where it does not show there.
    uint32_t delayOfLostCycles(sim::Cycle cycle) const;
    void reservePins(sim::Cycle first, sim::Cycle end, Pins pins);
    void account(const Pins& pins, uint64_t cycles);
    /// What the pins do in this cycle and, together with it, before `end`.
    Pins pinsIn(sim::Cycle cycle, sim::Cycle end);

    Timings timings_;
    uint32_t burstCycles_;
    uint32_t bytesPerCycle_;
    sim::BoundedQueue<sim::Cycle> prechargeEnds_;
    uint32_t busyBanks_ = 0;  // whose row is open, or still being closed
    sim::Cycle readEnd_ = 0;  // of the data of the last read and write
    sim::Cycle writeEnd_ = 0;
    sim::BoundedQueue<PinRun> scheduledPins_;
    std::optional<PostedCommand> posted_;
    sim::Cycle passed_ = 0;                   // cycles
    Constraint reported_ = Constraint::None;  // by the last command
    bool holds_ = false;                      // until the next
    Pins lastPins_;                           // of the last cycle that passed, to be accounted
    Statistics statistics_;
};

}  // namespace cyclorama::mem::gddr
