#pragma once
// The banks of one GDDR chip and which command each of them can take in a cycle, as its scheduler sees them.

#include <cstdint>
#include <vector>

#include "mem/gddr/settings.h"
#include "sim/time.h"

namespace cyclorama::mem::gddr {

using sim::Cycle;

enum class BankState : uint8_t { Idle, Activating, Active, Reading, Writing, Precharging };

/// `None` carries a Constraint alone: it lets the module account for a cycle in which its data pins had to rest.
enum class CommandKind : uint8_t { None, Activate, Precharge, Read, Write };

/// Why a command cannot be issued. The order of the first group is that of the module's statistics.
enum class Constraint : uint8_t {
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

struct Command {
    CommandKind kind = CommandKind::None;
    uint8_t bank = 0;
    /// What kept the command bus idle before, as the scheduler saw it.
    Constraint constraint = Constraint::None;
    /// None: the constraint holds in every cycle until the next command.
    bool holds = false;
    /// Activate.
    uint32_t row = 0;
};

inline constexpr uint32_t kNoRow = 0xFFFFFFFF;

class DramState {
  public:
    DramState(const Timings& timings, uint32_t banks, uint32_t burstCycles);

    /// Opens each cycle, and must come before anything else in it.
    void advance(Cycle cycle) {
        cycle_ = cycle;
        if (cycle >= nextChange_) changeStates(cycle);
    }

    /// What forbids the command in this cycle (ATTILA: DDRModuleState::getIssueConstraint).
    Constraint constraint(CommandKind kind, uint32_t bank) const;
    bool canIssue(CommandKind kind, uint32_t bank) const { return constraint(kind, bank) == Constraint::None; }

    /// The command starts in this cycle. Throws sim::Fault where a constraint forbids it.
    void issue(const Command& command);

    /// The distance from the last activate, of whichever bank, has passed.
    bool mayActivate() const { return cycle_ >= nextActivate_; }

    /// The first cycle from the next one on in which constraint() may answer otherwise than in this one, as long as no
    /// command is issued. kNever where it stays so.
    Cycle answerHoldsTo(CommandKind kind, uint32_t bank) const;

    /// The first cycle, this or a later one, in which the timings allow the command, as long as no other is issued: an
    /// activate of a bank without an open row, any other of a bank with one. It may lie before this cycle where nothing
    /// forbids it.
    Cycle allowedFrom(CommandKind kind, uint32_t bank) const;
    /// The bank, whose row is open, is neither opening it nor at a read or a write from this cycle on.
    Cycle atRestFrom(uint32_t bank) const { return state(bank) == BankState::Active ? 0 : banks_[bank].end; }

    uint32_t banks() const { return static_cast<uint32_t>(banks_.size()); }
    /// The open row, from the activate on until the precharge; kNoRow without.
    uint32_t openRow(uint32_t bank) const { return banks_[bank].openRow; }
    BankState state(uint32_t bank) const { return banks_[bank].state; }
    bool anyRowOpen() const { return openRows_ != 0; }
    /// Bit b: bank b has an open row.
    uint32_t openBanks() const { return openRows_; }
    /// No bank goes from one state to another by itself.
    bool stable() const { return nextChange_ == sim::kNever; }

  private:
    struct Bank {
        BankState state = BankState::Idle;
        uint32_t openRow = kNoRow;
        Cycle end = 0;       // of the state, where it passes by itself
        Cycle writeEnd = 0;  // of the last write's data
    };

    /// Lets banks leave states that have passed.
    void changeStates(Cycle cycle);
    Constraint activateConstraint(const Bank& bank) const;
    Constraint readConstraint(const Bank& bank) const;
    Constraint writeConstraint(const Bank& bank) const;
    Constraint prechargeConstraint(const Bank& bank) const;

    Timings timings_;
    uint32_t burstCycles_;
    std::vector<Bank> banks_;
    Cycle cycle_ = 0;
    Cycle nextChange_ = sim::kNever;  // when the first bank leaves a passing state
    Cycle nextActivate_ = 0;          // tRRD after the last
    Cycle readEnd_ = 0;               // of the data of the last read and write; 0 before the first
    Cycle writeEnd_ = 0;
    uint32_t writingBanks_ = 0;
    uint32_t openRows_ = 0;  // a bit for each bank
};

}  // namespace cyclorama::mem::gddr
