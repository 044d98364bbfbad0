// SPDX-License-Identifier: MIT
#include "machine/timing/shader/register_scoreboard.h"

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kOutputBank = 3;
constexpr uint32_t kAddressBank = 1;

}  // namespace

uint32_t RegisterScoreboard::placeOf(isa::RegisterBank bank) {
    switch (bank) {
        case isa::RegisterBank::Temporary:
            return 0;
        case isa::RegisterBank::Address:
            return kAddressBank;
        case isa::RegisterBank::Predicate:
            return 2;
        case isa::RegisterBank::Output:
            return kOutputBank;
        default:
            return ~0u;
    }
}

bool RegisterScoreboard::generalPending(const isa::SourceOperand& source) const {
    if (source.indexing != isa::Indexing::None) return general_.pending.any();
    return general_.pending[source.index % isa::kGeneralRegisters] || general_.pending[kIndexed];
}

bool RegisterScoreboard::sourcesPending(const isa::Instruction& instruction) const {
    const uint32_t sources = isa::operationInfo(instruction.operation).sources;
    bool relative = false;
    bool indexed =
        instruction.destination.indexing != isa::Indexing::None || instruction.samplerIndexing != isa::Indexing::None;
    for (uint32_t s = 0; s < sources; ++s) {
        const isa::SourceOperand& source = instruction.sources[s];
        relative = relative || source.relative;
        indexed = indexed || source.indexing != isa::Indexing::None;
        if (source.bank == isa::RegisterBank::General) {
            if (generalPending(source)) return true;
            continue;
        }
        // Outputs cannot be read.
        const uint32_t place = placeOf(source.bank);
        if (place < kOutputBank && (banks_[place].pending >> (source.index % 32u) & 1) != 0) return true;
    }
    if (indexed && (banks_[kAddressBank].pending & 1) != 0) return true;
    return relative && (banks_[kAddressBank].pending >> (instruction.relativeAddress.addressRegister % 32u) & 1) != 0;
}

void RegisterScoreboard::expect(const isa::Instruction& instruction, sim::Cycle done) {
    if (instruction.destination.bank == isa::RegisterBank::General) {
        if (general_.written.empty()) general_.written.resize(kIndexed + 1);
        general_.pending.set(generalOf(instruction));
        general_.written[generalOf(instruction)] = done;
        return;
    }
    Bank* bank = bankOf(instruction.destination.bank);
    if (!hasResult(instruction) || bank == nullptr) return;
    bank->pending |= 1u << indexOf(instruction);
    bank->written[indexOf(instruction)] = done;
}

void RegisterScoreboard::complete(const isa::Instruction& instruction, sim::Cycle cycle) {
    if (instruction.destination.bank == isa::RegisterBank::General) {
        if (general_.written[generalOf(instruction)] == cycle) general_.pending.reset(generalOf(instruction));
        return;
    }
    Bank* bank = bankOf(instruction.destination.bank);
    if (!hasResult(instruction) || bank == nullptr) return;
    // A later write to the same register keeps it pending.
    if (bank->written[indexOf(instruction)] == cycle) bank->pending &= ~(1u << indexOf(instruction));
}

}  // namespace cyclorama::machine::timing
