// SPDX-License-Identifier: MIT
#pragma once
// A draw of patches: vertex, hull and domain stage, and a geometry stage where there is one.

#include <optional>
#include <vector>

#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/tessellation_stages.h"
#include "families/adreno/pc/vertex_walk.h"

namespace cyclorama::adreno {

/// Bindings of the stages of a draw; the last is not there without a geometry stage.
struct TessellationBindings {
    StageBinding vertex;
    StageBinding hull;
    StageBinding domain;
    std::optional<StageBinding> geometry;
};

class TessellationDraw {
  public:
    /// All outlive it.
    TessellationDraw(const InputShape& shape, const DrawOperands& operands, const PrimitiveControl& control,
                     const RegisterValues& registers, TessellationBindings& bindings, QueryCounters& counters);

    void run(VertexWalk& walk, PrimitiveOutput& output);

  private:
    void draw(const InputBatch& batch, PrimitiveOutput& output);
    /// Patches of the batch that the hull programs have worked on together.
    void drawPatches(std::span<const uint32_t> ids, PrimitiveOutput& output);
    void drawMesh(uint32_t patch, uint32_t id, PrimitiveOutput& output);
    void drawMeshByGeometry(uint32_t patch, uint32_t id, PrimitiveOutput& output);

    Reporter& reporter_;
    const PrimitiveControl& control_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const TessMode mode_;
    StageMemory memory_;
    LinkedVertexStage vertices_;
    HullStage hull_;
    FactorReader factors_;
    DomainStage domain_;
    std::optional<GeometryStage> geometry_;
    const PrimitiveDraw draw_;
    size_t mostPatches_ = 1;
    DomainMesh mesh_;
    std::vector<DomainVertex> points_;
    std::vector<Primitive> primitives_;
};

}  // namespace cyclorama::adreno
