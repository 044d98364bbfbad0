// SPDX-License-Identifier: MIT
#pragma once
// A draw of patches: vertex, hull and domain stage, and a geometry stage where there is one.

#include <optional>
#include <span>
#include <vector>

#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/tessellation_control.h"
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

class TessellationDraw final : public PrimitiveSource {
  public:
    /// The control, registers and counters outlive it. `vertices`: those of a patch.
    TessellationDraw(uint32_t vertices, VertexWalk&& walk, TessellationBindings&& bindings,
                     const DrawOperands& operands, const PrimitiveControl& control, const RegisterValues& registers,
                     QueryCounters& counters);

    const PrimitiveDraw& draw() const override { return draw_; }
    const PrimitiveBatch* next() override;

  private:
    /// Executes vertex and hull programs for the next patches; false at the end, and once the chip hangs.
    bool runPatches();
    /// Takes up the next patch that has a mesh; false after all patches.
    bool nextMesh();
    const PrimitiveBatch* drawMesh();
    /// Executes the geometry program for the next primitives of the mesh; false after all of them.
    bool runGeometry();

    InputParts input_;
    TessellationBindings bindings_;
    Reporter& reporter_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const TessellationControl control_;
    StageMemory memory_;
    LinkedVertexStage vertices_;
    HullStage hull_;
    FactorReader factors_;
    DomainStage domain_;
    std::optional<GeometryStage> geometry_;
    const PrimitiveDraw draw_;
    PatchPlaces places_;
    uint32_t firstPatch_ = 0;  ///< place of the first patch
    /// Patches that the hull program has worked on together, and the next of them.
    std::span<const uint32_t> patches_;
    uint32_t nextPatch_ = 0;
    /// The mesh of the patch before that, and the next primitive that the geometry program takes of it.
    func::DomainMesh mesh_;
    size_t nextPrimitive_ = 0;
    std::vector<uint32_t> ids_;
    std::vector<DomainVertex> points_;
    std::vector<Primitive> primitives_;
    PrimitiveBatch batch_;
};

}  // namespace cyclorama::adreno
