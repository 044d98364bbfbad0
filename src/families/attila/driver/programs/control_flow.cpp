// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/control_flow.h"

#include <fmt/format.h>

#include "families/attila/driver/programs/indexed_registers.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {

using virgl::tgsi::Instruction;
using virgl::tgsi::Opcode;

namespace {

/// True if a turn of the loop that begins here may end before its last instruction.
bool hasContinue(std::span<const Instruction> loop) {
    uint32_t depth = 0;
    for (const Instruction& instruction : loop) {
        if (instruction.opcode == Opcode::BeginLoop) ++depth;
        if (instruction.opcode == Opcode::EndLoop && --depth == 0) return false;
        if (instruction.opcode == Opcode::Continue && depth == 1) return true;
    }
    return false;
}

}  // namespace

std::string ControlFlow::name(uint32_t predicate) { return fmt::format("p{}", predicate); }

std::string ControlFlow::outer() const { return levels_.empty() ? "true" : name(levels_.back().lanes); }

size_t ControlFlow::translate(std::span<const Instruction> rest, const OperandOf& operandOf) {
    switch (rest.front().opcode) {
        case Opcode::If:
            return openCondition(rest, operandOf(rest.front().sources[0]).component(0));
        case Opcode::Else:
            choose();
            return 1;
        case Opcode::Endif:
            close();
            return 1;
        case Opcode::BeginLoop:
            openLoop(hasContinue(rest));
            return 1;
        case Opcode::Break:
            leave(true, levels_.size());
            return 1;
        case Opcode::Continue:
            leave(false, levels_.size());
            return 1;
        case Opcode::EndLoop:
            closeLoop();
            return 1;
        default:
            return 0;
    }
}

size_t ControlFlow::openCondition(std::span<const Instruction> rest, const TextOperand& condition) {
    const bool ends = rest.size() > 2 && rest[2].opcode == Opcode::Endif;
    const bool breaks = ends && rest[1].opcode == Opcode::Break;
    const bool continues = ends && rest[1].opcode == Opcode::Continue;
    const bool ofLoop = !levels_.empty() && levels_.back().loop && levels_.back().lanes == levels_.back().other;
    const std::string around = outer();
    open(false);
    const Level& level = levels_.back();
    const std::string zero = text_.number(Number::Zero).text();
    text_.emitAlways(fmt::format("setpeq {}, {}, {}", name(level.other), condition.text(), zero));
    if (breaks && ofLoop) {
        // A loop without `continue` has one predicate, in which the lanes stay whose condition is false.
        text_.emitAlways(fmt::format("andp {0}, {0}, {1}", around, name(level.other)));
        close();
        return 3;
    }
    text_.emitAlways(fmt::format("andp {}, !{}, {}", name(level.lanes), name(level.other), around));
    if (!breaks && !continues) return 1;
    leave(breaks, levels_.size() - 1);
    close();
    return 3;
}

void ControlFlow::openLoop(bool continues) {
    const std::string around = outer();
    open(true);
    Level& level = levels_.back();
    if (!continues) level.other = level.lanes;
    text_.emitAlways(fmt::format("andp {}, {}, true", name(level.other), around));
    level.start = text_.lines();
    if (continues) text_.emitAlways(fmt::format("andp {}, {}, true", name(level.lanes), name(level.other)));
}

void ControlFlow::open(bool loop) {
    const auto first = static_cast<uint32_t>(2 * levels_.size());
    if (first + 1 >= kIndexPredicate) throw virgl::BeyondGpu("conditions and loops that are nested so deep");
    levels_.push_back({.loop = loop, .lanes = first, .other = first + 1});
    text_.setPredicate(name(first));
}

void ControlFlow::close() {
    levels_.pop_back();
    text_.setPredicate(levels_.empty() ? "" : outer());
}

void ControlFlow::choose() {
    const Level level = levels_.back();
    levels_.pop_back();
    text_.emitAlways(fmt::format("andp {}, {}, {}", name(level.lanes), name(level.other), outer()));
    levels_.push_back(level);
}

void ControlFlow::leave(bool loop, size_t open) {
    const std::string here = outer();
    size_t at = levels_.size();
    while (!levels_[at - 1].loop) --at;
    const auto take = [&](uint32_t predicate) {
        text_.emitAlways(fmt::format("andp {0}, {0}, !{1}", name(predicate), here));
    };
    const Level& left = levels_[at - 1];
    if (loop && left.other != left.lanes) take(left.other);
    // The innermost last, as its predicate masks the others.
    for (size_t i = at - 1; i < open; ++i) take(levels_[i].lanes);
}

void ControlFlow::closeLoop() {
    const Level level = levels_.back();
    close();
    // Over the jump back, where all lanes have left.
    text_.emitAlways(fmt::format("jmp !{}, 2", name(level.other)));
    text_.emitAlways(
        fmt::format("jmp true, {}", static_cast<int32_t>(level.start) - static_cast<int32_t>(text_.lines())));
}

}  // namespace cyclorama::attila
