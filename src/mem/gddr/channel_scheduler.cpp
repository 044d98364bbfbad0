// SPDX-License-Identifier: MIT
#include "mem/gddr/channel_scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::mem::gddr {

std::string describe(const ChannelTransaction& transaction) {
    return fmt::format("{} {} bytes, channel {}, bank {}, row {}, column {}, request {}",
                       transaction.read ? "read" : "write", transaction.bytes, transaction.channel, transaction.bank,
                       transaction.row, transaction.column, transaction.request);
}

std::string describe(const ChannelTransaction& transaction, const Clients& clients) {
    return fmt::format("{} {} bytes, channel {}, bank {}, row {}, column {}, {}, request {}",
                       transaction.read ? "read" : "write", transaction.bytes, transaction.channel, transaction.bank,
                       transaction.row, transaction.column, clients[transaction.client].name, transaction.request);
}

std::string describe(const BankAcceptance& acceptance) {
    return fmt::format("reads {:#x}, writes {:#x}", acceptance.reads, acceptance.writes);
}

namespace {

std::unique_ptr<SchedulingPolicy> makePolicy(Settings settings) {
    // Rows that are opened or closed ahead are so while data moves.
    if (!settings.scheduling.overlapsRowCommands)
        settings.scheduling.managers.activateAhead = settings.scheduling.managers.prechargeAhead = false;
    switch (settings.scheduling.kind) {
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

// From a read's last command to its last data: the command's way to the module, the burst, and its way back.
uint32_t dataLatency(const Settings& settings) { return 1 + settings.timings.casLatency + settings.burstCycles() + 1; }

// From a read's last command to its reply, over the buses between memory and the GPU.
uint32_t replyLatency(const Settings& settings) { return dataLatency(settings) + 1 + settings.returnLatency; }

/// Calls `visit(bank)` for each bank of a mask.
template <typename Visit>
void forEachBank(uint32_t banks, Visit&& visit) {
    for (; banks != 0; banks &= banks - 1) visit(static_cast<uint32_t>(std::countr_zero(banks)));
}

/// The first cycle in which the page policy closes the bank's row.
Cycle closesFrom(uint32_t bank, const DramState& dram, const SchedulerSettings& settings) {
    const Cycle allowed = dram.allowedFrom(CommandKind::Precharge, bank);
    if (settings.pagePolicy != PagePolicy::IdleTimer) return allowed;
    return std::max(allowed, dram.restFrom(bank) + settings.pageIdleCycles);
}

// The pins' statistics know the distance from read to precharge as that from write to precharge.
TimingConstraint reportedAs(TimingConstraint constraint) {
    if (constraint == TimingConstraint::ReadToPrecharge) return TimingConstraint::WriteToPrecharge;
    return constraint == TimingConstraint::DataBusConflict ? TimingConstraint::None : constraint;
}

}  // namespace

ChannelScheduler::ChannelScheduler(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                                   const std::string& suffix, ReplyCalendar& calendar)
    : Box(simulation, domain, "ChannelScheduler." + suffix),
      settings_(settings),
      calendar_(&calendar),
      dram_(settings.timings, settings.banks, settings.burstCycles()),
      policy_(makePolicy(settings)),
      repeats_(policy_->repeatsItself()),
      countsIdleSlots_(policy_->countsIdleSlots()),
      transfers_(accessesInFlight(settings)),
      arrivals_(accessesInFlight(settings)),
      module_(simulation.statistics(), settings, suffix),
      statistics_(*this, simulation.statistics(), suffix, settings_.clients.clients),
      phase_(&statistics_.idleCycles) {
    requests.describeBy([this](const ChannelTransaction& each) { return describe(each, settings_.clients.clients); });
}

uint32_t ChannelScheduler::longestReply(const Settings& settings) {
    const Timings& t = settings.timings;
    const uint32_t burst = settings.burstCycles();
    const uint32_t firstAccess = std::max({t.tRCD, t.writeLatency + burst + t.tWTR, t.casLatency + burst + t.tRTW});
    return firstAccess + (kTransactionBytes / settings.burstBytes()) * burst + replyLatency(settings);
}

void ChannelScheduler::clock(Cycle cycle) {
    const bool accessed = sendAccesses(cycle) != 0;
    for (const ChannelTransaction& transaction : requests.take(cycle)) receive(cycle, transaction);
    if (cycle >= busIdleTo_) {
        if (accessed)
            planAhead(cycle, true);
        else
            useCommandBus(cycle);
    } else if (!accessed) {
        passIdle(1);
    }
    if (std::exchange(acceptanceChanged_, false)) acceptance.write(cycle, policy_->acceptance());
    sleepUntil(busIdleTo_);
}

void ChannelScheduler::accountSleep(Cycle first, uint64_t count) {
    const uint32_t accesses = sendAccesses(first + count - 1);
    if (count > accesses) passIdle(count - accesses);
}

void ChannelScheduler::settleStatistics(Cycle end) {
    passBus(end);
    passPhase(end);
    passTransfers(end);
    passArrivals(end);
    module_.settle(end);
}

void ChannelScheduler::receive(Cycle cycle, const ChannelTransaction& transaction) {
    policyBehind_ = true;
    acceptanceChanged_ = true;
    if (policy_->receive(transaction, cycle) || blocked() == nullptr) busIdleTo_ = cycle;
}

void ChannelScheduler::passIdle(uint64_t count) {
    if (policyBehind_) passIdleSlot();
    if (!repeats_) policy_->skip(count);
}

void ChannelScheduler::useCommandBus(Cycle cycle) {
    if (blocked() == nullptr) startNextTransaction(cycle);
    if (nextAccess_ == cycle) {
        sendAccesses(cycle);
    } else if (nextAccess_ == sim::kNever && blocked() != nullptr &&
               dram_.allowedFrom(next_.kind, next_.bank) <= cycle) {
        prepareRow(cycle);
    } else if (const IdleSlots slots = repeats_ ? idleSlots(cycle) : IdleSlots{.now = true}; !slots.now) {
        passIdleSlot();
        busIdleTo_ = slots.next;
        return;
    } else {
        return planAhead(cycle, useIdleSlot(cycle));
    }
    planAhead(cycle, true);
}

void ChannelScheduler::startNextTransaction(Cycle cycle) {
    const auto selected = policy_->select(dram_);
    if (!selected) return;
    passBus(cycle);
    passPhase(cycle);
    phase_ = &statistics_.previousCommandCycles;
    acceptanceChanged_ = true;
    current_ = *selected;
    statistics_.traces.selected.passed(cycle, cycle, [&] { return describe(current_); });
    selectedAt_ = cycle;
    if (current_.read != lastWasRead_) ++statistics_.modeSwitches;
    lastWasRead_ = current_.read;
    // The last burst may be needed in part only; it takes its time all the same.
    burstsLeft_ = busCycles(current_.bytes, settings_.burstBytes());
    if (!settings_.scheduling.overlapsRowCommands) dram_.holdRow(current_.bank, transfersEnd_);

    next_ = {
        .kind = current_.read ? CommandKind::Read : CommandKind::Write, .bank = current_.bank, .row = current_.row};
    const uint32_t openRow = dram_.openRow(current_.bank);
    if (openRow == current_.row)
        planAccesses(cycle, cycle);
    else
        next_.kind = openRow != kNoRow ? CommandKind::Precharge : CommandKind::Activate;
}

void ChannelScheduler::prepareRow(Cycle cycle) {
    passBus(cycle);
    busPassed_ = cycle + 1;
    ++statistics_.controlUsedCycles;
    passPhase(cycle);
    DramCommand command = next_;
    if (command.kind == CommandKind::Precharge) {
        phase_ = &statistics_.previousPageCycles;
        next_.kind = CommandKind::Activate;
        openOrClose(cycle, command);
        return;
    }
    phase_ = &statistics_.openingPageCycles;
    // The access has to wait for its row from now on.
    command.constraint = current_.read ? TimingConstraint::ActivateToRead : TimingConstraint::ActivateToWrite;
    next_.kind = current_.read ? CommandKind::Read : CommandKind::Write;
    openOrClose(cycle, command);
    planAccesses(cycle, cycle + 1);
}

void ChannelScheduler::planAccesses(Cycle cycle, Cycle earliest) {
    nextAccess_ = std::max(earliest, dram_.allowedFrom(next_.kind, next_.bank));
    const Cycle arrival = lastAccess() + (current_.read ? replyLatency(settings_) : 1);
    replies.write(cycle, current_, static_cast<uint32_t>(arrival - cycle));
    calendar_->note(arrival, current_.channel);
}

uint32_t ChannelScheduler::sendAccesses(Cycle cycle) {
    if (nextAccess_ > cycle) return 0;
    const Cycle first = nextAccess_;
    const uint32_t distance = settings_.burstCycles();
    const auto count = static_cast<uint32_t>(std::min<Cycle>(burstsLeft_, (cycle - first) / distance + 1));
    nextAccess_ = first + Cycle{count} * distance;
    passBus(first);
    busPassed_ = nextAccess_ - distance + 1;
    statistics_.controlUsedCycles.add(count);
    blockedCycles(TimingConstraint::DataBusConflict).add(Cycle{count - 1} * (distance - 1));
    startTransfer(first, count);
    countAccesses(count);

    DramCommand accesses = next_;
    accesses.bursts = static_cast<uint8_t>(count);
    dram_.issue(first, accesses);
    send(first, accesses);
    lastSent_ = busPassed_ - 1;
    burstsLeft_ -= count;
    if (burstsLeft_ == 0) {
        nextAccess_ = sim::kNever;
        next_.kind = CommandKind::None;
    }
    policyBehind_ = true;
    return count;
}

void ChannelScheduler::startTransfer(Cycle cycle, uint32_t bursts) {
    passPhase(cycle);
    // Until the next transaction is selected data moves.
    phase_ = &statistics_.idleCycles;
    if (transfers_.full()) passTransfers(cycle);
    const uint32_t latency = current_.read ? settings_.timings.casLatency : settings_.timings.writeLatency;
    const Cycle first = std::max(cycle, transfersEnd_);
    const Cycle start = std::max(first, cycle + latency);
    transfersEnd_ = start + Cycle{bursts} * settings_.burstCycles();
    const uint32_t burst = settings_.burstCycles();
    for (uint32_t i = 0; i < bursts; ++i)
        statistics_.traces.pins.passed(start + Cycle{i} * burst, start + Cycle{i + 1} * burst,
                                       [&] { return describe(current_); });
    transfers_.push({.passed = first, .start = start, .end = transfersEnd_, .read = current_.read});
    if (current_.read) {
        if (arrivals_.full()) passArrivals(cycle);
        arrivals_.push({.next = cycle + dataLatency(settings_), .bursts = bursts});
    }
    if (selectedAt_) statistics_.firstAccessCycles.add(cycle - *std::exchange(selectedAt_, std::nullopt));
}

uint32_t ChannelScheduler::unusedRows() const {
    uint32_t unused = 0;
    switch (settings_.scheduling.pagePolicy) {
        case PagePolicy::Close:
            unused = dram_.openBanks() & ~policy_->waiting();
            break;
        case PagePolicy::IdleTimer:
            unused = dram_.openBanks();
            break;
        case PagePolicy::Open:
            return 0;
    }
    return blocked() != nullptr ? unused & ~(1u << next_.bank) : unused;
}

bool ChannelScheduler::useIdleSlot(Cycle cycle) {
    DramCommand command;
    uint32_t unused = 0;
    forEachBank(unusedRows(), [&](uint32_t bank) {
        if (closesFrom(bank, dram_, settings_.scheduling) <= cycle) unused |= 1u << bank;
    });
    if (unused != 0) {
        command = {.kind = CommandKind::Precharge, .bank = static_cast<uint8_t>(std::countr_zero(unused))};
        ++statistics_.closedRows;
    } else {
        command = policy_->useIdleSlot(cycle, blocked(), dram_);
        if (command.kind == CommandKind::None) return false;
    }
    passBus(cycle);
    if (blocked() != nullptr) command.constraint = reportedAs(dram_.obstacle(cycle, next_.kind, next_.bank).constraint);
    openOrClose(cycle, command, unused != 0);
    return true;
}

void ChannelScheduler::planAhead(Cycle cycle, bool used) {
    policyBehind_ = used;
    const bool waiting = policy_->waiting() != 0;
    if (!repeats_) {
        const bool busy = used || blocked() != nullptr || waiting || unusedRows() != 0;
        busIdleTo_ = busy ? cycle + 1 : sim::kNever;
        return;
    }
    busIdleTo_ = cycle + 1;
    if (blocked() == nullptr && waiting) return;
    const IdleSlots slots = idleSlots(cycle);
    // A command that is allowed in this cycle stays so in the next; without use where the policy left it.
    if (!used || !slots.now) busIdleTo_ = slots.next;
}

ChannelScheduler::IdleSlots ChannelScheduler::idleSlots(Cycle cycle) const {
    IdleSlots slots;
    const auto consider = [&](Cycle from) {
        if (from > cycle)
            slots.next = std::min(slots.next, from);
        else
            slots.now = true;
    };
    // After the last access a transaction is selected, or else a row may be closed.
    if (nextAccess_ != sim::kNever)
        consider(lastAccess() + (policy_->waiting() != 0 ? 1 : 0));
    else if (blocked() != nullptr)
        consider(dram_.allowedFrom(next_.kind, next_.bank));
    forEachBank(unusedRows(), [&](uint32_t bank) { consider(closesFrom(bank, dram_, settings_.scheduling)); });
    const SchedulingPolicy::Candidates candidates = policy_->idleCandidates(blocked(), dram_);
    forEachBank(candidates.activates, [&](uint32_t bank) { consider(dram_.allowedFrom(CommandKind::Activate, bank)); });
    forEachBank(candidates.precharges, [&](uint32_t bank) {
        consider(std::max(dram_.allowedFrom(CommandKind::Precharge, bank), dram_.restFrom(bank)));
    });
    return slots;
}

void ChannelScheduler::openOrClose(Cycle cycle, const DramCommand& command, bool unused) {
    const bool opens = command.kind == CommandKind::Activate;
    if (!statistics_.banks.empty() && !unused) {
        BankUse& use = statistics_.banks[command.bank];
        ++(opens ? use.activates : use.conflicts);
    }
    ++(opens ? statistics_.activateCommands : statistics_.prechargeCommands);
    policy_->recordRow(command.bank, opens ? command.row : kNoRow);
    accessed_ &= ~(1u << command.bank);
    dram_.issue(cycle, command);
    send(cycle, command);
}

void ChannelScheduler::countAccesses(uint32_t count) {
    RowCounters& client = *statistics_.clients[static_cast<size_t>(current_.client)];
    const uint32_t bank = 1u << current_.bank;
    const uint32_t misses = (accessed_ & bank) != 0 ? 0 : 1;
    const uint32_t hits = count - misses;
    accessed_ |= bank;
    if (!statistics_.banks.empty()) {
        BankUse& use = statistics_.banks[current_.bank];
        use.hits += hits;
        use.misses += misses;
        (current_.read ? use.read : use.written) += uint64_t{count} * settings_.burstBytes();
    }
    statistics_.rows.hits.add(hits);
    statistics_.rows.misses.add(misses);
    client.hits.add(hits);
    client.misses.add(misses);
    if (current_.read) {
        statistics_.readCommands.add(count);
        client.readHits.add(hits);
        client.readMisses.add(misses);
    } else {
        statistics_.writeCommands.add(count);
        client.writeHits.add(hits);
        client.writeMisses.add(misses);
        statistics_.writeBytes.add(uint64_t{count} * settings_.burstBytes());
    }
}

void ChannelScheduler::send(Cycle cycle, const DramCommand& command) {
    for (uint32_t i = 0; command.kind != CommandKind::None && i < command.bursts; ++i) {
        const Cycle sent = cycle + Cycle{i} * settings_.burstCycles();
        statistics_.traces.commands.passed(sent, sent + 1, [&] { return textOf(command); });
    }
    module_.take(cycle + 1, command);
    lastSent_ = cycle;
    held_ = command.holds ? command.constraint : TimingConstraint::None;
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
        if (obstacle.constraint > TimingConstraint::DataBusConflict)
            throw sim::Fault(fmt::format("{}: a command waits for a row that nothing will open or close", name()));
        const Cycle to = std::min(end, obstacle.end);
        blockedCycles(obstacle.constraint).add(to - cycle);
        // Cycles with a command have reported their own constraint.
        const Cycle from = std::max(cycle, lastSent_ + 1);
        const TimingConstraint reported = reportedAs(obstacle.constraint);
        if (from < to && reported != held_)
            send(from,
                 {.kind = CommandKind::None, .constraint = reported, .holds = reported != TimingConstraint::None});
        cycle = to;
    }
}

void ChannelScheduler::passPhase(Cycle end) {
    const Cycle first = std::max(phasePassed_, transfersEnd_);
    if (first >= end) return;
    phase_->add(end - first);
    phasePassed_ = end;
}

bool ChannelScheduler::atFullRate() const {
    const Cycle now = simulation().nextCycle(domain());
    for (uint32_t i = 0; i < transfers_.size(); ++i)
        if (transfers_[i].start <= now && now < transfers_[i].end) return true;
    if (nextAccess_ > now) return false;
    // Accesses whose cycles have passed and that are still to be accounted for.
    const uint32_t latency = current_.read ? settings_.timings.casLatency : settings_.timings.writeLatency;
    const Cycle start = std::max(transfersEnd_, nextAccess_ + latency);
    return start <= now && now < start + Cycle{burstsLeft_} * settings_.burstCycles();
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

void ChannelScheduler::passArrivals(Cycle end) {
    while (!arrivals_.empty() && arrivals_.front().next < end) {
        Arrivals& arrivals = arrivals_.front();
        statistics_.readBytes.add(settings_.burstBytes());
        arrivals.next += settings_.burstCycles();
        if (--arrivals.bursts == 0) arrivals_.pop();
    }
}

std::string ChannelScheduler::textOf(const DramCommand& command) const {
    switch (command.kind) {
        case CommandKind::Activate:
            return fmt::format("ACTIVATE bank {}, row {}", command.bank, command.row);
        case CommandKind::Precharge:
            return fmt::format("PRECHARGE bank {}", command.bank);
        case CommandKind::Read:
            return fmt::format("READ bank {}, row {}: {}", command.bank, command.row, describe(current_));
        case CommandKind::Write:
            return fmt::format("WRITE bank {}, row {}: {}", command.bank, command.row, describe(current_));
        case CommandKind::None:
            break;
    }
    return "nothing";
}

void ChannelScheduler::describeState(std::vector<std::string>& lines) const {
    if (blocked() != nullptr) lines.push_back("at work: " + describe(current_));
    for (uint32_t bank = 0; bank < settings_.banks; ++bank) {
        const uint32_t row = dram_.openRow(bank);
        const bool waits = (policy_->waiting() >> bank & 1) != 0;
        lines.push_back(fmt::format("bank {}: {}{}", bank,
                                    row == kNoRow ? std::string("closed") : fmt::format("row {} open", row),
                                    waits ? ", transactions wait" : ""));
    }
}

std::string ChannelScheduler::describeWait() const {
    if (blocked() != nullptr)
        return fmt::format("bank {} is to take a command for {}", next_.bank,
                           settings_.clients.clients[current_.client].name);
    return policy_->waiting() == 0 ? "" : "transactions wait to be scheduled";
}

}  // namespace cyclorama::mem::gddr
