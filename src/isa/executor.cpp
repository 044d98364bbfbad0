#include "isa/executor.h"

#include <algorithm>
#include <bit>

#include "isa/interpreter.h"

namespace cyclorama::isa {

namespace {

/// Lanes at the same instruction. Lanes that a jump parts go on as two paths; the one that is further back runs first,
/// so that they meet again as early as they can.
struct Path {
    uint64_t next;
    LaneMask lanes;
};

class Paths {
  public:
    explicit Paths(LaneMask lanes) { add({0, lanes}); }

    bool empty() const { return count_ == 0; }

    void add(const Path& path) {
        if (path.lanes != 0) paths_[count_++] = path;
    }

    /// Removes the paths that are furthest back, as one.
    Path take() {
        Path furthestBack{~uint64_t{0}, 0};
        for (size_t i = 0; i < count_; ++i) furthestBack.next = std::min(furthestBack.next, paths_[i].next);
        size_t kept = 0;
        for (size_t i = 0; i < count_; ++i) {
            if (paths_[i].next == furthestBack.next) {
                furthestBack.lanes |= paths_[i].lanes;
            } else {
                paths_[kept++] = paths_[i];
            }
        }
        count_ = kept;
        return furthestBack;
    }

  private:
    std::array<Path, kMaxLanes + 1> paths_;
    size_t count_ = 0;
};

/// Of the executing lanes, those whose whole aligned jump group holds the condition.
LaneMask jumpingLanes(LaneMask executing, LaneMask condition, int jumpGroup) {
    LaneMask jumping = 0;
    for (int first = 0; first < kMaxLanes; first += jumpGroup) {
        const LaneMask group = executing & (firstLanes(jumpGroup) << first);
        if ((condition & group) == group) jumping |= group;
    }
    return jumping;
}

void record(ExecutionTrace& trace, size_t index, const Instruction& instruction, LaneMask lanes) {
    if (isLoad(instruction)) trace.loads.push_back(static_cast<uint32_t>(trace.steps.size()));
    trace.steps.push_back({static_cast<uint32_t>(index), lanes});
}

}  // namespace

ExecutionResult execute(const Program& program, ThreadGroup& group, const ExecutionContext& context) {
    ExecutionResult result;
    Interpreter interpreter(group, context);
    Paths paths(firstLanes(group.lanes()));
    LaneMask counted = 0;
    uint64_t executingLanes = 0;
    while (!paths.empty()) {
        const Path path = paths.take();
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
        if (context.trace != nullptr) record(*context.trace, index, instruction, path.lanes);
        interpreter.setExecuting(path.lanes);
        interpreter.execute(instruction, index);
        if (endsThread(instruction)) continue;
        LaneMask jumping = 0;
        if (instruction.opcode == Opcode::Jmp) {
            jumping = jumpingLanes(path.lanes, interpreter.jumpCondition(instruction), context.jumpGroup);
            // A jump to before the first instruction wraps around and leaves the program at its end.
            paths.add({path.next + static_cast<uint64_t>(int64_t{instruction.jumpOffset}), jumping});
        }
        paths.add({path.next + 1, path.lanes & ~jumping});
    }
    return result;
}

}  // namespace cyclorama::isa
