// SPDX-License-Identifier: MIT
#pragma once
// A draw whose only stage before the rasterizer is the vertex stage.

#include <vector>

#include "families/adreno/pc/input_walk.h"
#include "families/adreno/pc/vertex_stage.h"
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

class VertexDraw {
  public:
    /// All outlive it.
    VertexDraw(const InputShape& shape, const DrawOperands& operands, StageBinding& binding, Execution& execution,
               PrimitiveSink& sink);

    void run();

  private:
    void flush();
    /// The batch's primitives, without their neighbours.
    void collectPrimitives();
    void hand(std::span<const uint32_t> records, uint32_t view);

    const InputShape& shape_;
    const DrawState state_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const PrimitiveDraw draw_;
    InputWalk walk_;
    VertexStage vertices_;
    PrimitiveOutput output_;
    InputBatch batch_;
    std::vector<Primitive> primitives_;
};

}  // namespace cyclorama::adreno
