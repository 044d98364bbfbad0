// SPDX-License-Identifier: MIT
#include "isa/executor.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "isa/denormals.h"
#include "isa/divergence_stack.h"
#include "isa/interpreter.h"

namespace cyclorama::isa {

namespace {

/// The executing lanes whose whole aligned jump group holds the condition.
LaneMask jumpingLanes(LaneMask executing, LaneMask condition, int branchGranularity) {
    LaneMask jumping = 0;
    for (int first = 0; first < kMaxLanes; first += branchGranularity) {
        const LaneMask group = executing & (firstLanes(branchGranularity) << first);
        if ((condition & group) == group) jumping |= group;
    }
    return jumping;
}

void record(ExecutionTrace& trace, size_t index, const Instruction& instruction, LaneMask lanes) {
    if (isLoad(instruction)) trace.loads.push_back(static_cast<uint32_t>(trace.steps.size()));
    trace.steps.push_back({static_cast<uint32_t>(index), lanes});
}

/// Executes the flow changes of a group and keeps its paths.
class ControlFlow {
  public:
    ControlFlow(const Program& program, const ThreadGroup& group, int branchGranularity)
        : paths_(firstLanes(group.lanes())), size_(program.instructions.size()), branchGranularity_(branchGranularity) {
        if (program.resources.calls) returns_ = std::make_unique<ReturnStacks>();
    }

    bool finished() const { return paths_.empty(); }
    Path next() { return paths_.pop(); }

    /// Sends the lanes of a path on from an instruction that they have executed. False where they leave the program.
    bool advance(const Path& path, const Instruction& instruction, Interpreter& interpreter) {
        LaneMask jumping = 0;
        switch (operationInfo(instruction.operation).kind) {
            case OperationKind::Jump:
                jumping = jumpingLanes(path.lanes, interpreter.jumpCondition(instruction), branchGranularity_);
                break;
            case OperationKind::Branch:
                if (instruction.operation == Operation::Return) {
                    goBack(path.lanes);
                    return true;
                }
                jumping = path.lanes;
                if (instruction.operation != Operation::Call) {
                    jumping = interpreter.branchCondition(instruction);
                } else if (!returns_->push(path.lanes, path.next + 1)) {
                    return false;
                }
                break;
            default:
                paths_.push({path.next + 1, path.lanes});
                return true;
        }
        // A jump to before the first instruction wraps around and leaves the program at its end.
        paths_.push({path.next + static_cast<uint64_t>(int64_t{instruction.jumpOffset}), jumping});
        paths_.push({path.next + 1, path.lanes & ~jumping});
        return true;
    }

  private:
    void goBack(LaneMask lanes) {
        while (lanes != 0) {
            const Path back = returns_->pop(lanes, size_ - 1);
            paths_.push(back);
            lanes &= ~back.lanes;
        }
    }

    DivergenceStack paths_;
    std::unique_ptr<ReturnStacks> returns_;  // only for programs with calls
    size_t size_;
    int branchGranularity_;
};

}  // namespace

ExecutionResult execute(const Program& program, ThreadGroup& group, const ExecutionContext& context) {
    const DenormalScope denormals(context.flushesDenormals);
    ExecutionResult result;
    Interpreter interpreter(group, context);
    ControlFlow flow(program, group, context.branchGranularity);
    LaneMask counted = 0;
    uint64_t executingLanes = 0;
    IssueRun issued(context.issues);
    const bool observed = context.trace != nullptr || issued;
    while (!flow.finished()) {
        const Path path = flow.next();
        if (path.next >= program.instructions.size()) {
            result.status = ExecutionStatus::LeftTheProgram;
            continue;
        }
        if (result.steps == context.stepLimit) {
            result.status = ExecutionStatus::StepLimit;
            break;
        }
        const size_t index = static_cast<size_t>(path.next);
        const Instruction& instruction = program.instructions[index];
        ++result.steps;
        if (path.lanes != counted) {
            counted = path.lanes;
            executingLanes = static_cast<uint64_t>(std::popcount(counted));
        }
        result.laneInstructions += executingLanes;
        if (observed) {
            if (context.trace != nullptr) record(*context.trace, index, instruction, path.lanes);
            if (issued) issued.issue(index, executingLanes);
        }
        interpreter.setExecuting(path.lanes);
        interpreter.execute(instruction, index);
        if (context.tracer != nullptr) context.tracer->executed(index, instruction, group, path.lanes);
        if (endsThread(instruction)) continue;
        if (!flow.advance(path, instruction, interpreter)) result.status = ExecutionStatus::LeftTheProgram;
    }
    return result;
}

}  // namespace cyclorama::isa
