// SPDX-License-Identifier: MIT
#pragma once
// The registers of a thread that wait for a result, and when the last one comes. General registers wait in the same
// way; one that an index chooses may be any of them, so reads wait for writes by index, and reads by index for all
// writes.

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "isa/program.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

class RegisterScoreboard {
  public:
    /// A source, or the address register of a relative constant, is still to be written. The predicate of a predicated
    /// instruction is not looked at.
    bool sourcesPending(const isa::Instruction& instruction) const;

    /// Another result for the same register would come in `done` or later.
    bool resultComesLater(const isa::Instruction& instruction, sim::Cycle done) const {
        if (instruction.destination.bank == isa::RegisterBank::General)
            return !general_.written.empty() && general_.written[generalOf(instruction)] >= done;
        const Bank* bank = bankOf(instruction.destination.bank);
        return hasResult(instruction) && bank != nullptr && bank->written[indexOf(instruction)] >= done;
    }

    /// An instruction issued whose result comes in `done`.
    void expect(const isa::Instruction& instruction, sim::Cycle done);
    /// Its result came, in `cycle`.
    void complete(const isa::Instruction& instruction, sim::Cycle cycle);

  private:
    struct Bank {
        uint32_t pending = 0;  // bit r: register r
        std::array<sim::Cycle, 32> written{};
    };
    /// One more stands for all that are written by index.
    static constexpr size_t kIndexed = isa::kGeneralRegisters;
    struct General {
        std::bitset<kIndexed + 1> pending;
        std::vector<sim::Cycle> written;  // once one is
    };

    static bool hasResult(const isa::Instruction& instruction) {
        return isa::operationInfo(instruction.operation).writesResult;
    }
    static uint32_t indexOf(const isa::Instruction& instruction) { return instruction.destination.index % 32u; }
    static size_t generalOf(const isa::Instruction& instruction) {
        return instruction.destination.indexing == isa::Indexing::None
                   ? instruction.destination.index % isa::kGeneralRegisters
                   : kIndexed;
    }
    Bank* bankOf(isa::RegisterBank bank) {
        const uint32_t place = placeOf(bank);
        return place < banks_.size() ? &banks_[place] : nullptr;
    }
    const Bank* bankOf(isa::RegisterBank bank) const {
        const uint32_t place = placeOf(bank);
        return place < banks_.size() ? &banks_[place] : nullptr;
    }
    static uint32_t placeOf(isa::RegisterBank bank);
    bool generalPending(const isa::SourceOperand& source) const;

    std::array<Bank, 4> banks_;  // temporary, address, predicate, output
    General general_;
};

}  // namespace cyclorama::machine::timing
