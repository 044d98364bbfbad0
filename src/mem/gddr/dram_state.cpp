// SPDX-License-Identifier: MIT
#include "mem/gddr/dram_state.h"

#include <fmt/format.h>

#include <bit>

#include "sim/fault.h"

namespace cyclorama::mem::gddr {

namespace {

Cycle before(Cycle end, uint32_t distance) { return end > distance ? end - distance : 0; }

}  // namespace

DramState::DramState(const Timings& timings, uint32_t banks, uint32_t burstCycles)
    : timings_(timings), burstCycles_(burstCycles), banks_(banks) {}

DramState::Obstacle DramState::activateObstacle(Cycle cycle, const Bank& bank) const {
    if (cycle < bank.heldTo) return {TimingConstraint::DataBusConflict, bank.heldTo};
    if (cycle < bank.closed) return {TimingConstraint::PrechargeToActivate, bank.closed};
    if (cycle < nextActivate_) return {TimingConstraint::ActivateToActivate, nextActivate_};
    return {bank.openRow == kNoRow ? TimingConstraint::None : TimingConstraint::RowOpen};
}

// For accesses the data pins come first: that separates the protocol's cost from pins that are simply in use.
DramState::Obstacle DramState::readObstacle(Cycle cycle, const Bank& bank) const {
    if (cycle < pinsForRead_) return {TimingConstraint::DataBusConflict, pinsForRead_};
    if (bank.openRow == kNoRow) return {TimingConstraint::NoRowOpen};
    if (cycle < bank.opened) return {TimingConstraint::ActivateToRead, bank.opened};
    if (cycle < nextRead_) return {TimingConstraint::WriteToRead, nextRead_};
    return {};
}

DramState::Obstacle DramState::writeObstacle(Cycle cycle, const Bank& bank) const {
    if (cycle < pinsForWrite_) return {TimingConstraint::DataBusConflict, pinsForWrite_};
    if (cycle < nextWrite_) return {TimingConstraint::ReadToWrite, nextWrite_};
    if (bank.openRow == kNoRow) return {TimingConstraint::NoRowOpen};
    if (cycle < bank.opened) return {TimingConstraint::ActivateToWrite, bank.opened};
    return {};
}

DramState::Obstacle DramState::prechargeObstacle(Cycle cycle, const Bank& bank) {
    if (cycle < bank.heldTo) return {TimingConstraint::DataBusConflict, bank.heldTo};
    if (cycle < bank.writeRecovery) return {TimingConstraint::WriteToPrecharge, bank.writeRecovery};
    if (bank.openRow == kNoRow) return {TimingConstraint::NoRowOpen};
    if (cycle < bank.opened) return {TimingConstraint::ActivateToPrecharge, bank.opened};
    if (cycle < bank.prechargeFrom) return {TimingConstraint::ReadToPrecharge, bank.prechargeFrom};
    return {};
}

DramState::Obstacle DramState::obstacle(Cycle cycle, CommandKind kind, uint32_t bank) const {
    switch (kind) {
        case CommandKind::Activate:
            return activateObstacle(cycle, banks_[bank]);
        case CommandKind::Read:
            return readObstacle(cycle, banks_[bank]);
        case CommandKind::Write:
            return writeObstacle(cycle, banks_[bank]);
        case CommandKind::Precharge:
            return prechargeObstacle(cycle, banks_[bank]);
        case CommandKind::None:
            break;
    }
    return {};
}

uint32_t DramState::allowedBanks(Cycle cycle, CommandKind kind, uint32_t banks) const {
    uint32_t allowed = 0;
    for (; banks != 0; banks &= banks - 1)
        if (allowedFrom(kind, static_cast<uint32_t>(std::countr_zero(banks))) <= cycle) allowed |= banks & (0 - banks);
    return allowed;
}

void DramState::issue(Cycle cycle, const DramCommand& command) {
    Bank& bank = banks_[command.bank];
    const bool rowFits = (command.kind == CommandKind::Activate) == (bank.openRow == kNoRow);
    if (!rowFits || cycle < allowedFrom(command.kind, command.bank))
        throw sim::Fault(fmt::format("DRAM command {} to bank {} against constraint {} in cycle {}",
                                     static_cast<int>(command.kind), command.bank,
                                     static_cast<int>(obstacle(cycle, command.kind, command.bank).constraint), cycle));
    const uint32_t dataCycles = command.bursts * burstCycles_;
    switch (command.kind) {
        case CommandKind::Activate:
            nextActivate_ = cycle + timings_.tRRD;
            bank.openRow = command.row;
            bank.opened = bank.prechargeFrom = bank.restFrom = cycle + timings_.tRCD;
            openBanks_ |= 1u << command.bank;
            break;
        case CommandKind::Read: {
            const Cycle end = cycle + timings_.casLatency + dataCycles;
            pinsForRead_ = cycle + dataCycles;
            pinsForWrite_ = before(end, timings_.writeLatency);
            nextRead_ = std::max(nextRead_, pinsForRead_);
            nextWrite_ = std::max(nextWrite_, before(end + timings_.tRTW, timings_.writeLatency));
            // The row closes no earlier than the data ends.
            bank.prechargeFrom = std::max(bank.prechargeFrom, before(end, timings_.tRP));
            bank.restFrom = end;
            break;
        }
        case CommandKind::Write: {
            const Cycle end = cycle + timings_.writeLatency + dataCycles;
            pinsForRead_ = end;
            pinsForWrite_ = cycle + dataCycles;
            nextRead_ = std::max(nextRead_, end + timings_.tWTR);
            nextWrite_ = std::max(nextWrite_, pinsForWrite_);
            bank.writeRecovery = bank.prechargeFrom = end + timings_.tWR;
            bank.restFrom = end;
            break;
        }
        case CommandKind::Precharge:
            bank.closed = cycle + timings_.tRP;
            bank.openRow = kNoRow;
            openBanks_ &= ~(1u << command.bank);
            break;
        case CommandKind::None:
            break;
    }
}

}  // namespace cyclorama::mem::gddr
