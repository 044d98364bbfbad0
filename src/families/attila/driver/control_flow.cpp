// SPDX-License-Identifier: MIT
#include "families/attila/driver/control_flow.h"

#include <fmt/format.h>

#include "families/attila/driver/indexed_registers.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {

using virgl::tgsi::Opcode;

std::string ControlFlow::name(uint32_t predicate) { return fmt::format("p{}", predicate); }

std::string ControlFlow::outer() const { return levels_.empty() ? "true" : name(levels_.back().lanes); }

bool ControlFlow::translate(const virgl::tgsi::Instruction& instruction, const OperandOf& operandOf) {
    switch (instruction.opcode) {
        case Opcode::If: {
            const std::string around = outer();
            const TextOperand condition = operandOf(instruction.sources[0]).component(0);
            const TextOperand zero = text_.number(Number::Zero);
            open(false);
            const Level& level = levels_.back();
            text_.emitAlways(fmt::format("setpeq {}, {}, {}", name(level.other), condition.text(), zero.text()));
            text_.emitAlways(fmt::format("andp {}, !{}, {}", name(level.lanes), name(level.other), around));
            return true;
        }
        case Opcode::Else:
            choose();
            return true;
        case Opcode::Endif:
            close();
            return true;
        case Opcode::BeginLoop: {
            const std::string around = outer();
            open(true);
            text_.emitAlways(fmt::format("andp {}, {}, true", name(levels_.back().other), around));
            levels_.back().start = text_.lines();
            text_.emitAlways(fmt::format("andp {}, {}, true", name(levels_.back().lanes), name(levels_.back().other)));
            return true;
        }
        case Opcode::Break:
            leave(true);
            return true;
        case Opcode::Continue:
            leave(false);
            return true;
        case Opcode::EndLoop:
            closeLoop();
            return true;
        default:
            return false;
    }
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

void ControlFlow::leave(bool loop) {
    const std::string here = outer();
    size_t at = levels_.size();
    while (!levels_[at - 1].loop) --at;
    const auto take = [&](uint32_t predicate) {
        text_.emitAlways(fmt::format("andp {0}, {0}, !{1}", name(predicate), here));
    };
    if (loop) take(levels_[at - 1].other);
    // The innermost last: it is what the others are taken by.
    for (size_t i = at - 1; i < levels_.size(); ++i) take(levels_[i].lanes);
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
