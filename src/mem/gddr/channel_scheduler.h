// SPDX-License-Identifier: MIT
#pragma once
// The scheduler of a channel and its DRAM: it turns one transaction after another into DRAM commands, in the
// order of its policy, sends one command a cycle where the timings allow, and reports each transaction when it is done:
// a write with its last command, a read with its last data. A command reaches the module a cycle after it was
// sent, and a burst the scheduler a cycle after its data left the pins.
//
// It is clocked only where a transaction arrives or is selected, and where a row can be opened or closed. Once the row
// of a transaction is open nothing delays its accesses: their cycles are known, the reply is written ahead of time, and
// they are sent afterwards, when what kept the scheduler waiting and what moved on the data pins is worked out.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mem/bank_use.h"
#include "mem/gddr/dram_module.h"
#include "mem/gddr/dram_state.h"
#include "mem/gddr/reply_calendar.h"
#include "mem/gddr/scheduling_policy.h"
#include "mem/gddr/settings.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"
#include "sim/trace.h"

namespace cyclorama::mem::gddr {

class ChannelScheduler final : public sim::Box {
  public:
    /// `suffix` ends the names of the statistics: "Sched0". What replies are written is noted in `calendar`.
    ChannelScheduler(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                     const std::string& suffix, ReplyCalendar& calendar);

    sim::Signal<ChannelTransaction> requests{*this, {.name = "requests", .width = 1, .latency = 1}};
    /// Written ahead of time. A read may arrive together with a write.
    sim::Output<ChannelTransaction> replies{*this, "replies"};
    sim::LevelOutput<BankAcceptance> acceptance{*this, "acceptance"};

    /// The longest latency of a reply.
    static uint32_t longestReply(const Settings& settings);

    /// Counts what each bank does from now on, one for each; empty for no longer.
    void watchBanks(std::span<BankUse> uses) { statistics_.banks = uses; }

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    void settleStatistics(sim::Cycle end) override;
    std::string describeWait() const override;
    void describeState(std::vector<std::string>& lines) const override;
    /// Data moves on the pins.
    bool atFullRate() const override;

  private:
    /// Bursts by whether the access before had used their row.
    struct RowCounters {
        /// Each is called `prefix` RowHit `ending`, ReadRowHit and so on; `sentences` in the order of the members.
        RowCounters(sim::StatisticsRegistry& registry, std::string_view prefix, std::string_view ending,
                    const std::string& suffix, const std::array<std::string_view, 6>& sentences);
        sim::Counter hits, readHits, writeHits, misses, readMisses, writeMisses;
    };
    struct Statistics {
        Statistics(const sim::Box& scheduler, sim::StatisticsRegistry& registry, const std::string& suffix,
                   const Clients& clients);
        sim::Counter readBytes, writeBytes;
        sim::Counter readCommands, writeCommands, activateCommands, prechargeCommands;
        RowCounters rows;
        sim::Counter idleCycles, previousCommandCycles, previousPageCycles, openingPageCycles;
        sim::Counter readDelayCycles, writeDelayCycles, readDataCycles, writeDataCycles;
        sim::Counter controlIdleCycles, controlUsedCycles;
        sim::Counter writeToWriteCycles, modeSwitches, firstAccessCycles, closedRows;
        std::array<std::unique_ptr<sim::Counter>, static_cast<size_t>(TimingConstraint::DataBusConflict) + 1> blocked;
        std::vector<std::unique_ptr<RowCounters>> clients;
        std::span<BankUse> banks;  // empty unless watched
        /// For the signal trace: transactions that were chosen, commands to the DRAM, data on its pins.
        struct Traces {
            sim::TracePoint selected, commands, pins;
        };
        Traces traces;
    };

    struct DataTransfer {
        Cycle passed = 0;  ///< before it all is accounted for
        Cycle start = 0;   ///< of the data
        Cycle end = 0;
        bool read = false;
    };

    /// Bursts of a read, as far from each other as they take on the data pins.
    struct Arrivals {
        Cycle next = 0;
        uint32_t bursts = 0;
    };

    void receive(Cycle cycle, const ChannelTransaction& transaction);
    void useCommandBus(Cycle cycle);
    void startNextTransaction(Cycle cycle);
    /// The current transaction's next command, which is allowed and no access.
    void prepareRow(Cycle cycle);
    /// The row of the current transaction is open: when its accesses will be sent.
    void planAccesses(Cycle cycle, Cycle earliest);
    /// Sends the accesses up to and including this cycle, all at once; how many. Nothing came between them: the command
    /// bus was used for others only while the pins made them wait.
    uint32_t sendAccesses(Cycle cycle);
    void startTransfer(Cycle cycle, uint32_t bursts);
    /// True if there was a command for the slot.
    bool useIdleSlot(Cycle cycle);
    /// When an idle slot, or the command bus after it, can be used.
    struct IdleSlots {
        bool now = false;
        Cycle next = sim::kNever;  ///< the first cycle after this one in which it can for something else
    };
    IdleSlots idleSlots(Cycle cycle) const;
    /// From when on the command bus can be used again, after a cycle in which it was or not.
    void planAhead(Cycle cycle, bool used);
    /// Cycles in which nothing can be sent.
    void passIdle(uint64_t count);
    /// Tells the policy of one.
    void passIdleSlot() {
        policyBehind_ = false;
        if (countsIdleSlots_) policy_->passIdleSlot(blocked());
    }
    /// Rows to close by the page policy, the blocked command's bank excepted; a bit for each bank.
    uint32_t unusedRows() const;
    Cycle lastAccess() const { return nextAccess_ + (burstsLeft_ - 1) * Cycle{settings_.burstCycles()}; }
    const DramCommand* blocked() const { return next_.kind != CommandKind::None ? &next_ : nullptr; }

    /// `unused`: the row is closed because nothing waits for it.
    void openOrClose(Cycle cycle, const DramCommand& command, bool unused = false);
    void countAccesses(uint32_t count);
    void send(Cycle cycle, const DramCommand& command);
    std::string textOf(const DramCommand& command) const;
    sim::Counter& blockedCycles(TimingConstraint reason) { return *statistics_.blocked[static_cast<size_t>(reason)]; }

    // Accounts that are brought up to date when needed: all cycles before `end`. Update each before the state changes
    // that it depends on.
    /// The command bus, where the current transaction does not use it. Depends on its next command and the banks.
    void passBus(Cycle end);
    /// The phase. Where data moves it is not counted.
    void passPhase(Cycle end);
    void passTransfers(Cycle end);
    void passArrivals(Cycle end);

    Settings settings_;
    ReplyCalendar* calendar_;
    DramState dram_;
    std::unique_ptr<SchedulingPolicy> policy_;
    // Properties of the policy, asked for once.
    bool repeats_;
    bool countsIdleSlots_;
    /// Before this cycle the command bus can be used for nothing, unless a transaction arrives.
    Cycle busIdleTo_ = 0;
    /// The policy, if it counts them, has to get the next of those cycles by passIdleSlot().
    bool policyBehind_ = false;
    bool acceptanceChanged_ = true;
    bool lastWasRead_ = false;
    DramCommand next_;  // of the current transaction; None without one
    uint32_t burstsLeft_ = 0;
    Cycle nextAccess_ = sim::kNever;  // of the current transaction, from when its row is open
    ChannelTransaction current_;
    std::optional<Cycle> selectedAt_;  // of the current transaction, until its first access
    Cycle lastSent_ = 0;
    TimingConstraint held_ = TimingConstraint::None;  // what the module counts until the next command
    uint32_t accessed_ = 0;                           // a bit for each bank: the next access of its row is a hit
    Cycle busPassed_ = 0;                             // cycles
    Cycle phasePassed_ = 0;
    Cycle transfersEnd_ = 0;
    sim::BoundedQueue<DataTransfer> transfers_;
    sim::BoundedQueue<Arrivals> arrivals_;  // not yet counted
    DramModule module_;
    Statistics statistics_;
    sim::Counter* phase_;  // what the scheduler is at while no data moves
};

}  // namespace cyclorama::mem::gddr
