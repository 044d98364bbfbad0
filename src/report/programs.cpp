// SPDX-License-Identifier: MIT
#include "report/programs.h"

#include <utility>

namespace cyclorama::report {

Programs::Programs(const ReportFile& file)
    : program_(file, "INSERT INTO programs VALUES (?, ?, ?, ?)"),
      instruction_(file, "INSERT INTO program_instructions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      operationProgram_(file, "INSERT OR IGNORE INTO operation_programs VALUES (?, ?)") {}

isa::IssueCounts& Programs::use(uint32_t operation, const machine::ObservedProgram& program) {
    Seen& seen = seen_[{program.stage, program.program.get()}];
    if (seen.known == nullptr) {
        seen.held = program.program;
        Listing listing{program.stage, program.list(program.program.get())};
        const size_t instructions = listing.second.size();
        const auto number = static_cast<uint32_t>(known_.size());
        const auto place = known_.try_emplace(std::move(listing), number, program.registers, instructions).first;
        seen.known = &place->second;
        ofCounts_[&place->second.counts] = &place->second;
    }
    operationProgram_.run(operation, seen.known->number);
    return seen.known->counts;
}

void Programs::addWait(const isa::IssueCounts& program, uint32_t instruction, machine::InstructionWait reason,
                       uint64_t cycles) {
    if (&program != waiting_) {
        const auto found = ofCounts_.find(&program);
        if (found == ofCounts_.end()) return;
        waiting_ = &program;
        knownWaiting_ = found->second;
    }
    std::vector<machine::WaitCycles>& waits = knownWaiting_->waits;
    if (instruction < waits.size()) waits[instruction][static_cast<size_t>(reason)] += cycles;
}

void Programs::finish() {
    for (const auto& [listing, known] : known_) {
        const std::vector<isa::IssueCount> counts = known.counts.counts();
        const std::vector<machine::WaitCycles>& waits = known.waits;
        uint32_t instructions = 0;
        for (size_t i = 0; i < counts.size(); ++i) {
            const std::string& text = listing.second[i];
            if (text.empty() && counts[i].issues == 0) continue;
            ++instructions;
            const auto wait = [&](machine::InstructionWait reason) { return waits[i][static_cast<size_t>(reason)]; };
            instruction_.run(known.number, i, text, counts[i].issues, counts[i].threads,
                             wait(machine::InstructionWait::Turn), wait(machine::InstructionWait::Results),
                             wait(machine::InstructionWait::Texture), wait(machine::InstructionWait::Outputs));
        }
        program_.run(known.number, listing.first, known.registers, instructions);
    }
}

}  // namespace cyclorama::report
