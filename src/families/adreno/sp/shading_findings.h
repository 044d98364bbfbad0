// SPDX-License-Identifier: MIT
#pragma once
// The findings of the shader processors (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kNoProgram{
    .identifier = "shader-without-program",
    .severity = sim::Severity::Hang,
    .sentence = "a stage is enabled whose program has no instructions or is not in memory; its work is left out",
    .hint = "the registers OBJ_START and INSTRLEN of its stage have to name a program in a buffer of the submit"};

inline constexpr sim::FindingKind kEndlessProgram{
    .identifier = "shader-without-end",
    .severity = sim::Severity::Hang,
    .sentence = "a wave executes more instructions than a chip does before its driver takes it for hung",
    .hint = "a loop of the program does not end"};

inline constexpr sim::FindingKind kNoInstruction{.identifier = "shader-no-instruction",
                                                 .severity = sim::Severity::Hang,
                                                 .sentence = "a wave comes to a word that is no instruction",
                                                 .hint = "the program is damaged, or of another generation"};

inline constexpr sim::FindingKind kLeftProgram{
    .identifier = "shader-left-program",
    .severity = sim::Severity::Hang,
    .sentence = "a wave runs or jumps out of its program",
    .hint = "programs end with END, and INSTRLEN counts all of their instructions"};

inline constexpr sim::FindingKind kUnexecutedInstruction{
    .identifier = "shader-instruction-not-executed",
    .severity = sim::Severity::Corruption,
    .sentence = "a program has an instruction that this machine does not execute; it has no effect",
    .hint = "nothing in the program; what it computes is missing"};

inline constexpr sim::FindingKind kNoDescriptor{
    .identifier = "shader-descriptor-missing",
    .severity = sim::Severity::Corruption,
    .sentence = "a program uses a descriptor that was neither loaded nor has a place in memory; it reads zeros",
    .hint = "load it with CP_LOAD_STATE6, or set the base of the descriptors"};

inline constexpr sim::FindingKind kPrivateMemory{
    .identifier = "shader-private-memory-exceeded",
    .severity = sim::Severity::Corruption,
    .sentence = "a program accesses private memory beyond the size that its stage has for each fiber",
    .hint = "PVT_MEM_PARAM has to hold as much as the program uses"};

inline constexpr std::array kShading{kNoProgram,    kEndlessProgram,        kNoInstruction, kLeftProgram,
                                     kNoDescriptor, kUnexecutedInstruction, kPrivateMemory};

}  // namespace cyclorama::adreno::findings
