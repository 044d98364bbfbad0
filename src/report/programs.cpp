// SPDX-License-Identifier: MIT
#include "report/programs.h"

#include <utility>

namespace cyclorama::report {

Programs::Programs(const ReportFile& file)
    : program_(file, "INSERT INTO programs VALUES (?, ?, ?, ?)"),
      instruction_(file, "INSERT INTO program_instructions VALUES (?, ?, ?, ?, ?)"),
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
    }
    operationProgram_.run(operation, seen.known->number);
    return seen.known->counts;
}

void Programs::finish() {
    for (const auto& [listing, known] : known_) {
        const std::vector<isa::IssueCount> counts = known.counts.counts();
        uint32_t instructions = 0;
        for (size_t i = 0; i < counts.size(); ++i) {
            const std::string& text = listing.second[i];
            if (text.empty() && counts[i].issues == 0) continue;
            ++instructions;
            instruction_.run(known.number, i, text, counts[i].issues, counts[i].threads);
        }
        program_.run(known.number, listing.first, known.registers, instructions);
    }
}

}  // namespace cyclorama::report
