// SPDX-License-Identifier: MIT
// Programs without what translation adds: copies, results that are never read, an instruction that only ends.

#include <algorithm>
#include <array>

#include "families/attila/driver/programs/program_form.h"

namespace cyclorama::attila {
namespace {

using Code = std::vector<isa::Instruction>;

constexpr uint8_t componentBit(uint32_t component) { return static_cast<uint8_t>(1 << component); }

bool namesTemporary(const isa::SourceOperand& source, uint32_t index) {
    return source.bank == isa::RegisterBank::Temporary && source.index == index;
}

/// Components of a temporary register that an instruction reads.
uint8_t componentsReadOf(const isa::Instruction& instruction, uint32_t temporary) {
    uint8_t mask = 0;
    for (unsigned i = 0; i < isa::kMaxSources; ++i) {
        if (!namesTemporary(instruction.sources[i], temporary)) continue;
        const uint8_t read = componentsRead(instruction, i);
        for (uint32_t c = 0; c < isa::kComponents; ++c)
            if ((read & componentBit(c)) != 0) mask |= componentBit(instruction.sources[i].swizzle[c]);
    }
    return mask;
}

bool writesTemporary(const isa::Instruction& instruction, uint32_t index) {
    return instruction.destination.bank == isa::RegisterBank::Temporary && instruction.destination.index == index;
}

/// True for an unconditional move from a temporary that changes no component.
bool isCopy(const isa::Instruction& instruction) {
    const isa::SourceOperand& from = instruction.sources[0];
    if (instruction.operation != isa::Operation::Mov || instruction.predicate.enabled || from.negate || from.absolute ||
        from.bank != isa::RegisterBank::Temporary)
        return false;
    for (uint8_t c = 0; c < isa::kComponents; ++c)
        if ((instruction.destination.writeMask & componentBit(c)) != 0 && from.swizzle[c] != c) return false;
    return true;
}

/// The instructions that made what a copy to an output reads, where they can write to the output themselves: nothing
/// else reads what they make, and the output is not written in between. Empty where they cannot.
std::vector<size_t> writersFor(const Code& code, size_t copy) {
    const isa::DestinationOperand& to = code[copy].destination;
    const uint32_t from = code[copy].sources[0].index;
    uint8_t missing = to.writeMask;
    std::vector<size_t> writers;
    for (size_t at = copy; missing != 0;) {
        if (at-- == 0) return {};
        const isa::Instruction& before = code[at];
        if (writesTemporary(before, from) && (before.destination.writeMask & missing) != 0) {
            if ((before.destination.writeMask & ~missing) != 0 || before.predicate.enabled || isLoad(before)) return {};
            writers.push_back(at);
            missing &= static_cast<uint8_t>(~before.destination.writeMask);
        }
        // A writer may read what was there before it wrote, and nothing may read what an earlier one makes.
        const bool reads = (componentsReadOf(before, from) & missing) != 0;
        if (reads || (before.destination.bank == to.bank && before.destination.index == to.index)) return {};
    }
    for (size_t at = copy + 1; at < code.size(); ++at) {
        if ((componentsReadOf(code[at], from) & to.writeMask) != 0) return {};
        if (writesTemporary(code[at], from) && !code[at].predicate.enabled &&
            (to.writeMask & ~code[at].destination.writeMask) == 0)
            break;
    }
    return writers;
}

/// Lets instructions write to an output what a copy would take there.
bool forwardCopies(Code& code) {
    for (size_t at = 0; at < code.size(); ++at) {
        const isa::DestinationOperand to = code[at].destination;
        if (to.bank != isa::RegisterBank::Output || !isCopy(code[at]) || code[at].end) continue;
        const std::vector<size_t> writers = writersFor(code, at);
        if (writers.empty()) continue;
        for (const size_t writer : writers) {
            code[writer].destination.bank = to.bank;
            code[writer].destination.index = to.index;
            code[writer].destination.saturate |= to.saturate;
        }
        code.erase(code.begin() + static_cast<std::ptrdiff_t>(at));
        return true;
    }
    return false;
}

/// Removes results that are never read, component by component.
void removeUnread(Code& code) {
    std::array<uint8_t, isa::kTemporaryRegisters> read{};
    for (size_t at = code.size(); at-- > 0;) {
        isa::Instruction& instruction = code[at];
        isa::DestinationOperand& to = instruction.destination;
        if (to.bank == isa::RegisterBank::Temporary) {
            const uint8_t wanted = to.writeMask & read[to.index];
            if (wanted == 0 && !instruction.end) {
                code.erase(code.begin() + static_cast<std::ptrdiff_t>(at));
                continue;
            }
            if (!isLoad(instruction) && wanted != 0) to.writeMask = wanted;
            if (!instruction.predicate.enabled) read[to.index] &= static_cast<uint8_t>(~to.writeMask);
        }
        for (uint32_t i = 0; i < isa::kTemporaryRegisters; ++i) read[i] |= componentsReadOf(instruction, i);
    }
}

/// The instruction before one that only ends the thread ends it itself.
void endWithLast(Code& code) {
    if (code.size() < 2 || code.back().operation != isa::Operation::Nop) return;
    isa::Instruction& last = code[code.size() - 2];
    if (isLoad(last) || last.destination.bank != isa::RegisterBank::Output || last.predicate.enabled) return;
    last.end = true;
    code.pop_back();
}

}  // namespace

std::vector<isa::Instruction> simplified(std::vector<isa::Instruction> program) {
    if (std::ranges::any_of(program, [](const isa::Instruction& each) { return changesFlow(each); })) return program;
    std::erase_if(program, [](const isa::Instruction& each) {
        return isCopy(each) && !each.destination.saturate && writesTemporary(each, each.sources[0].index);
    });
    while (forwardCopies(program)) {
    }
    removeUnread(program);
    endWithLast(program);
    return program;
}

}  // namespace cyclorama::attila
