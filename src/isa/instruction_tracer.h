// SPDX-License-Identifier: MIT
#pragma once
// A look at a program while a group of threads executes it.

#include <cstddef>
#include <string>

#include "isa/instruction.h"
#include "isa/thread_group.h"

namespace cyclorama::isa {

class InstructionTracer {
  public:
    virtual ~InstructionTracer() = default;
    /// The instruction at an index of the program was executed by some lanes; the registers are as it left them.
    virtual void executed(size_t index, const Instruction& instruction, const ThreadGroup& group, LaneMask lanes) = 0;
};

/// A register in one lane for people: four floats, each exact.
std::string registerText(const VectorRegister& reg, int lane);

/// Text of an instruction's result in one lane, for people: the components that it writes, as
/// floats or integers by its type; empty where it writes no register.
std::string resultText(const Instruction& instruction, const ThreadGroup& group, int lane);

}  // namespace cyclorama::isa
