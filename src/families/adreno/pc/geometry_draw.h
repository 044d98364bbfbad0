// SPDX-License-Identifier: MIT
#pragma once
// A draw with a geometry stage after the vertex stage.

#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/vertex_walk.h"

namespace cyclorama::adreno {

class GeometryDraw {
  public:
    /// Bindings of its two stages; all outlive it.
    GeometryDraw(const PrimitiveControl& control, const RegisterValues& registers, StageBinding& vertexBinding,
                 StageBinding& geometryBinding, QueryCounters& counters);

    void run(VertexWalk& walk, PrimitiveOutput& output);

  private:
    void draw(const InputBatch& batch, PrimitiveOutput& output);

    const PrimitiveControl& control_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const LinkRegisters links_;
    StageMemory memory_;
    LinkedVertexStage vertices_;
    GeometryStage geometry_;
    const PrimitiveDraw draw_;
};

}  // namespace cyclorama::adreno
