// SPDX-License-Identifier: MIT
#pragma once
// Vivante's shader programs between their three forms: instruction words, fields, and text; and from words into the
// internal form, which the executor takes.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "families/vivante/isa/encoding.h"
#include "isa/program.h"

namespace cyclorama::vivante {

/// Facts that the decoder needs beside the words.
struct DecodeOptions {
    /// Integer instructions work on the x of their sources alone and give one value to all components (etna_viv: chips
    /// before the GC3000).
    bool scalarIntegers = false;
    /// Products of integers are such scalars even where other integer instructions are not (etnaviv_gpu_tests:
    /// etnaviv_verifyops.c, which found imullo0, imulhi0 and imadlo0 so on the GC2000 and the GC3000).
    bool scalarProducts = false;
    /// The registers of inputs and outputs; the decoder sets the register file.
    isa::ProgramInterface linkage{};
};

/// The reason why an instruction does nothing, whatever its word may mean.
enum class DecodeFault : uint8_t {
    NotExecuted,    ///< this simulator does not execute the opcode
    Condition,      ///< no such condition
    RegisterGroup,  ///< no such register group
    MissingSource,  ///< a source that the opcode needs is not used
    Target          ///< goes to beyond the program
};

struct DecodeProblem {
    DecodeFault fault = DecodeFault::NotExecuted;
    uint32_t instruction = 0;  ///< which of the program
    uint8_t opcode = 0;        ///< with the seventh bit

    /// One sentence that names the place and the reason.
    std::string message() const;
};

struct DecodedProgram {
    isa::Program program;  ///< ends after its last instruction
    std::vector<DecodeProblem> problems;
};

/// Decodes a program of four words an instruction; a partial instruction at the end is left out. Targets of branches
/// count from the first instruction. Threads end where they come to the end, or branch there.
DecodedProgram decodeProgram(std::span<const uint32_t> words, const DecodeOptions& options = {});

/// Text of an instruction, much as Mesa's disassembler writes it, e.g. "mov.pack          t2.xy__, void, void,
/// t2.xyyy".
std::string disassemble(const InstructionWords& words);

/// Listing of a program, one numbered instruction a line, with the words where wanted.
std::string disassembleProgram(std::span<const uint32_t> words, bool withWords = false);

/// Text of each instruction of a decoded program; of the end after its last, "end".
std::vector<std::string> listInstructions(const isa::Program& program);

struct AssemblyError {
    size_t line = 0;    ///< from 1
    size_t column = 0;  ///< from 1
    std::string reason;
};

/// One instruction from its text, as disassemble() writes it; amounts of blanks do not matter.
std::variant<InstructionWords, AssemblyError> assemble(std::string_view text);

/// The words of a program, one instruction a line. Empty lines, and what follows a ';', are comments; a number
/// with a colon before the instruction, as in a listing, is skipped.
std::variant<std::vector<uint32_t>, AssemblyError> assembleProgram(std::string_view text);

}  // namespace cyclorama::vivante
