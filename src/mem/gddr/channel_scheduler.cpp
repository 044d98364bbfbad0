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

// Accesses whose data may still be on its way: one a cycle at most.
uint32_t accessesInFlight(const Settings& settings) {
    return std::max(settings.timings.casLatency, settings.timings.writeLatency) + settings.burstCycles() + 8;
}

// The pins' statistics know the distance from read to precharge as that from write to precharge (as ATTILA's do).
Constraint reportedAs(Constraint constraint) {
    if (constraint == Constraint::ReadToPrecharge) return Constraint::WriteToPrecharge;
    return constraint == Constraint::DataBusConflict ? Constraint::None : constraint;
}

}  // namespace

ChannelScheduler::ChannelScheduler(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                                   const std::string& suffix)
    : Box(simulation, domain, "ChannelScheduler." + suffix),
      settings_(settings),
      dram_(settings.timings, settings.banks, settings.burstCycles()),
      policy_(makePolicy(settings)),
      repeats_(policy_->repeatsItself()),
      transfers_(accessesInFlight(settings)),
      burstArrivals_(accessesInFlight(settings)),
      module_(simulation.statistics(), settings, suffix),
      statistics_(simulation.statistics(), suffix, settings_.clients.units),
      phase_(&statistics_.idleCycles) {}

void ChannelScheduler::clock(Cycle cycle) {
    if (const auto transaction = requests.read(cycle)) receive(cycle, *transaction);
    if (cycle < busIdleTo_)
        passIdle(1);
    else
        useCommandBus(cycle);
    if (std::exchange(acceptanceChanged_, false)) acceptance.write(cycle, policy_->acceptance());
    sleepUntil(busIdleTo_);
}

void ChannelScheduler::accountSleep(Cycle, uint64_t count) { passIdle(count); }

void ChannelScheduler::settleStatistics(Cycle end) {
    passBus(end);
    passPhase(end);
    passTransfers(end);
    passBursts(end);
    module_.settle(end);
}

void ChannelScheduler::receive(Cycle cycle, const ChannelTransaction& transaction) {
    policyBehind_ = true;
    acceptanceChanged_ = true;
    if (policy_->receive(transaction, cycle) || blocked() == nullptr) busIdleTo_ = cycle;
}

void ChannelScheduler::passIdle(uint64_t count) {
    if (std::exchange(policyBehind_, false)) policy_->passIdleSlot(blocked());
    if (!repeats_) policy_->skip(count);
}

void ChannelScheduler::useCommandBus(Cycle cycle) {
    policyBehind_ = false;
    if (blocked() == nullptr) startNextTransaction(cycle);
    bool used = true;
    if (blocked() != nullptr && dram_.allowedFrom(next_.kind, next_.bank) <= cycle)
        sendNextCommand(cycle);
    else
        used = useIdleSlot(cycle);
    planAhead(cycle, used);
}

void ChannelScheduler::startNextTransaction(Cycle cycle) {
    const auto selected = policy_->select(dram_);
    if (!selected) return;
    passBus(cycle);
    passPhase(cycle);
    phase_ = &statistics_.previousCommandCycles;
    acceptanceChanged_ = true;
    current_ = *selected;
    awaitingFirstAccess_ = true;
    selectedAt_ = cycle;
    if (current_.read != lastWasRead_) ++statistics_.modeSwitches;
    lastWasRead_ = current_.read;
    // The last burst may be needed in part only; it takes its time all the same.
    burstsLeft_ = busCycles(current_.bytes, settings_.burstBytes());

    next_ = {
        .kind = current_.read ? CommandKind::Read : CommandKind::Write, .bank = current_.bank, .row = current_.row};
    const uint32_t openRow = dram_.openRow(current_.bank);
    if (openRow != current_.row) next_.kind = openRow != kNoRow ? CommandKind::Precharge : CommandKind::Activate;
}

void ChannelScheduler::sendNextCommand(Cycle cycle) {
    passBus(cycle);
    busPassed_ = cycle + 1;
    ++statistics_.controlUsedCycles;
    Command command = next_;
    const CommandKind access = current_.read ? CommandKind::Read : CommandKind::Write;
    switch (command.kind) {
        case CommandKind::Precharge:
            passPhase(cycle);
            phase_ = &statistics_.previousPageCycles;
            next_.kind = CommandKind::Activate;
            break;
        case CommandKind::Activate:
            passPhase(cycle);
            phase_ = &statistics_.openingPageCycles;
            // The access has to wait for its row from now on.
            command.constraint = current_.read ? Constraint::ActivateToRead : Constraint::ActivateToWrite;
            next_.kind = access;
            break;
        default:
            startTransfer(cycle);
            if (--burstsLeft_ != 0) break;
            next_.kind = CommandKind::None;
            replies.write(cycle, current_, current_.read ? replyLatency(settings_) : 1);
            break;
    }
    issue(cycle, command);
}

void ChannelScheduler::startTransfer(Cycle cycle) {
    passPhase(cycle);
    // Until the next transaction is selected data moves.
    phase_ = &statistics_.idleCycles;
    if (transfers_.full()) passTransfers(cycle);
    const uint32_t latency = current_.read ? settings_.timings.casLatency : settings_.timings.writeLatency;
    const Cycle first = std::max(cycle, transfersEnd_);
    const Cycle start = std::max(first, cycle + latency);
    transfersEnd_ = start + settings_.burstCycles();
    transfers_.push({.passed = first, .start = start, .end = transfersEnd_, .read = current_.read});
    if (current_.read) {
        if (burstArrivals_.full()) passBursts(cycle);
        burstArrivals_.push(cycle + replyLatency(settings_) - 1);
    }
    if (std::exchange(awaitingFirstAccess_, false)) statistics_.firstAccessCycles.add(cycle - selectedAt_);
}

uint32_t ChannelScheduler::unusedRows() const {
    if (settings_.pagePolicy != PagePolicy::Close) return 0;
    const uint32_t unused = dram_.openBanks() & ~policy_->waiting();
    return blocked() != nullptr ? unused & ~(1u << next_.bank) : unused;
}

bool ChannelScheduler::useIdleSlot(Cycle cycle) {
    Command command;
    if (const uint32_t unused = dram_.allowedBanks(cycle, CommandKind::Precharge, unusedRows()); unused != 0) {
        command = {.kind = CommandKind::Precharge, .bank = static_cast<uint8_t>(std::countr_zero(unused))};
        ++statistics_.closedRows;
    } else {
        command = policy_->useIdleSlot(cycle, blocked(), dram_);
        if (command.kind == CommandKind::None) return false;
    }
    passBus(cycle);
    if (blocked() != nullptr) command.constraint = reportedAs(dram_.obstacle(cycle, next_.kind, next_.bank).constraint);
    issue(cycle, command);
    return true;
}

void ChannelScheduler::planAhead(Cycle cycle, bool used) {
    policyBehind_ = used;
    const Cycle next = cycle + 1;
    if (!repeats_) {
        busIdleTo_ = used || blocked() != nullptr || policy_->waiting() != 0 || unusedRows() != 0 ? next : sim::kNever;
        return;
    }
    busIdleTo_ = next;
    if (blocked() == nullptr && policy_->waiting() != 0) return;
    Cycle first = sim::kNever;
    // What was allowed in this cycle is so in the next, but of no use where the policy left it.
    const auto consider = [&](Cycle from) {
        if (from > cycle)
            first = std::min(first, from);
        else if (used)
            first = next;
    };
    const auto forEachBank = [](uint32_t banks, auto&& visit) {
        for (; banks != 0; banks &= banks - 1) visit(static_cast<uint32_t>(std::countr_zero(banks)));
    };
    if (blocked() != nullptr) consider(dram_.allowedFrom(next_.kind, next_.bank));
    forEachBank(unusedRows(), [&](uint32_t bank) { consider(dram_.allowedFrom(CommandKind::Precharge, bank)); });
    if (first == next) return;
    const SchedulingPolicy::Candidates candidates = policy_->idleCandidates(blocked(), dram_);
    forEachBank(candidates.activates, [&](uint32_t bank) { consider(dram_.allowedFrom(CommandKind::Activate, bank)); });
    forEachBank(candidates.precharges, [&](uint32_t bank) {
        consider(std::max(dram_.allowedFrom(CommandKind::Precharge, bank), dram_.restFrom(bank)));
    });
    busIdleTo_ = first;
}

void ChannelScheduler::issue(Cycle cycle, const Command& command) {
    dram_.issue(cycle, command);
    switch (command.kind) {
        case CommandKind::Activate:
            ++statistics_.activateCommands;
            policy_->noteRow(command.bank, command.row);
            accessed_ &= ~(1u << command.bank);
            break;
        case CommandKind::Precharge:
            ++statistics_.prechargeCommands;
            policy_->noteRow(command.bank, kNoRow);
            accessed_ &= ~(1u << command.bank);
            break;
        default:
            countAccess(command);
            break;
    }
    send(cycle, command);
}

void ChannelScheduler::countAccess(const Command& command) {
    ClientStatistics& client = *statistics_.clients[static_cast<size_t>(current_.client)];
    const uint32_t bank = 1u << command.bank;
    const bool hit = (accessed_ & bank) != 0;
    accessed_ |= bank;
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

void ChannelScheduler::passBus(Cycle end) {
    if (busPassed_ >= end) return;
    Cycle cycle = std::exchange(busPassed_, end);
    if (blocked() == nullptr) {
        statistics_.controlIdleCycles.add(end - cycle);
        return;
    }
    while (cycle < end) {
        const DramState::Obstacle obstacle = dram_.obstacle(cycle, next_.kind, next_.bank);
        if (obstacle.constraint > Constraint::DataBusConflict)
            throw sim::Fault(fmt::format("{}: a command waits for a row that nothing will open or close", name()));
        const Cycle to = std::min(end, obstacle.end);
        statistics_.blocked[static_cast<size_t>(obstacle.constraint)]->add(to - cycle);
        // A command that went to the module in these cycles told it of its own.
        const Cycle from = std::max(cycle, lastSent_ + 1);
        const Constraint reported = reportedAs(obstacle.constraint);
        if (from < to && reported != held_)
            send(from, {.kind = CommandKind::None, .constraint = reported, .holds = reported != Constraint::None});
        cycle = to;
    }
}

void ChannelScheduler::passPhase(Cycle end) {
    const Cycle first = std::max(phasePassed_, transfersEnd_);
    if (first >= end) return;
    phase_->add(end - first);
    phasePassed_ = end;
}

void ChannelScheduler::passTransfers(Cycle end) {
    while (!transfers_.empty() && transfers_.front().passed < end) {
        DataTransfer& transfer = transfers_.front();
        const Cycle to = std::min(end, transfer.end);
        const Cycle data = std::clamp(transfer.start, transfer.passed, to);
        (transfer.read ? statistics_.readDelayCycles : statistics_.writeDelayCycles).add(data - transfer.passed);
        (transfer.read ? statistics_.readDataCycles : statistics_.writeDataCycles).add(to - data);
        transfer.passed = to;
        if (to == transfer.end) transfers_.pop();
    }
}

void ChannelScheduler::passBursts(Cycle end) {
    while (!burstArrivals_.empty() && burstArrivals_.front() < end) {
        burstArrivals_.pop();
        statistics_.readBytes.add(settings_.burstBytes());
    }
}

std::string ChannelScheduler::describeWait() const {
    if (blocked() != nullptr)
        return fmt::format("bank {} is to take a command for {}", next_.bank, nameOf(current_.client));
    return policy_->waiting() == 0 ? "" : "transactions wait to be scheduled";
}

}  // namespace cyclorama::mem::gddr
