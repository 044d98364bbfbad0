// SPDX-License-Identifier: MIT
#include "machine/timing/shader/thread_replay.h"

namespace cyclorama::machine::timing {

namespace {

/// The cost of the instruction that follows the end of a program.
constexpr isa::CostClass kEndCost{.units = {{{1, 1}, {1, 1}, {3, 1}, {3, 1}}}};

void joinLoad(std::span<GroupPath> paths, uint32_t at, ThreadReplay& replay) {
    const auto firstOperand = static_cast<uint32_t>(replay.operands.size());
    bool loaded = false;
    for (GroupPath& path : paths) {
        const isa::ExecutionTrace::Step* step = path.next();
        if (step == nullptr || step->instruction != at) {
            replay.operands.resize(replay.operands.size() + path.quads);
            continue;
        }
        const ThreadReplay::Load& from = path.loads[path.load++];
        if (!loaded) replay.loads.push_back(from);
        loaded = true;
        const auto copy = [&](const auto& all, auto& to) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(from.firstOperand);
            to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(path.quads));
        };
        if (!path.details.empty()) {
            replay.details.resize(replay.operands.size());
            copy(path.details, replay.details);
        }
        copy(path.operands, replay.operands);
        ++path.step;
    }
    if (!replay.details.empty()) replay.details.resize(replay.operands.size());
    replay.loads.back().firstOperand = firstOperand;
}

void joinJump(std::span<GroupPath> paths, uint32_t at, const isa::Instruction& jump, ThreadReplay& replay) {
    bool taken = true;
    for (GroupPath& path : paths) {
        const isa::ExecutionTrace::Step* step = path.next();
        if (step == nullptr || step->instruction != at) continue;
        ++path.step;
        taken = taken && (path.next() == nullptr || path.next()->instruction != at + 1);
    }
    replay.jumps.push_back(taken ? static_cast<uint32_t>(static_cast<int64_t>(at) + jump.jumpOffset) : at + 1);
}

}  // namespace

void ThreadReplay::clear() {
    draw = nullptr;
    program = nullptr;
    jumps.clear();
    loads.clear();
    operands.clear();
    details.clear();
    gradients.clear();
}

TextureRequest ThreadReplay::requestOf(const Load& load, uint32_t quad) const {
    const uint32_t operand = load.firstOperand + quad;
    TextureRequest request{.draw = draw,
                           .texture = load.texture,
                           .operation = load.operation,
                           .unit = load.unit,
                           .operand = operands[operand]};
    if (!details.empty()) {
        request.detail = &details[operand];
        request.texture = request.detail->texture;
    }
    return request;
}

void GroupPath::clear() {
    trace.clear();
    loads.clear();
    loadSteps.clear();
    operands.clear();
    details.clear();
    step = load = 0;
}

const isa::Instruction* instructionAt(const ThreadReplay& replay, uint32_t pc) {
    static constexpr isa::Instruction kBeyondProgram{.operation = isa::Operation::End, .end = true, .cost = kEndCost};
    const isa::Program* program = replay.program;
    return program != nullptr && pc < program->instructions.size() ? &program->instructions[pc] : &kBeyondProgram;
}

void joinPaths(std::span<GroupPath> paths, const isa::Program& program, ThreadReplay& replay) {
    bool branched = false;
    for (;;) {
        // A group that jumped over instructions waits where it landed until the others arrive.
        const isa::ExecutionTrace::Step* next = nullptr;
        for (const GroupPath& path : paths) {
            const isa::ExecutionTrace::Step* step = path.next();
            if (step != nullptr && (next == nullptr || step->instruction < next->instruction)) next = step;
        }
        const uint32_t at = next != nullptr ? next->instruction : static_cast<uint32_t>(program.instructions.size());
        if (branched) replay.jumps.push_back(at);
        branched = false;
        if (next == nullptr) return;
        const isa::Instruction& instruction = program.instructions[at];
        if (isa::isLoad(instruction)) {
            joinLoad(paths, at, replay);
        } else if (isa::operationInfo(instruction.operation).kind == isa::OperationKind::Jump) {
            joinJump(paths, at, instruction, replay);
        } else {
            branched = isa::changesFlow(instruction);
            for (GroupPath& path : paths)
                if (const auto* step = path.next(); step != nullptr && step->instruction == at) ++path.step;
        }
    }
}

}  // namespace cyclorama::machine::timing
