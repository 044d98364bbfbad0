// SPDX-License-Identifier: MIT
#pragma once
// Computations of the opcodes: for those of categories 2 to 4 the operation over lanes and the way that operands and
// result are taken, for all where they execute.

#include <cstdint>
#include <span>

#include "families/adreno/isa/instruction.h"
#include "isa/word_operations.h"

namespace cyclorama::adreno::ir3 {

/// The way that a source's bits are taken: what a half one is widened to, and what its modifiers do.
enum class OperandClass : uint8_t {
    Float,     ///< halves become floats; modifiers change the sign
    Signed,    ///< sign-extended; modifiers negate
    Unsigned,  ///< zero-extended; modifiers negate
    Bits       ///< zero-extended; modifiers invert
};

/// The way that a result is brought to the size of its register.
enum class ResultClass : uint8_t {
    Float,    ///< rounded to a half
    Signed,   ///< has the computation's size, sign-extended
    Unsigned  ///< has the computation's size, zero-extended
};

/// The part of a shader processor that executes an instruction.
enum class ExecutionUnit : uint8_t { Flow, Arithmetic, Special, Texture, Memory, Barrier };

/// The state of an opcode in the simulator.
enum class Support : uint8_t {
    Executed,
    Estimated,   ///< executed, but what it does is inferred from its name
    NotExecuted  ///< known by name alone, or of no use to a graphics driver: does nothing
};

/// The computation of an instruction of categories 2 to 4.
struct Computation {
    isa::WordOperation operation = isa::WordOperation::None;
    OperandClass operands = OperandClass::Bits;
    ResultClass result = ResultClass::Unsigned;
    bool full = true;  ///< of words, halves of which it takes widened; not of halves
};

Computation computationOf(const Instruction& instruction);

constexpr ExecutionUnit unitOf(Opcode opcode) {
    if (opcode <= Opcode::BranchAnd) return ExecutionUnit::Flow;
    if (opcode <= Opcode::WideMultiplyAccumulate) return ExecutionUnit::Arithmetic;
    if (opcode <= Opcode::Exp2Half) return ExecutionUnit::Special;
    if (opcode <= Opcode::QuadDiagonal) return ExecutionUnit::Texture;
    return opcode <= Opcode::LoadBuffer ? ExecutionUnit::Memory : ExecutionUnit::Barrier;
}
Support supportOf(Opcode opcode);

}  // namespace cyclorama::adreno::ir3
