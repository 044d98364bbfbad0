// SPDX-License-Identifier: MIT
#pragma once
// The tables of programs: their listings, and how often each instruction was executed.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa/issue_counts.h"
#include "machine/values/observed_operation.h"
#include "machine/values/run_observer.h"
#include "report/insert.h"

namespace cyclorama::report {

class Programs {
  public:
    explicit Programs(const ReportFile& file);

    /// Notes that an operation runs a program; its counts, which live as long as this.
    isa::IssueCounts& use(uint32_t operation, const machine::ObservedProgram& program);
    /// A thread waited at an instruction of a program. After the last one nothing is added.
    void addWait(const isa::IssueCounts& program, uint32_t instruction, machine::InstructionWait reason,
                 uint64_t cycles);
    /// Writes the programs and their counts. Call once, when nothing counts any more.
    void finish();

  private:
    struct Known {
        Known(uint32_t itsNumber, uint32_t itsRegisters, size_t instructions)
            : number(itsNumber), registers(itsRegisters), counts(instructions), waits(instructions) {}
        uint32_t number;
        uint32_t registers;
        isa::IssueCounts counts;
        std::vector<machine::WaitCycles> waits;  // by instruction
    };
    /// Stage and texts: programs of the same text are one, wherever they were.
    using Listing = std::pair<std::string, std::vector<std::string>>;
    struct Seen {
        std::shared_ptr<const void> held;
        Known* known = nullptr;
    };

    Insert program_, instruction_, operationProgram_;
    std::map<Listing, Known> known_;
    std::map<std::pair<std::string_view, const void*>, Seen> seen_;
    std::unordered_map<const isa::IssueCounts*, Known*> ofCounts_;
    // The program that last was waited in: threads of one come one after the other.
    const isa::IssueCounts* waiting_ = nullptr;
    Known* knownWaiting_ = nullptr;
};

}  // namespace cyclorama::report
