// SPDX-License-Identifier: MIT
#pragma once
// Limit on the work of one draw. A draw is a few bytes that can ask for 2^32 instances of 2^32 vertices, each triangle
// as large as the surface: a chip would work on it until its driver's watchdog resets it.

#include <cstdint>

#include "func/raster/triangle_setup.h"
#include "gpu/draw_state.h"
#include "isa/program.h"

namespace cyclorama::machine {

/// Work is counted in shader instructions of one thread, or what takes the host about as long. The limit is a minute or
/// two of one core: 150 layers of a 1920x1080 frame with a program of 100 instructions, or 400 million vertices. A draw
/// of Direct3D 9 has at most 2^24 primitives.
inline constexpr uint64_t kDrawWorkLimit = uint64_t{1} << 36;

/// A program's work for one thread, as its text shows.
struct ProgramWork {
    /// Work of all instructions that can be reached, each once.
    uint64_t once = 0;
    /// Jumps lead backwards: how often an instruction is executed shows only when it is.
    bool loops = false;
};
ProgramWork programWork(const isa::Program& program);

/// The work that is left of one draw. What it grants is a matter of the draw alone, never of threads or time.
class DrawBudget {
  public:
    DrawBudget() = default;
    /// Requires the state's programs and its number of samples.
    DrawBudget(const gpu::DrawState& state, uint64_t limit);

    /// Each takes what the work can cost at most, or returns false and takes nothing.
    bool takeVertices(uint64_t vertices);
    bool takeTriangle(const func::SetupTriangle& triangle);

    /// Instructions that all threads of the draw may execute where the program loops; else no limit, as those taken
    /// are an upper bound.
    uint64_t vertexInstructions() const { return vertex_.loops ? limit_ : kUnlimited; }
    uint64_t fragmentInstructions() const { return fragment_.loops ? limit_ : kUnlimited; }
    bool fragmentsLoop() const { return fragment_.loops; }

  private:
    static constexpr uint64_t kUnlimited = ~uint64_t{0};
    bool take(uint64_t count, uint64_t workOfEach);

    ProgramWork vertex_;
    ProgramWork fragment_;
    uint64_t workOfPixel_ = 0;
    uint64_t limit_ = 0;
    uint64_t left_ = 0;
};

}  // namespace cyclorama::machine
