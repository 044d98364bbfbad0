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

bool RegisterScoreboard::sourcesPending(const isa::Instruction& instruction) const {
    const uint32_t sources = isa::opcodeInfo(instruction.opcode).sources;
    bool relative = false;
    for (uint32_t s = 0; s < sources; ++s) {
        const isa::SourceOperand& source = instruction.sources[s];
        relative = relative || source.relative;
        // Outputs cannot be read (ATTILA: checkRAWDependence).
        const uint32_t place = placeOf(source.bank);
        if (place < kOutputBank && (banks_[place].pending >> (source.index % 32u) & 1) != 0) return true;
    }
    return relative && (banks_[kAddressBank].pending >> (instruction.relativeAddress.addressRegister % 32u) & 1) != 0;
}

void RegisterScoreboard::expect(const isa::Instruction& instruction, sim::Cycle done) {
    Bank* bank = bankOf(instruction.destination.bank);
    if (!hasResult(instruction) || bank == nullptr) return;
    bank->pending |= 1u << indexOf(instruction);
    bank->written[indexOf(instruction)] = done;
}

void RegisterScoreboard::complete(const isa::Instruction& instruction, sim::Cycle cycle) {
    Bank* bank = bankOf(instruction.destination.bank);
    if (!hasResult(instruction) || bank == nullptr) return;
    // A later write to the same register keeps it pending.
    if (bank->written[indexOf(instruction)] == cycle) bank->pending &= ~(1u << indexOf(instruction));
}

}  // namespace cyclorama::machine::timing
