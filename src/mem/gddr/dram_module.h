#pragma once
// A channel's GDDR chips, which act as one: they take a command a cycle, and answer a read with a burst when its last
// data has left the pins. What the data pins did in each cycle is what their statistics say (ATTILA: DDRModule).

#include <array>
#include <cstdint>
#include <string>

#include "mem/gddr/dram_state.h"
#include "mem/gddr/settings.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::mem::gddr {

/// All data of a read burst has arrived.
struct ReadBurst {};

class DramModule final : public sim::Box {
  public:
    /// `suffix` ends the names of the statistics: "Sched0".
    DramModule(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings, const std::string& suffix);

    sim::Signal<Command> commands{*this, {.name = name() + ".commands", .width = 1, .latency = 1}};
    sim::Output<ReadBurst> bursts{*this, name() + ".bursts"};

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;

  private:
    /// What occupies the data pins for a cycle, or keeps them idle.
    enum class PinUse : uint8_t { Idle, Read, Write, CasLatency, WriteLatency, Constrained };
    struct Pins {
        PinUse use = PinUse::Idle;
        Constraint constraint = Constraint::None;
    };
    struct PinsAt {
        Cycle cycle = 0;
        Pins pins;
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

    /// A cycle without a command, as far as the statistics see it.
    void passCycle(sim::Cycle cycle);
    /// Nothing changes on the pins or in the banks before the next command.
    bool quiet() const;
    void process(sim::Cycle cycle, const Command& command);
    void reservePins(sim::Cycle first, uint32_t count, Pins pins);
    void account(const Pins& pins, uint64_t cycles);
    Pins pinsIn(sim::Cycle cycle);

    Timings timings_;
    uint32_t burstCycles_;
    uint32_t bytesPerCycle_;
    DramState state_;
    sim::BoundedQueue<PinsAt> scheduledPins_;
    sim::BoundedQueue<sim::Cycle> readEnds_;
    Constraint reported_ = Constraint::None;  // by the command of this cycle
    Pins lastPins_;                           // of the cycle before, to be accounted
    Statistics statistics_;
};

}  // namespace cyclorama::mem::gddr
