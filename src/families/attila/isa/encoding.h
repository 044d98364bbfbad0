// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's shader instruction set as tables: where each field of the 128-bit instruction word is, which byte is which
// opcode, and what each opcode costs. Decoding, encoding, listings and documentation all read these tables.
// Source of all facts: ATTILA, ShaderInstruction and ShaderArchitectureParameters.

#include <array>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string_view>

#include "isa/program.h"

namespace cyclorama::attila {

inline constexpr uint32_t kInstructionBytes = 16;

/// Bits [first, first + size) of the instruction word, whose bit 0 is bit 0 of its first byte. No field crosses bit 64.
struct WordField {
    std::string_view name;
    uint8_t first;
    uint8_t size;
    std::string_view meaning;
};

/// Position of a field in fieldTable().
enum class FieldId : uint8_t {
    Opcode,
    End,
    WaitPoint,
    Predicated,
    InvertPredicate,
    PredicateRegister,
    Bank1,
    Negate1,
    Absolute1,
    Bank2,
    Negate2,
    Absolute2,
    Bank3,
    Negate3,
    Absolute3,
    ResultBank,
    Saturate,
    Mask,
    Relative,
    RelativeRegister,
    RelativeComponent,
    RelativeOffset,
    Register1,
    Swizzle1,
    ResultRegister,
    Register2,
    Swizzle2,
    Register3,
    Swizzle3,
    Immediate
};
inline constexpr unsigned kFields = static_cast<unsigned>(FieldId::Immediate) + 1;

std::span<const WordField, kFields> fieldTable();

/// Codes of the 3-bit register bank fields.
enum class BankCode : uint8_t {
    Input = 0,
    Output = 1,
    Constant = 2,
    Temporary = 3,
    Address = 4,
    ConstantHigh = 5,  ///< constants 256 to 511
    Immediate = 6,
    Invalid = 7
};

/// The content of an instruction word beside its register sources.
enum class Form : uint8_t {
    Plain,
    NoOperands,
    Predicates,  ///< boolean sources and a predicate result
    Jump,        ///< one boolean source and a 32-bit offset
    Unit         ///< the second register field is a sampler, a stream or a sample number
};

enum class Operands : uint8_t { Float, Integer, Boolean, FixedPoint };

struct OpcodeRow {
    uint8_t code;
    std::string_view name;
    Form form;
    Operands operands;
    uint8_t sources;  ///< register sources of the word
    isa::Operation operation;
    isa::Condition condition;  ///< test of a conditional operation
    /// By isa::UnitModel: ATTILA's architectures VarLatAOS, VarLatSOA, FixedLatAOS and FixedLatSOA.
    isa::CostClass cost;
    std::string_view meaning;  ///< the formula; a, b, c are the sources, s and t the w of the swizzled sources
};

/// One row an opcode, by code.
std::span<const OpcodeRow> instructionTable();
/// Null where no opcode has the code.
const OpcodeRow* rowOf(uint8_t code);
/// Requires an instruction of this set.
const OpcodeRow& rowOf(const isa::Instruction& instruction);

/// An ALU that computes one component a cycle (VectorALUConfig "scalar") can execute the instruction as it stands:
/// ATTILA's driver rewrites others for such units (ATTILA: ShaderInstruction, setIsSOACompatible).
bool runsOnScalarUnits(const isa::Instruction& instruction);

/// Fills in what an opcode says and its operands do not: operation, operand types, cost. Texture opcodes with a level
/// of detail have it in the w of the coordinate; the operation has a source of its own for it.
void apply(const OpcodeRow& row, isa::Instruction& instruction);

/// Writes the instruction set as a Markdown document: the fields, the opcodes, and where execution differs from
/// ATTILA's emulator (docs/reference/isa_attila.md).
void writeOpcodeTable(std::ostream& out);

}  // namespace cyclorama::attila
