#pragma once
// What the instructions of the internal form cost in the shaders' pipelines. Those that ATTILA has cost what it gives
// them. What the others cost on the chips that have them is not published: each is an ESTIMATE, the cost of the
// instruction of ATTILA's that does most nearly the same.

#include <array>

#include "isa/attila/encoding.h"

namespace cyclorama::machine::timing {

/// The instruction of ATTILA's whose cost an opcode is estimated at; the opcode itself where ATTILA has it.
isa::Opcode costsAs(isa::Opcode opcode);

class InstructionTiming {
  public:
    explicit InstructionTiming(isa::attila::ShaderArchitecture architecture);

    /// Latency and repeat rate, in shader cycles.
    isa::attila::Timing of(const isa::Instruction& instruction) const {
        const auto opcode = static_cast<size_t>(instruction.opcode);
        return instruction.destination.bank == isa::RegisterBank::General ? general_[opcode] : attila_[opcode];
    }

  private:
    using Table = std::array<isa::attila::Timing, isa::kOpcodes>;

    Table attila_;
    /// Of instructions that write general registers: where an architecture of ATTILA's lacks an opcode, a chip that is
    /// not ATTILA has it, at the cost of a move.
    Table general_;
};

}  // namespace cyclorama::machine::timing
