// SPDX-License-Identifier: MIT
#pragma once
// A draw whose only stage before the rasterizer is the vertex stage.

#include <span>
#include <vector>

#include "families/adreno/pc/vertex_shader_stage.h"
#include "families/adreno/pc/vertex_walk.h"
#include "families/adreno/vpc/rectangles.h"

namespace cyclorama::adreno {

/// The primitives of a batch, of `vertices` vertices each, without their neighbours.
void collectPrimitives(const InputShape& shape, uint32_t vertices, const InputBatch& batch,
                       std::vector<Primitive>& primitives);

class VertexDraw final : public PrimitiveSource {
  public:
    /// The control, registers and counters outlive it.
    VertexDraw(const InputShape& shape, VertexWalk&& walk, StageBinding&& binding, const PrimitiveControl& control,
               const RegisterValues& registers, QueryCounters& counters);

    const PrimitiveDraw& draw() const override { return draw_; }
    const PrimitiveBatch* next() override;

  private:
    /// The batch for a view, of the records of the program's last run.
    void makeBatch(uint32_t view);

    const InputShape shape_;
    VertexWalk walk_;
    StageBinding binding_;
    const PrimitiveControl& control_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const PrimitiveDraw draw_;
    VertexShaderStage vertices_;
    /// The input in work, views that it is still drawn for, a bit each, and the records of the last run.
    const InputBatch* input_ = nullptr;
    uint32_t views_ = 0;
    std::span<const uint32_t> records_;
    std::vector<Primitive> primitives_;
    RectangleExpansion rectangles_;
    PrimitiveBatch batch_;
};

}  // namespace cyclorama::adreno
