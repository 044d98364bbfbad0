// SPDX-License-Identifier: MIT
#pragma once
// The instruction set: one word of 64 bits an instruction, one row an opcode.
//
//   bits   0 to  5  opcode                bit 6  the result is clamped to [0, 1]
//   bits   8 to 15  result                bit 7  the last instruction of the program
//   bits  16 to 19  components written, x lowest
//   bits  32 to 55  three sources, a byte each
//
// A register's byte has its bank in the upper two bits. Input and output 0 are the position, input and output 1 the
// colour; the components of a source are always x y z w.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/program.h"

namespace cyclorama::toy {

enum class Bank : uint8_t { Temporary, Input, Output };

struct Operand {
    Bank bank = Bank::Temporary;
    uint8_t index = 0;
};

enum class Opcode : uint8_t { Mov, Add, Mul, Mad, Dp4, Rcp };

struct OpcodeRow {
    Opcode opcode;
    std::string_view name;
    uint8_t sources;
    isa::Operation operation;
    isa::CostClass cost;
};

/// A result after `latency` cycles; a unit takes an element a cycle, whatever its kind.
constexpr isa::CostClass everyCycle(uint8_t latency) {
    const isa::UnitCost cost{.latency = latency, .repeatRate = 1};
    return {.units = {cost, cost, cost, cost}, .scalarUnit = isa::ScalarUnit::Never};
}

inline constexpr std::array kOpcodes = std::to_array<OpcodeRow>({
    {Opcode::Mov, "mov", 1, isa::Operation::Mov, everyCycle(1)},
    {Opcode::Add, "add", 2, isa::Operation::Add, everyCycle(3)},
    {Opcode::Mul, "mul", 2, isa::Operation::Mul, everyCycle(3)},
    {Opcode::Mad, "mad", 3, isa::Operation::Mad, everyCycle(4)},
    {Opcode::Dp4, "dp4", 2, isa::Operation::Dp4, everyCycle(5)},
    {Opcode::Rcp, "rcp", 1, isa::Operation::Reciprocal, everyCycle(9)},
});

/// An instruction's fields, for drivers.
struct Fields {
    Opcode opcode = Opcode::Mov;
    Operand result{};
    std::array<Operand, isa::kMaxSources> sources{};
    uint8_t mask = isa::kAllComponents;
    bool clamp = false;
    bool end = false;
};
uint64_t encode(const Fields& fields);

/// The internal form of an instruction; nothing for a word that is none.
std::optional<isa::Instruction> decode(uint64_t word);

/// One line of text, "mad t1, i0, i1, t0 end", or "unknown".
std::string disassemble(uint64_t word);

}  // namespace cyclorama::toy
