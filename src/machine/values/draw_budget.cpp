// SPDX-License-Identifier: MIT
#include "machine/values/draw_budget.h"

#include <algorithm>

namespace cyclorama::machine {

namespace {

/// About the nanoseconds that each takes one core of a host.
constexpr uint64_t kInstructionWork = 1;
constexpr uint64_t kTextureWork = 64;   // of up to 16 trilinear samples
constexpr uint64_t kVertexWork = 160;   // fetch, assembly and setup
constexpr uint64_t kTriangleWork = 64;  // traversal of a triangle that covers nothing
constexpr uint64_t kPixelWork = 4;
constexpr uint64_t kSampleWork = 6;  // traversal, tests and output of a sample

}  // namespace

ProgramWork programWork(const isa::Program& program) {
    ProgramWork work;
    const auto size = static_cast<int64_t>(program.instructions.size());
    int64_t reached = 0;
    for (int64_t i = 0; i <= reached && i < size; ++i) {
        const isa::Instruction& instruction = program.instructions[static_cast<size_t>(i)];
        work.once += isa::isLoad(instruction) ? kTextureWork : kInstructionWork;
        if (!isa::endsThread(instruction)) reached = std::max(reached, i + 1);
        if (instruction.operation != isa::Operation::GroupJump) continue;
        work.loops |= instruction.jumpOffset <= 0;
        reached = std::max(reached, i + instruction.jumpOffset);
    }
    return work;
}

DrawBudget::DrawBudget(const gpu::DrawState& state, uint64_t limit)
    : vertex_(programWork(*state.stages[gpu::Stage::Vertex].program)),
      fragment_(programWork(*state.stages[gpu::Stage::Fragment].program)),
      workOfPixel_(fragment_.once + kPixelWork + kSampleWork * state.raster->samples),
      limit_(limit),
      left_(limit) {}

bool DrawBudget::takeVertices(uint64_t vertices) { return take(vertices, kVertexWork + vertex_.once); }

bool DrawBudget::takeTriangle(const func::SetupTriangle& triangle) {
    const func::PixelRectangle& box = triangle.bounds;
    const auto width = static_cast<uint64_t>(std::max(int64_t{box.maxX} - box.minX, int64_t{0}));
    const auto height = static_cast<uint64_t>(std::max(int64_t{box.maxY} - box.minY, int64_t{0}));
    return take(1, kTriangleWork) && take(width * height, workOfPixel_);
}

bool DrawBudget::take(uint64_t count, uint64_t workOfEach) {
    if (count > left_ / workOfEach) return false;
    left_ -= count * workOfEach;
    return true;
}

}  // namespace cyclorama::machine
