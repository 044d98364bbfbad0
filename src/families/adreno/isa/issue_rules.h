// SPDX-License-Identifier: MIT
#pragma once
// Rules by which a shader processor issues the instructions of ir3, one table for all that ask for them. A processor
// does not wait by itself: a program keeps these distances, and waits with (ss) and (sy) where a distance is not known.
//
// Source: Mesa, src/freedreno/ir3/ir3_delay.c (cycles), ir3_legalize.c and ir3.h (waits, the scalar unit, (jp)),
// src/freedreno/isa/ir3-cat2.xml (delays of interpolations).

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/isa/instruction.h"
#include "families/adreno/isa/operations.h"

namespace cyclorama::adreno::ir3 {

/// Event after which the result of an instruction may be read.
enum class ResultWait : uint8_t {
    None,    ///< no result in a register, or one that Mesa's compiler never waits for
    Cycles,  ///< resultDelay(), counted from the end of the instruction
    Short,   ///< (ss)
    Long     ///< (sy)
};

/// Event after which the source registers of an instruction may be overwritten.
enum class SourceRelease : uint8_t {
    Issue,  ///< read when the instruction is issued
    Short,  ///< (ss)
    Either  ///< (ss), or the (sy) that makes the result readable
};

struct IssueRule {
    ExecutionUnit unit = ExecutionUnit::Flow;
    ResultWait result = ResultWait::None;
    SourceRelease sources = SourceRelease::Issue;

    bool operator==(const IssueRule&) const = default;
};

IssueRule issueRuleOf(Opcode opcode);

/// Readers of an arithmetic result by the time that they have to keep from it.
enum class Reader : uint8_t {
    SameWidth,   ///< arithmetic, with the register's width
    OtherWidth,  ///< arithmetic, of a half of a full register or of two halves as one
    OtherUnit    ///< not arithmetic; and every reader of p0, a0.x and a1.x
};
inline constexpr size_t kReaders = 3;

/// Cycles from the end of an arithmetic instruction to the start of the read.
constexpr int32_t resultDelay(Reader reader) { return reader == Reader::SameWidth ? 3 : 6; }

/// Cycles from the start of an instruction to the read of source `source` (0 to 3) of its first repetition.
/// Multiply-adds read their third source when the product is there; moves of several registers read one a cycle.
unsigned sourceCycle(Opcode opcode, unsigned source);

/// Cycles that an instruction occupies its unit's issue: repetitions, moves of several registers, and (nopN) after it.
unsigned issueCycles(const Instruction& in);

/// Shared registers, by component: r48.x to r55.w.
inline constexpr uint16_t kSharedComponents = 8 * kComponents;

/// True for arithmetic into shared registers, which a unit of its own executes on chips that have one (a650 and later):
/// in order, so that its own results of the same width and its own sources need no (ss). Moves from registers of fibers
/// are the vector unit's. On chips without it all results in shared registers need (ss).
bool usesScalarUnit(const Instruction& in);

/// True for the second and later instructions of a sequence that computes one result: fine derivatives come twice,
/// gradients once a pixel. They need no waits between them.
bool continuesSequence(const Instruction& in, const Instruction& previous);

/// Course of a program after an instruction.
enum class Flow : uint8_t {
    Next,           ///< the next instruction
    Jump,           ///< another instruction
    UniformBranch,  ///< the next or another, the same for all fibers
    Branch,         ///< the next or another by fiber; (jp) marks the instruction where the fibers meet again
    Arm,            ///< the next for the fibers that p0.x selects, up to another arm or the end of arms
    ArmsEnd,        ///< the next for all fibers
    End             ///< leaves this program, or this part of it
};

Flow flowOf(Opcode opcode);

/// True if the instruction may continue at its target.
constexpr bool hasTarget(Flow flow) {
    return flow == Flow::Jump || flow == Flow::UniformBranch || flow == Flow::Branch;
}

/// Consecutive opcodes with one rule.
struct IssueRow {
    Opcode first = Opcode::Nop;
    Opcode last = Opcode::Nop;
    IssueRule rule{};
};

/// All opcodes, in the order of their enumeration.
std::span<const IssueRow> issueTable();

}  // namespace cyclorama::adreno::ir3
