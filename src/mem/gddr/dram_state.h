// SPDX-License-Identifier: MIT
#pragma once
// The banks of one GDDR chip and from which cycle on each of them can take a command, as its scheduler sees them. It
// has no clock: the distances between commands are worked out when a command is issued.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mem/gddr/settings.h"
#include "sim/time.h"

namespace cyclorama::mem::gddr {

using sim::Cycle;

/// `None` carries a TimingConstraint alone: it lets the module account for a cycle in which its data pins had to rest.
enum class CommandKind : uint8_t { None, Activate, Precharge, Read, Write };

/// Why a command cannot be issued. The order of the first group is that of the module's statistics.
enum class TimingConstraint : uint8_t {
    None,
    ActivateToActivate,
    ActivateToPrecharge,
    ActivateToRead,
    ActivateToWrite,
    ReadToWrite,
    ReadToPrecharge,
    WriteToRead,
    WriteToPrecharge,
    PrechargeToActivate,
    DataBusConflict,
    // Never a matter of time alone:
    RowOpen,
    NoRowOpen
};

struct DramCommand {
    CommandKind kind = CommandKind::None;
    uint8_t bank = 0;
    /// Reason why the command bus was idle before, as the scheduler saw it.
    TimingConstraint constraint = TimingConstraint::None;
    /// None: the constraint holds in every cycle until the next command.
    bool holds = false;
    /// Activate.
    uint32_t row = 0;
    /// Read, Write: the number of accesses, as far from each other as their bursts take on the data pins.
    uint8_t bursts = 1;
};

inline constexpr uint32_t kNoRow = 0xFFFFFFFF;

class DramState {
  public:
    DramState(const Timings& timings, uint32_t banks, uint32_t burstCycles);

    /// Timing constraint that forbids a command, and the first cycle in which it is over if no other command is issued.
    struct Obstacle {
        TimingConstraint constraint = TimingConstraint::None;
        Cycle end = sim::kNever;
    };
    /// The constraint that forbids `kind` on `bank` in `cycle`; `cycle` is at or after the last command.
    Obstacle obstacle(Cycle cycle, CommandKind kind, uint32_t bank) const;

    /// The first cycle in which the timings allow the command, as long as no other is issued: an activate of a bank
    /// without an open row, any other of a bank with one. It may long be over.
    Cycle allowedFrom(CommandKind kind, uint32_t bank) const {
        const Bank& of = banks_[bank];
        switch (kind) {
            case CommandKind::Activate:
                return std::max({nextActivate_, of.closed, of.heldTo});
            case CommandKind::Precharge:
                return std::max(of.prechargeFrom, of.heldTo);
            case CommandKind::Read:
                return std::max(nextRead_, of.opened);
            case CommandKind::Write:
                return std::max(nextWrite_, of.opened);
            case CommandKind::None:
                break;
        }
        return 0;
    }
    /// Banks of a mask, a bit each, to which the timings allow the command in this cycle.
    uint32_t allowedBanks(Cycle cycle, CommandKind kind, uint32_t banks) const;

    /// The command, or the first of several accesses, starts in this cycle. Throws sim::Fault where something forbids
    /// it.
    void issue(Cycle cycle, const DramCommand& command);

    /// No row of the bank is opened or closed before this cycle.
    void holdRow(uint32_t bank, Cycle end) { banks_[bank].heldTo = end; }

    /// The bank, whose row is open, is neither opening it nor at a read or a write from this cycle on.
    Cycle restFrom(uint32_t bank) const { return banks_[bank].restFrom; }
    /// The distance from the last activate, of whichever bank, has passed.
    bool mayActivate(Cycle cycle) const { return cycle >= nextActivate_; }

    /// The open row, from the activate on until the precharge; kNoRow without.
    uint32_t openRow(uint32_t bank) const { return banks_[bank].openRow; }
    /// Bit b: bank b has an open row.
    uint32_t openBanks() const { return openBanks_; }

  private:
    struct Bank {
        uint32_t openRow = kNoRow;
        Cycle opened = 0;         // tRCD after its last activate
        Cycle closed = 0;         // tRP after its last precharge
        Cycle writeRecovery = 0;  // tWR after the data of its last write
        Cycle prechargeFrom = 0;
        Cycle heldTo = 0;  // by holdRow()
        Cycle restFrom = 0;
    };

    Obstacle activateObstacle(Cycle cycle, const Bank& bank) const;
    Obstacle readObstacle(Cycle cycle, const Bank& bank) const;
    Obstacle writeObstacle(Cycle cycle, const Bank& bank) const;
    static Obstacle prechargeObstacle(Cycle cycle, const Bank& bank);

    Timings timings_;
    uint32_t burstCycles_;
    std::vector<Bank> banks_;
    uint32_t openBanks_ = 0;
    Cycle nextActivate_ = 0;  // tRRD after the last
    // For any bank: when the data pins are free for the data of a read or a write, and when the distance from the last
    // access of the other kind has passed, too.
    Cycle pinsForRead_ = 0;
    Cycle pinsForWrite_ = 0;
    Cycle nextRead_ = 0;
    Cycle nextWrite_ = 0;
};

}  // namespace cyclorama::mem::gddr
