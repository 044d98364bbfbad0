#include "isa/executor.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "isa/denormals.h"
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

/// Where each lane returns to.
class CallStacks {
  public:
    /// False where a lane has as many calls open as there can be (D3D allows four; this is more than a program of
    /// bounded size has use for).
    bool push(LaneMask lanes, uint64_t returnTo) {
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            if (depth_[lane] == kDepth) return false;
            stack_[lane][depth_[lane]++] = returnTo;
        }
        return true;
    }

    /// Of lanes at a return, those that go back to the same place as the lowest one, and that place; those that have no
    /// call open end, with `end` as their place.
    Path pop(LaneMask lanes, uint64_t end) {
        Path back{end, 0};
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            const uint64_t place = depth_[lane] == 0 ? end : stack_[lane][depth_[lane] - 1];
            if (back.lanes == 0) back.next = place;
            if (place == back.next) back.lanes |= LaneMask{1} << lane;
        }
        for (LaneMask rest = back.lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            if (depth_[lane] != 0) --depth_[lane];
        }
        return back;
    }

  private:
    static constexpr size_t kDepth = 32;
    std::array<std::array<uint64_t, kDepth>, kMaxLanes> stack_;
    std::array<uint8_t, kMaxLanes> depth_{};
};

void record(ExecutionTrace& trace, size_t index, const Instruction& instruction, LaneMask lanes) {
    if (isLoad(instruction)) trace.loads.push_back(static_cast<uint32_t>(trace.steps.size()));
    trace.steps.push_back({static_cast<uint32_t>(index), lanes});
}

}  // namespace

ExecutionResult execute(const Program& program, ThreadGroup& group, const ExecutionContext& context) {
    // Vivante's units have no denormals: piglit's fs-underflow-mul-compare-zero, whose product is 2^-149, finds it to
    // be zero on the GC2000 (Mesa's list of what fails there does not name it).
    const DenormalScope denormals(program.linkage.general);
    ExecutionResult result;
    Interpreter interpreter(group, context);
    Paths paths(firstLanes(group.lanes()));
    std::unique_ptr<CallStacks> calls;
    if (program.resources.calls) calls = std::make_unique<CallStacks>();
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
        } else if (instruction.opcode >= Opcode::Branch && instruction.opcode <= Opcode::Return) {
            if (instruction.opcode == Opcode::Return) {
                for (LaneMask rest = path.lanes; rest != 0;) {
                    const Path back = calls->pop(rest, program.instructions.size() - 1);
                    paths.add(back);
                    rest &= ~back.lanes;
                }
                continue;
            }
            const bool isCall = instruction.opcode == Opcode::Call;
            jumping = isCall ? path.lanes : interpreter.branchCondition(instruction);
            if (isCall && !calls->push(path.lanes, path.next + 1)) {
                result.status = ExecutionStatus::LeftTheProgram;
                continue;
            }
            paths.add({instruction.target, jumping});
        }
        paths.add({path.next + 1, path.lanes & ~jumping});
    }
    return result;
}

}  // namespace cyclorama::isa
