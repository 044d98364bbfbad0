// SPDX-License-Identifier: MIT
#pragma once
// A draw whose only stage before the rasterizer is the vertex stage.

#include <vector>

#include "families/adreno/pc/vertex_shader_stage.h"
#include "families/adreno/pc/vertex_walk.h"
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

class VertexDraw {
  public:
    /// All outlive it.
    VertexDraw(const InputShape& shape, const PrimitiveControl& control, const RegisterValues& registers,
               StageBinding& binding, QueryCounters& counters);

    void run(VertexWalk& walk, PrimitiveOutput& output);

  private:
    void draw(const InputBatch& batch, PrimitiveOutput& output);
    /// The batch's primitives, without their neighbours.
    void collectPrimitives(const InputBatch& batch);
    void emit(std::span<const uint32_t> records, uint32_t view, PrimitiveOutput& output) const;

    const InputShape& shape_;
    const PrimitiveControl& control_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const PrimitiveDraw draw_;
    VertexShaderStage vertices_;
    std::vector<Primitive> primitives_;
};

}  // namespace cyclorama::adreno
