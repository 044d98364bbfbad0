// SPDX-License-Identifier: MIT
#pragma once
// The way of primitives from the last geometry stage: into buffers, and to the rasterizer.

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/vpc/draw_state.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vpc/rectangles.h"
#include "families/adreno/vpc/streamout.h"

namespace cyclorama::adreno {

class PrimitiveOutput {
  public:
    /// All outlive it.
    PrimitiveOutput(const PrimitiveDraw& draw, const DrawState& state, Execution& execution, PrimitiveSink& sink);

    void begin();
    /// Primitives of a stream, for each view.
    void hand(const PrimitiveBatch& batch, uint32_t stream = 0);
    /// Pairs of corners.
    void handRectangles(const PrimitiveBatch& batch) { hand(rectangles_.expand(draw_, batch)); }
    void end();

  private:
    const PrimitiveDraw& draw_;
    const DrawState& state_;
    PrimitiveSink& sink_;
    WorkCounters& counters_;
    bool rasterizes_ = false;
    Streamout streamout_;
    RectangleExpansion rectangles_;
};

}  // namespace cyclorama::adreno
