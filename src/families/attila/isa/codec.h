// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's shader programs between their three forms: instruction words, the internal form, and text.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "families/attila/isa/encoding.h"
#include "isa/program.h"

namespace cyclorama::attila {

using Word = std::array<std::byte, kInstructionBytes>;

enum class DecodeFault : uint8_t {
    UnknownOpcode,
    SourceBank,        ///< a source in a bank that cannot be read
    ResultBank,        ///< a result in a bank that cannot be written
    ImmediateOfThree,  ///< an immediate where the third source's fields are
    PartialWord        ///< the program's size is no multiple of the word's
};

struct DecodeError {
    DecodeFault fault = DecodeFault::UnknownOpcode;
    uint8_t opcode = 0;      ///< the opcode field of the word
    unsigned source = 0;     ///< 1 to 3, for SourceBank
    uint8_t bank = 0;        ///< the bank field at fault
    size_t instruction = 0;  ///< which word of the program

    /// One sentence that names the place and the reason.
    std::string message() const;
};

/// Decodes one instruction word. Fields that the opcode does not use are ignored.
std::variant<isa::Instruction, DecodeError> decode(std::span<const std::byte, kInstructionBytes> word);

/// Decodes a whole program: all its words, also those after an end (jumps may lead there).
std::variant<isa::Program, DecodeError> decodeProgram(std::span<const std::byte> code);

/// The word of an instruction. Fields that the opcode does not use get the values that ATTILA's own encoder gives them.
/// The instruction must be one that decode() can return (its banks, indices and relative constants can be encoded).
Word encode(const isa::Instruction& instruction);

/// Text of an instruction, e.g. "mad_sat o1.xyz, -|i0.wzyx|, c0[a0.x + 3], r2 <- end".
std::string disassemble(const isa::Instruction& instruction);

/// Listing of a program, one numbered instruction a line.
std::string disassemble(const isa::Program& program);

/// Text of each instruction of a program.
std::vector<std::string> listInstructions(const isa::Program& program);

struct AssemblyError {
    size_t line = 0;    ///< from 1
    size_t column = 0;  ///< from 1
    std::string reason;
};

/// One instruction from its text, as disassemble() writes it. Case matters; blanks between symbols do not.
std::variant<isa::Instruction, AssemblyError> assemble(std::string_view text);

/// A program, one instruction a line. Empty lines, and what follows a '#' or ';', are comments; a line number with a
/// colon before the instruction, as in a listing, is skipped.
std::variant<std::vector<isa::Instruction>, AssemblyError> assembleProgram(std::string_view text);

/// The words of a program, one after the other.
std::vector<std::byte> encodeProgram(std::span<const isa::Instruction> instructions);

}  // namespace cyclorama::attila
