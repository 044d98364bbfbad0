#include "mem/gddr/dram_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault.h"

namespace cyclorama::mem::gddr {

namespace {

/// The earliest of some cycles in which a comparison turns out otherwise. Those up to the present one are over; sums
/// that are not yet meaningful lie there, too.
class FirstTurn {
  public:
    explicit FirstTurn(Cycle now) : now_(now) {}
    void consider(Cycle turn) {
        if (turn > now_ && turn < first_) first_ = turn;
    }
    /// `distance` before `end`.
    void considerBefore(Cycle end, uint32_t distance) { consider(end > distance ? end - distance : 0); }
    Cycle first() const { return first_; }

  private:
    Cycle now_;
    Cycle first_ = sim::kNever;
};

}  // namespace

DramState::DramState(const Timings& timings, uint32_t banks, uint32_t burstCycles)
    : timings_(timings), burstCycles_(burstCycles), banks_(banks) {}

void DramState::changeStates(Cycle cycle) {
    nextChange_ = sim::kNever;
    for (Bank& bank : banks_) {
        if (bank.state == BankState::Idle || bank.state == BankState::Active) continue;
        if (cycle < bank.end) {
            nextChange_ = std::min(nextChange_, bank.end);
            continue;
        }
        if (bank.state == BankState::Writing) --writingBanks_;
        bank.state = bank.state == BankState::Precharging ? BankState::Idle : BankState::Active;
    }
}

Constraint DramState::activateConstraint(const Bank& bank) const {
    if (bank.state == BankState::Precharging) return Constraint::PrechargeToActivate;
    if (cycle_ < nextActivate_) return Constraint::ActivateToActivate;
    return bank.state == BankState::Idle ? Constraint::None : Constraint::RowOpen;
}

Constraint DramState::readConstraint(const Bank& bank) const {
    // The data bus comes first: it tells the protocol's cost from a bus that is simply in use.
    if (readEnd_ > cycle_ + timings_.casLatency || writingBanks_ != 0) return Constraint::DataBusConflict;
    if (bank.state == BankState::Activating) return Constraint::ActivateToRead;
    if (bank.state == BankState::Idle || bank.state == BankState::Precharging) return Constraint::NoRowOpen;
    if (writeEnd_ != 0 && writeEnd_ + timings_.tWTR > cycle_) return Constraint::WriteToRead;
    return Constraint::None;
}

Constraint DramState::writeConstraint(const Bank& bank) const {
    const Cycle firstData = cycle_ + timings_.writeLatency;
    if (writeEnd_ > firstData || readEnd_ > firstData) return Constraint::DataBusConflict;
    if (readEnd_ != 0 && readEnd_ + timings_.tRTW > firstData) return Constraint::ReadToWrite;
    if (bank.state == BankState::Activating) return Constraint::ActivateToWrite;
    if (bank.state == BankState::Idle || bank.state == BankState::Precharging) return Constraint::NoRowOpen;
    return Constraint::None;
}

Constraint DramState::prechargeConstraint(const Bank& bank) const {
    if (bank.writeEnd != 0 && bank.writeEnd + timings_.tWR > cycle_) return Constraint::WriteToPrecharge;
    if (bank.state == BankState::Activating) return Constraint::ActivateToPrecharge;
    if (bank.state == BankState::Reading && bank.end > cycle_ + timings_.tRP) return Constraint::ReadToPrecharge;
    const bool open = bank.state == BankState::Active || bank.state == BankState::Reading;
    return open ? Constraint::None : Constraint::NoRowOpen;
}

Cycle DramState::answerHoldsTo(CommandKind kind, uint32_t bank) const {
    const Bank& of = banks_[bank];
    FirstTurn turn(cycle_);
    turn.consider(of.end);
    switch (kind) {
        case CommandKind::Activate:
            turn.consider(nextActivate_);
            break;
        case CommandKind::Precharge:
            turn.consider(of.writeEnd + timings_.tWR);
            if (of.state == BankState::Reading) turn.considerBefore(of.end, timings_.tRP);
            break;
        case CommandKind::Read:
            turn.considerBefore(readEnd_, timings_.casLatency);
            turn.consider(writeEnd_ + timings_.tWTR);
            if (writingBanks_ != 0) turn.consider(nextChange_);
            break;
        default:
            turn.considerBefore(writeEnd_, timings_.writeLatency);
            turn.considerBefore(readEnd_, timings_.writeLatency);
            turn.considerBefore(readEnd_ + timings_.tRTW, timings_.writeLatency);
            break;
    }
    return turn.first();
}

Cycle DramState::allowedFrom(CommandKind kind, uint32_t bank) const {
    const auto before = [](Cycle end, uint32_t distance) { return end > distance ? end - distance : 0; };
    const auto after = [](Cycle end, uint32_t distance) { return end != 0 ? end + distance : 0; };
    const Bank& of = banks_[bank];
    const Cycle opened = of.state == BankState::Activating ? of.end : 0;
    switch (kind) {
        case CommandKind::Activate:
            return std::max(nextActivate_, of.state == BankState::Precharging ? of.end : 0);
        case CommandKind::Read:
            // Every write's bank is done with it when the distance after the last has passed.
            return std::max({opened, before(readEnd_, timings_.casLatency), after(writeEnd_, timings_.tWTR)});
        case CommandKind::Write:
            return std::max({opened, before(writeEnd_, timings_.writeLatency),
                             before(after(readEnd_, timings_.tRTW), timings_.writeLatency)});
        case CommandKind::Precharge:
            return std::max({opened, after(of.writeEnd, timings_.tWR),
                             of.state == BankState::Reading ? before(of.end, timings_.tRP) : 0});
        case CommandKind::None:
            break;
    }
    return 0;
}

Constraint DramState::constraint(CommandKind kind, uint32_t bank) const {
    switch (kind) {
        case CommandKind::Activate:
            return activateConstraint(banks_[bank]);
        case CommandKind::Read:
            return readConstraint(banks_[bank]);
        case CommandKind::Write:
            return writeConstraint(banks_[bank]);
        case CommandKind::Precharge:
            return prechargeConstraint(banks_[bank]);
        case CommandKind::None:
            break;
    }
    return Constraint::None;
}

void DramState::issue(const Command& command) {
    const Constraint forbidden = constraint(command.kind, command.bank);
    if (forbidden != Constraint::None)
        throw sim::Fault(fmt::format("DRAM command {} to bank {} against constraint {} in cycle {}",
                                     static_cast<int>(command.kind), command.bank, static_cast<int>(forbidden),
                                     cycle_));
    Bank& bank = banks_[command.bank];
    switch (command.kind) {
        case CommandKind::Activate:
            nextActivate_ = cycle_ + timings_.tRRD;
            bank.openRow = command.row;
            bank.state = BankState::Activating;
            bank.end = cycle_ + timings_.tRCD;
            openRows_ |= 1u << command.bank;
            break;
        case CommandKind::Read:
            readEnd_ = cycle_ + timings_.casLatency + burstCycles_;
            bank.state = BankState::Reading;
            bank.end = readEnd_;
            break;
        case CommandKind::Write:
            writeEnd_ = cycle_ + timings_.writeLatency + burstCycles_;
            if (bank.state != BankState::Writing) ++writingBanks_;
            bank.state = BankState::Writing;
            bank.end = bank.writeEnd = writeEnd_;
            break;
        case CommandKind::Precharge:
            bank.state = BankState::Precharging;
            bank.end = cycle_ + timings_.tRP;
            bank.openRow = kNoRow;
            openRows_ &= ~(1u << command.bank);
            break;
        case CommandKind::None:
            return;
    }
    nextChange_ = std::min(nextChange_, bank.end);
}

}  // namespace cyclorama::mem::gddr
