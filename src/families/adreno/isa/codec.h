// SPDX-License-Identifier: MIT
#pragma once
// ir3's programs between their three forms: words of 64 bits, instructions, and text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "families/adreno/isa/instruction.h"

namespace cyclorama::adreno::ir3 {

inline constexpr size_t kInstructionBytes = 8;

/// Nothing for a word that is no instruction of an a6xx.
std::optional<Instruction> decode(uint64_t word);

/// Nothing where an operand does not fit.
std::optional<uint64_t> encode(const Instruction& instruction);

/// Bits of an instruction's word that have no meaning and are not zero.
uint64_t meaninglessBits(uint64_t word);

/// Words of a program, little-endian; a part of a word at the end is left out.
std::vector<uint64_t> programWords(std::span<const std::byte> program);

/// Instructions from the first one to the END that nothing jumps beyond; all of the words where there is none.
size_t programLength(std::span<const uint64_t> words);

/// The text that Mesa's disassembler gives a word, e.g. "(sy)(rpt1)add.f r0.x, (r)r1.x, c2.y"; of a word that is no
/// instruction "no match: " and the word.
std::string disassemble(uint64_t word);
std::string disassemble(const Instruction& instruction);

/// Listing of a program, an instruction a line, up to its END.
std::string disassemble(std::span<const std::byte> program);

struct AssemblyError {
    size_t line = 0;  ///< from 1
    std::string reason;
};

/// One instruction from its text, as disassemble() writes it; amounts of blanks do not matter. Floats may be given by
/// their bits, e.g. "(0x3f800000)".
std::variant<Instruction, AssemblyError> assemble(std::string_view text);

/// A program, an instruction a line. Empty lines, and what follows a ';', are comments. A line "NAME:" names the place
/// of the next instruction, and "#NAME" is a target.
std::variant<std::vector<uint64_t>, AssemblyError> assembleProgram(std::string_view text);

}  // namespace cyclorama::adreno::ir3
