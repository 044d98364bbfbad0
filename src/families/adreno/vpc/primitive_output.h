// SPDX-License-Identifier: MIT
#pragma once
// The way of primitives from the last geometry stage: into buffers, and to the rasterizer.

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vpc/rectangles.h"
#include "families/adreno/vpc/streamout.h"

namespace cyclorama::adreno {

class PrimitiveOutput {
  public:
    /// All outlive it.
    PrimitiveOutput(Streamout& streamout, QueryCounters& counters, PrimitiveSink& sink)
        : streamout_(streamout), counters_(counters), sink_(sink) {}

    /// Both last until end().
    void begin(const PrimitiveDraw& draw, const PrimitiveControl& control);
    /// Takes primitives of a stream, for each view.
    void emit(const PrimitiveBatch& batch, uint32_t stream = 0);
    /// Takes pairs of corners.
    void emitRectangles(const PrimitiveBatch& batch) { emit(rectangles_.expand(*draw_, batch)); }
    void end();

  private:
    Streamout& streamout_;
    QueryCounters& counters_;
    PrimitiveSink& sink_;
    const PrimitiveDraw* draw_ = nullptr;
    const PrimitiveControl* control_ = nullptr;
    bool rasterizes_ = false;
    RectangleExpansion rectangles_;
};

}  // namespace cyclorama::adreno
