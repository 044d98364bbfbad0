// SPDX-License-Identifier: MIT
#include "families/adreno/isa/program.h"

#include <algorithm>

#include "families/adreno/isa/codec.h"

namespace cyclorama::adreno::ir3 {

namespace {

/// Components that an operand of a texture or memory instruction may reach.
constexpr unsigned kLongestVector = 12;

/// Full registers up to the last that an operand reaches.
unsigned reach(const Operand& operand, unsigned count) {
    if (operand.kind == OperandKind::RelativeRegister) return kSharedRegisters;
    if (operand.kind != OperandKind::Register || operand.value >= kSharedRegisters) return 0;
    const unsigned last = static_cast<unsigned>(operand.value) + count;
    return std::min<unsigned>(kSharedRegisters, operand.half ? (last + 1) / 2 : last);
}

/// True for an opcode that is known by name alone, or a reserved comparison.
bool hasNoEffect(const Step& step) {
    const Opcode opcode = step.instruction.opcode;
    const bool computes = isBetween(opcode, Opcode::AddFloat, Opcode::Dot4Accumulate) ||
                          isBetween(opcode, Opcode::Reciprocal, Opcode::Exp2Half);
    return supportOf(opcode) == Support::NotExecuted || (computes && step.kernel == nullptr);
}

}  // namespace

Ir3Program makeProgram(std::span<const uint64_t> words) {
    Ir3Program program;
    program.steps.reserve(words.size());
    const size_t length = programLength(words);
    for (const uint64_t word : words) {
        Step step;
        if (const auto instruction = decode(word)) {
            step.known = true;
            step.instruction = *instruction;
            step.computation = computationOf(*instruction);
            step.kernel = isa::wordKernel(step.computation.operation);
            step.sources = isa::sourcesOf(step.computation.operation);
            const size_t index = program.steps.size();
            if (index < length && hasNoEffect(step)) program.withoutEffect.push_back(index);
            const bool vectors = unitOf(instruction->opcode) >= ExecutionUnit::Texture;
            const unsigned count = vectors ? kLongestVector : instruction->repeat + 4u;
            for (const Operand& operand : instruction->destinations) {
                program.registers = std::max(program.registers, reach(operand, count));
            }
            for (const Operand& operand : instruction->sources) {
                program.registers = std::max(program.registers, reach(operand, count));
            }
        }
        program.steps.push_back(step);
    }
    return program;
}

}  // namespace cyclorama::adreno::ir3
