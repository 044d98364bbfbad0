// SPDX-License-Identifier: MIT
#include "families/adreno/isa/documentation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>

#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/issue_rules.h"
#include "families/adreno/isa/operations.h"

namespace cyclorama::adreno::ir3 {

namespace {

constexpr std::string_view kIntroduction = R"(# ir3, the shader instruction set of the Adreno a6xx

Made by `./test release -R InstructionSetPage`, which prints the page if it differs from the tables in
`src/families/adreno/isa`. Facts: Mesa, `src/freedreno/isa`, `src/freedreno/ir3`;
[SOURCES.md](../../src/families/adreno/SOURCES.md) has them one by one.

## Programs

An instruction is a word of 64 bits; bits 61 to 63 are its category, bit 60 (sy), bit 59 (jp). `disassemble()`
(`codec.h`) gives the text of Mesa's disassembler, and `assemble()` the word of such a text.

A wave has 64 or 128 fibers and executes one instruction after the other for those of them that are furthest back in the
program; fibers at the same place run together.

| registers | |
|---|---|
| r0.x to r47.w | one in each fiber, 32 bits |
| hr0.x and on | 16 bits: hr0.x is the low half of r0.x, hr0.y its high half, or, where registers are not merged, apart |
| r48.x to r55.w | one in the wave; a vector of values gives it that of the first active fiber |
| a0.x, a1.x | offsets: of registers and constants, of each fiber; of descriptors and constants, of the wave |
| p0.x to p0.w | a bit in each fiber, for branches |
| r63.x | none |
| c0.x to c511.w | constants; programs' preambles write them |

Results are there at once: (ss), (sy) and (nopN) change no value. Repetitions (rptN) read all their sources before the first
of them writes. Floats and halves are computed without denormals; MAD rounds its product; halves are rounded to the nearest,
conversions as they say, and else toward zero.

## Issue

A shader processor does not wait by itself: programs keep the distances below. Nothing is computed otherwise here where they
do not, and a finding reports it. Facts: `ir3_delay.c`, `ir3_legalize.c`.

| reader of an arithmetic result | cycles after the instruction's end |
|---|---|
)";

constexpr std::string_view kIssueWaits = R"(
An instruction takes a cycle, and one more for each repetition and each cycle of (nopN); swz takes 2, gat and sct 4. The
third source of a multiply-add is read 2 cycles after the others. Components of repeated instructions are written a cycle
after one another.

All other results, and those in shared registers, are waited for. The registers that such an instruction reads may be written
again after the wait in the column "Sources". On chips with a scalar unit (a650 and later) arithmetic into shared registers
needs no wait for results of the same width, nor for its own sources, within that unit. Constants that stc writes are waited
for by (ss), those of ldc.k by (sy). (jp) marks the instruction where fibers meet again that one of these has parted:
{}.

| Opcodes | Unit | Result | Sources |
|---|---|---|---|
)";

constexpr std::string_view kOpcodeColumns = R"(
## The opcodes

Bits: those of the word that say which opcode it is, as mask and value. "estimated": what the opcode does is inferred from
its name. "no": the instruction does nothing.

| Name | Category | Bits | Unit | Executed |
|---|---|---|---|---|
)";

constexpr std::array<std::string_view, kReaders> kReaderNames{
    "arithmetic, register of the same width", "arithmetic, half of a full register, or two halves as one",
    "any other unit; of p0, a0.x and a1.x all"};
constexpr std::array<std::string_view, 4> kResults{"-", "cycles", "(ss)", "(sy)"};
constexpr std::array<std::string_view, 3> kSources{"at issue", "(ss)", "(ss) or (sy)"};
constexpr std::array<std::string_view, 6> kUnits{"flow", "arithmetic", "special", "texture", "memory", "barrier"};
constexpr std::array<std::string_view, 3> kSupport{"yes", "estimated", "no"};

std::string_view nameOf(Opcode opcode) { return std::ranges::find(opcodeTable(), opcode, &OpcodeRow::opcode)->name; }

std::string dividingOpcodes() {
    std::string names;
    for (const OpcodeRow& row : opcodeTable())
        if (flowOf(row.opcode) == Flow::Branch) names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
    return names;
}

void writeIssueRules(std::ostream& out) {
    for (size_t i = 0; i < kReaders; ++i)
        out << fmt::format("| {} | {} |\n", kReaderNames[i], resultDelay(static_cast<Reader>(i)));
    out << fmt::format(fmt::runtime(kIssueWaits), dividingOpcodes());
    for (const IssueRow& row : issueTable()) {
        const std::string last = row.first == row.last ? "" : fmt::format(" to {}", nameOf(row.last));
        out << fmt::format("| {}{} | {} | {} | {} |\n", nameOf(row.first), last,
                           kUnits[static_cast<size_t>(row.rule.unit)], kResults[static_cast<size_t>(row.rule.result)],
                           kSources[static_cast<size_t>(row.rule.sources)]);
    }
}

}  // namespace

void writeInstructionSet(std::ostream& out) {
    out << kIntroduction;
    writeIssueRules(out);
    out << kOpcodeColumns;
    for (const OpcodeRow& row : opcodeTable()) {
        out << fmt::format("| {} | {} | {:016x} {:016x} | {} | {} |\n", row.name, row.value >> kCategoryBit, row.mask,
                           row.value, kUnits[static_cast<size_t>(unitOf(row.opcode))],
                           kSupport[static_cast<size_t>(supportOf(row.opcode))]);
    }
}

}  // namespace cyclorama::adreno::ir3
