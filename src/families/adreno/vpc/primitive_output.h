// SPDX-License-Identifier: MIT
#pragma once
// Primitives between the last geometry stage and the rasterizer (VPC).
//
// Takes    all primitives of a draw, of each view and stream
// Gives    those that are rasterized, in that order; none where the state discards them, or they have no positions
// Changes  the buffers that streams are written to, and counts

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vpc/streamout.h"

namespace cyclorama::adreno {

class PrimitiveOutput final : public PrimitiveSource {
  public:
    /// All outlive it.
    PrimitiveOutput(PrimitiveSource& stages, const PrimitiveControl& control, Streamout& streamout,
                    QueryCounters& counters)
        : stages_(stages), control_(control), streamout_(streamout), counters_(counters) {}

    bool rasterizes() const { return control_.rasterizes(draw()); }
    const PrimitiveDraw& draw() const override { return stages_.draw(); }
    const PrimitiveBatch* next() override;

  private:
    PrimitiveSource& stages_;
    const PrimitiveControl& control_;
    Streamout& streamout_;
    QueryCounters& counters_;
};

}  // namespace cyclorama::adreno
