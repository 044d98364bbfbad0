// SPDX-License-Identifier: MIT
#include "families/adreno/pc/geometry_draw.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// The vertex stage's registers are those of the geometry stage, which goes on in the same fibers.
LinkRegisters geometryLinks(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_5/REGID_GSHEADER"_field),
            .relativePatch = kFirstNoRegister,
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

}  // namespace

GeometryDraw::GeometryDraw(const InputShape& shape, const DrawOperands& operands, StageBinding& vertexBinding,
                           StageBinding& geometryBinding, Execution& execution, PrimitiveSink& sink)
    : state_(DrawState::of(execution.state.registers)),
      inputs_(VertexInputState::of(execution.state.registers, execution.reporter())),
      outputs_(VertexOutputs::of(LastStage::Geometry, execution.state.registers, execution.reporter())),
      links_(geometryLinks(execution.state.registers)),
      walk_(shape, operands, state_, execution),
      vertices_(vertexBinding, inputs_, links_, execution, memory_),
      geometry_(geometryBinding, outputs_, state_, links_, execution, memory_),
      draw_(describeDraw(geometry_.topology(), LastStage::Geometry, state_, outputs_)),
      output_(draw_, state_, execution, sink),
      batch_(shape.vertices, execution.pipeline.recentVertices) {}

void GeometryDraw::run() {
    output_.begin();
    walk_.run(batch_, [this] { flush(); });
    output_.end();
}

void GeometryDraw::flush() {
    const size_t primitives = batch_.ids().size();
    for (size_t first = 0; first < primitives; first += geometry_.mostPrimitives()) {
        const size_t count = std::min(geometry_.mostPrimitives(), primitives - first);
        vertices_.run(batch_, first, count);
        geometry_.run(batch_.ids().subspan(first, count), output_);
    }
}

}  // namespace cyclorama::adreno
