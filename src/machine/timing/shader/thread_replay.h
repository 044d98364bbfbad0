// SPDX-License-Identifier: MIT
#pragma once
// The path of a shader thread, as timing replays it, and how the paths of its groups of lanes are joined to it.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "isa/executor.h"
#include "isa/program.h"
#include "machine/timing/texture/texture_request.h"

namespace cyclorama::machine::timing {

/// The path of a thread's program, and its requests to other units.
struct ThreadReplay {
    /// A request to another unit, by one instruction.
    struct Load {
        func::TextureOperation operation = func::TextureOperation::SampleBias;
        uint32_t unit = 0;
        const func::PreparedTexture* texture = nullptr;
        uint32_t firstOperand = 0;
    };

    DrawRecord* draw = nullptr;
    const isa::Program* program = nullptr;
    /// The instruction with which the thread continues after each jump, branch, call and return, in the order of their
    /// execution.
    std::vector<uint32_t> jumps;
    /// In the order of their execution; the operands of one load are those of all the quads of the thread in turn.
    std::vector<Load> loads;
    std::vector<func::QuadCoordinates> operands;
    /// Beside each operand, if the program's lanes branch one by one; else empty.
    std::vector<QuadDetail> details;
    /// Gradients that the details refer to.
    std::deque<func::QuadGradients> gradients;

    void clear();
    /// The request of one quad of a load, without its thread.
    TextureRequest requestOf(const Load& load, uint32_t quad) const;
};

/// The instruction at `pc` of the program; after its last one, one that ends: it is fetched only to be dropped.
const isa::Instruction* instructionAt(const ThreadReplay& replay, uint32_t pc);

/// The path of one group of lanes, and what it loaded.
struct GroupPath {
    isa::ExecutionTrace trace;
    std::vector<ThreadReplay::Load> loads;
    std::vector<size_t> loadSteps;  // which step of the trace each load was
    std::vector<func::QuadCoordinates> operands;
    std::vector<QuadDetail> details;
    uint32_t quads = 0;
    size_t step = 0;
    size_t load = 0;

    void clear();
    const isa::ExecutionTrace::Step* next() const { return step < trace.steps.size() ? &trace.steps[step] : nullptr; }
};

/// Makes the path of the whole thread of those of its groups: if they took different ones, all that any of them
/// executed.
void joinPaths(std::span<GroupPath> paths, const isa::Program& program, ThreadReplay& replay);

}  // namespace cyclorama::machine::timing
