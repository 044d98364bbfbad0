// SPDX-License-Identifier: MIT
#pragma once
// The registers that a program may read: inputs that it does not read are not worth computing.

#include <bitset>

#include "families/adreno/isa/program.h"

namespace cyclorama::adreno::ir3 {

/// Full registers, by component. A half register counts as the full one that it is half of, also where halves are
/// apart.
class RegisterReads {
  public:
    /// Adds the registers that an instruction may read, and of textures and memory some more after them.
    void add(const Instruction& in) {
        const ExecutionUnit unit = unitOf(in.opcode);
        if (isBetween(in.opcode, Opcode::WideMultiply, Opcode::WideMultiplyAccumulate)) {
            registers_.set();
        } else if (unit == ExecutionUnit::Arithmetic || unit == ExecutionUnit::Special) {
            const bool vectors = in.opcode == Opcode::Scatter || in.opcode == Opcode::InterpolateFloat;
            for (const Operand& source : in.sources)
                add(source, (source.repeats ? in.repeat : 0u) + (vectors ? kComponents : 1u), source.half);
        } else if (unit == ExecutionUnit::Texture) {
            for (const Operand& source : in.sources) add(source, kMostComponentsOfOperand, source.half);
        } else if (unit == ExecutionUnit::Memory) {
            // The type says the size of some data. Atomic operations have theirs after their destination.
            for (const bool half : {false, true}) {
                for (const Operand& source : in.sources) add(source, kMostComponentsOfOperand, half);
                for (const Operand& to : in.destinations) add(to, kMostComponentsOfOperand, half);
            }
        }
    }
    void add(const Ir3Program& program) {
        for (const Step& step : program.steps)
            if (step.known) add(step.instruction);
    }
    void add(unsigned first, unsigned count) {
        for (unsigned number = first; number < first + count && number < kSharedRegisters; ++number)
            registers_.set(number);
    }

    bool includes(unsigned number) const { return number < kSharedRegisters && registers_.test(number); }

  private:
    static constexpr unsigned kMostComponentsOfOperand = 12;

    void add(const Operand& operand, unsigned components, bool half) {
        if (operand.kind == OperandKind::RelativeRegister) registers_.set();
        if (operand.kind != OperandKind::Register || operand.value < 0) return;
        const auto first = static_cast<unsigned>(operand.value);
        const unsigned end = first + components;
        if (half)
            add(first / 2, (end + 1) / 2 - first / 2);
        else
            add(first, components);
    }

    std::bitset<kSharedRegisters> registers_;
};

}  // namespace cyclorama::adreno::ir3
