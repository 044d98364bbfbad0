// SPDX-License-Identifier: MIT
#pragma once
// A draw with a geometry stage after the vertex stage.

#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/vertex_walk.h"

namespace cyclorama::adreno {

/// Bindings of the stages of such a draw.
struct GeometryBindings {
    StageBinding vertex;
    StageBinding geometry;
};

class GeometryDraw final : public PrimitiveSource {
  public:
    /// The control, registers and counters outlive it.
    GeometryDraw(VertexWalk&& walk, GeometryBindings&& bindings, const PrimitiveControl& control,
                 const RegisterValues& registers, QueryCounters& counters);

    const PrimitiveDraw& draw() const override { return draw_; }
    const PrimitiveBatch* next() override;

  private:
    InputParts input_;
    GeometryBindings bindings_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const LinkRegisters links_;
    StageMemory memory_;
    LinkedVertexStage vertices_;
    GeometryStage geometry_;
    const PrimitiveDraw draw_;
};

}  // namespace cyclorama::adreno
