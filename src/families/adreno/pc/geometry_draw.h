// SPDX-License-Identifier: MIT
#pragma once
// A draw with a geometry stage behind the vertex stage.

#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/input_walk.h"

namespace cyclorama::adreno {

class GeometryDraw {
  public:
    /// Bindings of its two stages; all outlive it.
    GeometryDraw(const InputShape& shape, const DrawOperands& operands, StageBinding& vertexBinding,
                 StageBinding& geometryBinding, Execution& execution, PrimitiveSink& sink);

    void run();

  private:
    void flush();

    const DrawState state_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const LinkRegisters links_;
    StageMemory memory_;
    InputWalk walk_;
    LinkedVertexStage vertices_;
    GeometryStage geometry_;
    const PrimitiveDraw draw_;
    PrimitiveOutput output_;
    InputBatch batch_;
};

}  // namespace cyclorama::adreno
