#include "mem/gddr/channel_scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::mem::gddr {

namespace {

std::unique_ptr<SchedulingPolicy> makePolicy(const Settings& settings) {
    switch (settings.scheduler) {
        case SchedulerKind::Fifo:
            return makeFifoPolicy(settings);
        case SchedulerKind::ReadWriteFifo:
            return makeReadWriteFifoPolicy(settings);
        case SchedulerKind::BankQueues:
            break;
    }
    return makeBankQueuePolicy(settings);
}

// A transaction opens its row, after closing another.
uint32_t commandsOfTransaction(const Settings& settings) { return kTransactionBytes / settings.burstBytes() + 3; }

// Accesses whose data may still be on its way: one a cycle at most.
uint32_t accessesInFlight(const Settings& settings) {
    return std::max(settings.timings.casLatency, settings.timings.writeLatency) + settings.burstCycles() + 8;
}

}  // namespace

ChannelScheduler::ChannelScheduler(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                                   const std::string& suffix)
    : Box(simulation, domain, "ChannelScheduler." + suffix),
      settings_(settings),
      dram_(settings.timings, settings.banks, settings.burstCycles()),
      policy_(makePolicy(settings)),
      pendingCommands_(commandsOfTransaction(settings)),
      readsInProgress_(accessesInFlight(settings)),
      burstArrivals_(accessesInFlight(settings)),
      completed_(2 * accessesInFlight(settings)),
      transfers_(accessesInFlight(settings)),
      lastWasAccess_(settings.banks),
      module_(simulation.statistics(), settings, suffix),
      statistics_(simulation.statistics(), suffix, settings_.clients.units) {}

void ChannelScheduler::clock(Cycle cycle) {
    now_ = cycle;
    dram_.advance(cycle);
    if (const auto transaction = requests.read(cycle)) {
        policyBehind_ = true;
        if (policy_->receive(*transaction, cycle) || pendingCommands_.empty()) busIdleTo_ = cycle;
        acceptanceChanged_ = true;
    }
    receiveBursts(cycle);

    if (cycle < busIdleTo_)
        stayIdle(cycle, 1);
    else
        useCommandBus(cycle);
    reportConstraint(cycle);
    if (!completed_.empty()) replies.write(cycle, completed_.pop());
    if (std::exchange(acceptanceChanged_, false)) acceptance.write(cycle, policy_->acceptance());
    if (nothingToDo())
        sleep();
    else if (completed_.empty())
        sleepUntil(readsInProgress_.empty() ? busIdleTo_ : std::min(busIdleTo_, readsInProgress_.front().ends));
}

void ChannelScheduler::useCommandBus(Cycle cycle) {
    if (pendingCommands_.empty()) startNextTransaction(cycle);
    policyBehind_ = false;
    sendNextCommand(cycle);
}

void ChannelScheduler::stayIdle(Cycle first, uint64_t count) {
    const Command* blocked = pendingCommands_.empty() ? nullptr : &pendingCommands_.front();
    if (std::exchange(policyBehind_, false)) policy_->passIdleSlot(blocked);
    if (blocked == nullptr) {
        statistics_.controlIdleCycles.add(count);
        return;
    }
    const Cycle end = first + count;
    for (Cycle cycle = first; cycle < end;) {
        if (cycle >= blockedTo_) {
            dram_.advance(cycle);
            noteConstraint(*blocked, dram_.constraint(blocked->kind, blocked->bank));
            reportConstraint(cycle);
        }
        const Cycle next = std::min(end, blockedTo_);
        statistics_.blocked[static_cast<size_t>(blockedBy_)]->add(next - cycle);
        cycle = next;
    }
}

bool ChannelScheduler::nothingToDo() {
    if (!pendingCommands_.empty() || !policy_->empty() || !readsInProgress_.empty() || !completed_.empty())
        return false;
    accountTransfers(now_ + 1);
    const bool rowsToClose = settings_.pagePolicy == PagePolicy::Close && dram_.anyRowOpen();
    return transfers_.empty() && phase_ == Phase::Idle && !rowsToClose && dram_.stable();
}

void ChannelScheduler::accountSleep(Cycle first, uint64_t count) {
    policy_->skip(count);
    receiveBursts(first + count - 1);
    stayIdle(first, count);
}

void ChannelScheduler::settleStatistics(Cycle end) {
    accountTransfers(end);
    module_.passTo(end);
}

void ChannelScheduler::receiveBursts(Cycle cycle) {
    while (!burstArrivals_.empty() && burstArrivals_.front() <= cycle) {
        burstArrivals_.pop();
        receiveBurst();
    }
}

void ChannelScheduler::receiveBurst() {
    statistics_.readBytes.add(settings_.burstBytes());
    ReadInProgress& read = readsInProgress_.front();
    if (--read.burstsLeft == 0) {
        completed_.push(read.transaction);
        readsInProgress_.pop();
    }
}

void ChannelScheduler::startNextTransaction(Cycle cycle) {
    accountTransfers(cycle);
    const auto selected = policy_->select(dram_);
    if (!selected) {
        phase_ = Phase::Idle;
        return;
    }
    acceptanceChanged_ = true;
    current_ = *selected;
    phase_ = Phase::WaitPreviousCommand;
    awaitingFirstAccess_ = true;
    selectedAt_ = cycle;
    if (current_.read != lastWasRead_) ++statistics_.modeSwitches;
    lastWasRead_ = current_.read;

    const uint32_t openRow = dram_.openRow(current_.bank);
    if (openRow != current_.row) {
        if (openRow != kNoRow) pendingCommands_.push({.kind = CommandKind::Precharge, .bank = current_.bank});
        pendingCommands_.push({.kind = CommandKind::Activate, .bank = current_.bank, .row = current_.row});
    }
    // The last burst may be needed in part only; it takes its time all the same.
    const uint32_t burstCount = busCycles(current_.bytes, settings_.burstBytes());
    const CommandKind access = current_.read ? CommandKind::Read : CommandKind::Write;
    for (uint32_t i = 0; i < burstCount; ++i) pendingCommands_.push({.kind = access, .bank = current_.bank});
    if (current_.read)
        readsInProgress_.push({.transaction = current_, .burstsLeft = burstCount});
    else
        writeBurstsLeft_ = burstCount;
}

void ChannelScheduler::sendNextCommand(Cycle cycle) {
    if (pendingCommands_.empty()) {
        ++statistics_.controlIdleCycles;
        useIdleSlot(nullptr);
        return;
    }
    Command command = pendingCommands_.front();
    const Constraint constraint = dram_.constraint(command.kind, command.bank);
    if (constraint != Constraint::None) {
        noteConstraint(command, constraint);
        ++*statistics_.blocked[static_cast<size_t>(blockedBy_)];
        command.constraint = reported_;
        useIdleSlot(&command);
        return;
    }
    ++statistics_.controlUsedCycles;
    pendingCommands_.pop();
    // The access has to wait for its row from now on.
    if (command.kind == CommandKind::Activate)
        command.constraint = current_.read ? Constraint::ActivateToRead : Constraint::ActivateToWrite;
    tryIssue(command);
    commandSent(cycle, command);
    planAhead(cycle);
}

void ChannelScheduler::commandSent(Cycle cycle, const Command& command) {
    accountTransfers(cycle);
    switch (command.kind) {
        case CommandKind::Activate:
            phase_ = Phase::WaitPageOpen;
            return;
        case CommandKind::Precharge:
            phase_ = Phase::WaitPageClose;
            return;
        default:
            break;
    }
    const uint32_t delay = current_.read ? settings_.timings.casLatency : settings_.timings.writeLatency;
    transfers_.push({.start = cycle + delay, .cyclesLeft = settings_.burstCycles(), .read = current_.read});
    if (current_.read) {
        const Cycle arrival = cycle + 1 + settings_.timings.casLatency + settings_.burstCycles() + 1;
        burstArrivals_.push(arrival);
        if (pendingCommands_.empty()) readsInProgress_[readsInProgress_.size() - 1].ends = arrival;
    }
    if (awaitingFirstAccess_) statistics_.firstAccessCycles.add(cycle - selectedAt_);
    awaitingFirstAccess_ = false;
    phase_ = Phase::Access;
    if (!current_.read && --writeBurstsLeft_ == 0) completed_.push(current_);
}

void ChannelScheduler::noteConstraint(const Command& command, Constraint constraint) {
    if (constraint > Constraint::DataBusConflict)
        throw sim::Fault(fmt::format("{}: a command waits for a row that nothing will open or close", name()));
    blockedBy_ = constraint;
    blockedTo_ = dram_.answerHoldsTo(command.kind, command.bank);
    // The pins' statistics know the distance from read to precharge as that from write to precharge (as ATTILA's do).
    reported_ = constraint;
    if (constraint == Constraint::ReadToPrecharge) reported_ = Constraint::WriteToPrecharge;
    if (constraint == Constraint::DataBusConflict) reported_ = Constraint::None;
}

void ChannelScheduler::useIdleSlot(const Command* blocked) {
    if (!policy_->repeatsItself()) {
        policy_->useIdleSlot(blocked, *this);
        return;
    }
    const IdleSlots slots = idleSlots(blocked);
    if (!slots.now)
        policy_->passIdleSlot(blocked);
    else if (policy_->useIdleSlot(blocked, *this))
        return planAhead(now_);
    busIdleTo_ = slots.next;
}

void ChannelScheduler::planAhead(Cycle cycle) {
    if (!policy_->repeatsItself()) return;
    const Command* blocked = pendingCommands_.empty() ? nullptr : &pendingCommands_.front();
    // The next cycle selects a transaction, or begins to be idle.
    if (blocked == nullptr && (!policy_->empty() || phase_ != Phase::Idle)) return;
    const IdleSlots slots = idleSlots(blocked);
    if (slots.now || slots.next <= cycle + 1) return;
    busIdleTo_ = slots.next;
    policyBehind_ = true;
    blockedTo_ = 0;
}

ChannelScheduler::IdleSlots ChannelScheduler::idleSlots(const Command* blocked) const {
    IdleSlots slots;
    const auto consider = [&](Cycle from) {
        if (from <= now_)
            slots.now = true;
        else
            slots.next = std::min(slots.next, from);
    };
    if (blocked != nullptr) consider(dram_.allowedFrom(blocked->kind, blocked->bank));
    const auto forEachBank = [](uint32_t banks, auto&& visit) {
        for (; banks != 0; banks &= banks - 1) visit(static_cast<uint32_t>(std::countr_zero(banks)));
    };
    const SchedulingPolicy::Candidates candidates = policy_->idleCandidates(blocked, dram_);
    forEachBank(candidates.activates, [&](uint32_t bank) { consider(dram_.allowedFrom(CommandKind::Activate, bank)); });
    forEachBank(candidates.unused, [&](uint32_t bank) { consider(dram_.allowedFrom(CommandKind::Precharge, bank)); });
    forEachBank(candidates.precharges, [&](uint32_t bank) {
        consider(std::max(dram_.allowedFrom(CommandKind::Precharge, bank), dram_.atRestFrom(bank)));
    });
    return slots;
}

void ChannelScheduler::reportConstraint(Cycle cycle) {
    const Constraint now = pendingCommands_.empty() ? Constraint::None : reported_;
    if (now != held_ && cycle > lastSent_)
        send(cycle, {.kind = CommandKind::None, .bank = 0, .constraint = now, .holds = now != Constraint::None});
}

bool ChannelScheduler::tryIssue(const Command& command) {
    if (!dram_.canIssue(command.kind, command.bank)) return false;
    dram_.issue(command);
    switch (command.kind) {
        case CommandKind::Activate:
            ++statistics_.activateCommands;
            lastWasAccess_[command.bank] = false;
            break;
        case CommandKind::Precharge:
            ++statistics_.prechargeCommands;
            lastWasAccess_[command.bank] = false;
            break;
        default:
            countAccess(command);
            break;
    }
    send(now_, command);
    return true;
}

void ChannelScheduler::countAccess(const Command& command) {
    ClientStatistics& client = *statistics_.clients[static_cast<size_t>(current_.client)];
    const bool hit = lastWasAccess_[command.bank];
    lastWasAccess_[command.bank] = true;
    ++(hit ? statistics_.rowHits : statistics_.rowMisses);
    ++(hit ? client.hits : client.misses);
    if (command.kind == CommandKind::Read) {
        ++statistics_.readCommands;
        ++(hit ? client.readHits : client.readMisses);
    } else {
        ++statistics_.writeCommands;
        ++(hit ? client.writeHits : client.writeMisses);
        statistics_.writeBytes.add(settings_.burstBytes());
    }
}

void ChannelScheduler::send(Cycle cycle, const Command& command) {
    module_.take(cycle + 1, command);
    lastSent_ = cycle;
    held_ = command.holds ? command.constraint : Constraint::None;
}

void ChannelScheduler::accountTransfers(Cycle end) {
    Cycle cycle = std::exchange(transfersPassed_, end);
    uint64_t count = end - cycle;
    while (count != 0 && !transfers_.empty()) {
        DataTransfer& transfer = transfers_.front();
        uint64_t passed = count;
        if (transfer.start > cycle) {
            passed = std::min(passed, transfer.start - cycle);
            (transfer.read ? statistics_.readDelayCycles : statistics_.writeDelayCycles).add(passed);
        } else {
            passed = std::min<uint64_t>(passed, transfer.cyclesLeft);
            (transfer.read ? statistics_.readDataCycles : statistics_.writeDataCycles).add(passed);
            transfer.cyclesLeft -= static_cast<uint32_t>(passed);
            if (transfer.cyclesLeft == 0) transfers_.pop();
        }
        cycle += passed;
        count -= passed;
    }
    if (count == 0) return;
    switch (phase_) {
        case Phase::Idle:
            statistics_.idleCycles.add(count);
            break;
        case Phase::WaitPreviousCommand:
            statistics_.previousCommandCycles.add(count);
            break;
        case Phase::WaitPageClose:
            statistics_.previousPageCycles.add(count);
            break;
        case Phase::WaitPageOpen:
            statistics_.openingPageCycles.add(count);
            break;
        case Phase::Access:
            throw sim::Fault(name() + ": an access moves no data");
    }
}

std::string ChannelScheduler::describeWait() const {
    if (!pendingCommands_.empty()) {
        const Command& command = pendingCommands_.front();
        return fmt::format("bank {} is to take a command for {}", command.bank, nameOf(current_.client));
    }
    if (!readsInProgress_.empty()) return fmt::format("{} reads wait for data of the module", readsInProgress_.size());
    return policy_->empty() ? "" : "transactions wait to be scheduled";
}

}  // namespace cyclorama::mem::gddr
