// SPDX-License-Identifier: MIT
#pragma once
// The mistakes of a driver that the front end sees.

#include "sim/finding.h"

namespace cyclorama::toy::findings {

inline constexpr sim::FindingKind kUnknownRegister{
    .identifier = "toy-register-unknown",
    .severity = sim::Severity::Corruption,
    .sentence = "the stream writes a register that the chip does not have; the write is lost",
    .hint = "write the registers of registers.h alone"};
inline constexpr sim::FindingKind kRegisterValue{
    .identifier = "toy-register-value",
    .severity = sim::Severity::Corruption,
    .sentence = "a value sets bits that the register does not have; the write is lost",
    .hint = "align addresses, and keep sizes and counts within the register's bits"};
inline constexpr sim::FindingKind kProgram{
    .identifier = "toy-program-invalid",
    .severity = sim::Severity::Hang,
    .sentence = "a program is not within memory, has an unknown instruction, or no end; the draw is left out",
    .hint = "write the whole program to memory before the draw, its last instruction with the end bit"};

}  // namespace cyclorama::toy::findings
