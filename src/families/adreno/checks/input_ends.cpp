// SPDX-License-Identifier: MIT
#include "families/adreno/checks/input_ends.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "families/adreno/isa/issue_rules.h"

namespace cyclorama::adreno::ir3 {
namespace {

bool readsVarying(const Instruction& in) {
    return in.opcode == Opcode::InterpolateFloat || in.opcode == Opcode::FlatBits || in.opcode == Opcode::LoadVarying;
}

/// (ei) of additions says something else.
bool endsInputs(const Instruction& in) { return readsVarying(in) && in.endsInputs; }

/// Instructions from the first after the preamble to where fibers may part or meet.
struct FirstBlock {
    size_t first = 0;
    size_t end = 0;
};

FirstBlock firstBlock(const Ir3Program& program, size_t length) {
    FirstBlock block{.first = 0, .end = length};
    for (size_t i = 0; i < length; ++i)
        if (program.steps[i].instruction.opcode == Opcode::PreambleEnd) block.first = i + 1;
    for (size_t i = block.first; i < block.end; ++i)
        if (flowOf(program.steps[i].instruction.opcode) != Flow::Next) block.end = i + 1;
    for (size_t i = block.first; i < length; ++i) {
        const Instruction& in = program.steps[i].instruction;
        const auto target = static_cast<int64_t>(i) + in.target;
        if (hasTarget(flowOf(in.opcode)) && target > static_cast<int64_t>(block.first))
            block.end = std::min(block.end, static_cast<size_t>(target));
    }
    return block;
}

}  // namespace

std::optional<InputEndFault> findInputEndFault(const Ir3Program& program, size_t length) {
    using Kind = InputEndFault::Kind;
    length = std::min(length, program.steps.size());
    const FirstBlock block = firstBlock(program, length);
    std::optional<size_t> last;
    std::optional<size_t> kill;
    std::optional<size_t> end;
    bool loads = false;
    for (size_t i = block.first; i < length; ++i) {
        const Instruction& in = program.steps[i].instruction;
        if (in.syncShort || in.syncLong) loads = false;
        if (in.opcode == Opcode::Kill && !kill) kill = i;
        if (!readsVarying(in)) continue;
        if (end) return InputEndFault{Kind::Early, i};
        if (endsInputs(in)) {
            if (loads) return InputEndFault{Kind::Early, i};
            if (kill) return InputEndFault{Kind::AfterKill, i};
            end = i;
        }
        loads |= in.opcode == Opcode::LoadVarying;
        last = i;
    }
    if (last && !end && *last < block.end) return InputEndFault{Kind::Missing, *last};
    return std::nullopt;
}

std::string describe(const InputEndFault& fault) {
    switch (fault.kind) {
        case InputEndFault::Kind::Missing:
            return fmt::format("instruction {} reads the last varying without (ei)", fault.instruction);
        case InputEndFault::Kind::AfterKill:
            return fmt::format("instruction {} has (ei) after a kill", fault.instruction);
        default:
            return fmt::format("instruction {} reads a varying after (ei), or has it before a load is awaited",
                               fault.instruction);
    }
}

}  // namespace cyclorama::adreno::ir3
