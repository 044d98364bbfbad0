#pragma once
// The scheduler of a channel and the DRAM behind it: it turns one transaction after another into DRAM commands, in the
// order of its policy, sends one command a cycle where the timings allow, and reports each transaction when it is done:
// a write with its last command, a read with its last data (ATTILA: ChannelScheduler, FifoSchedulerBase). A command
// reaches the module a cycle after it was sent, and a burst the scheduler a cycle after its data left the pins.
//
// While nothing can be sent it sleeps until the timings allow a command, and works out afterwards what kept it waiting.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "mem/gddr/dram_module.h"
#include "mem/gddr/dram_state.h"
#include "mem/gddr/scheduling_policy.h"
#include "mem/gddr/settings.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::mem::gddr {

class ChannelScheduler final : public sim::Box, private CommandSlot {
  public:
    /// `suffix` ends the names of the statistics: "Sched0".
    ChannelScheduler(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                     const std::string& suffix);

    sim::Signal<ChannelTransaction> requests{*this, {.name = name() + ".requests", .width = 1, .latency = 1}};
    sim::Output<ChannelTransaction> replies{*this, name() + ".replies"};
    sim::LevelOutput<BankAcceptance> acceptance{*this, name() + ".acceptance"};

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    void settleStatistics(sim::Cycle end) override;
    std::string describeWait() const override;

  private:
    struct ClientStatistics {
        ClientStatistics(sim::StatisticsRegistry& registry, Client client, const std::string& suffix);
        sim::Counter hits;
        sim::Counter readHits;
        sim::Counter writeHits;
        sim::Counter misses;
        sim::Counter readMisses;
        sim::Counter writeMisses;
    };
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix, const PerClient<uint32_t>& units);
        sim::Counter readBytes, writeBytes;
        sim::Counter readCommands, writeCommands, activateCommands, prechargeCommands;
        sim::Counter rowHits, readRowHits, writeRowHits, rowMisses, readRowMisses, writeRowMisses;
        sim::Counter idleCycles, previousCommandCycles, previousPageCycles, openingPageCycles;
        sim::Counter readDelayCycles, writeDelayCycles, readDataCycles, writeDataCycles;
        sim::Counter controlIdleCycles, controlUsedCycles;
        sim::Counter writeToWriteCycles, modeSwitches, firstAccessCycles, closedRows;
        std::array<std::unique_ptr<sim::Counter>, static_cast<size_t>(Constraint::DataBusConflict) + 1> blocked;
        std::array<std::unique_ptr<ClientStatistics>, kClients> clients;  // none where there are no units
    };

    /// What the scheduler is at while no data moves.
    enum class Phase : uint8_t { Idle, WaitPreviousCommand, WaitPageClose, WaitPageOpen, Access };
    struct DataTransfer {
        Cycle start = 0;
        uint32_t cyclesLeft = 0;
        bool read = false;
    };
    struct ReadInProgress {
        ChannelTransaction transaction;
        uint32_t burstsLeft = 0;
        Cycle ends = sim::kNever;  ///< when its last burst arrives, from its last command on
    };

    const DramState& dram() const override { return dram_; }
    bool tryIssue(const Command& command) override;
    void noteRowClosed() override { ++statistics_.closedRows; }

    /// Bursts that arrive up to and including `cycle`.
    void receiveBursts(Cycle cycle);
    void receiveBurst();
    void startNextTransaction(Cycle cycle);
    void useCommandBus(Cycle cycle);
    /// Cycles in which nothing can be sent.
    void stayIdle(Cycle first, uint64_t count);
    void sendNextCommand(Cycle cycle);
    void commandSent(Cycle cycle, const Command& command);
    void useIdleSlot(const Command* blocked);
    void reportConstraint(Cycle cycle);
    /// When a command can be sent in an idle slot.
    struct IdleSlots {
        bool now = false;
        Cycle next = sim::kNever;  ///< the first cycle after this one in which another command can
    };
    IdleSlots idleSlots(const Command* blocked) const;
    /// After a command was sent: until when no other can be.
    void planAhead(Cycle cycle);
    void noteConstraint(const Command& command, Constraint constraint);
    void countAccess(const Command& command);
    void send(Cycle cycle, const Command& command);
    /// What moved on the data pins, or kept them from it, in the cycles before `end` that are not accounted for yet.
    /// Has to come before the phase changes or a transfer is added.
    void accountTransfers(Cycle end);
    bool nothingToDo();

    Settings settings_;
    DramState dram_;
    std::unique_ptr<SchedulingPolicy> policy_;
    sim::BoundedQueue<Command> pendingCommands_;  // of the current transaction
    ChannelTransaction current_;
    uint32_t writeBurstsLeft_ = 0;
    sim::BoundedQueue<ReadInProgress> readsInProgress_;
    sim::BoundedQueue<Cycle> burstArrivals_;
    sim::BoundedQueue<ChannelTransaction> completed_;
    sim::BoundedQueue<DataTransfer> transfers_;
    Cycle transfersPassed_ = 0;        // cycles
    std::vector<bool> lastWasAccess_;  // by bank: the next access of the row is a hit
    Phase phase_ = Phase::Idle;
    /// Before this cycle the command bus can be used for nothing, unless a transaction arrives.
    Cycle busIdleTo_ = 0;
    /// The policy has to be told of the next of those cycles.
    bool policyBehind_ = false;
    /// What blocks the command that is next, before which cycle, and is reported to the module in each of them.
    Constraint blockedBy_ = Constraint::None;
    Cycle blockedTo_ = 0;
    Constraint reported_ = Constraint::None;
    /// What the module counts until the next command.
    Constraint held_ = Constraint::None;
    bool acceptanceChanged_ = true;
    Cycle now_ = 0;
    Cycle lastSent_ = 0;
    Cycle selectedAt_ = 0;
    bool awaitingFirstAccess_ = false;
    bool lastWasRead_ = false;
    DramModule module_;
    Statistics statistics_;
};

}  // namespace cyclorama::mem::gddr
