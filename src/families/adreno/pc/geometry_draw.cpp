// SPDX-License-Identifier: MIT
#include "families/adreno/pc/geometry_draw.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// The vertex stage's registers are those of the geometry stage, which continues in the same fibers.
LinkRegisters geometryLinks(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_5/REGID_GSHEADER"_field),
            .relativePatch = kFirstNoRegister,
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

}  // namespace

GeometryDraw::GeometryDraw(const PrimitiveControl& control, const RegisterValues& registers,
                           StageBinding& vertexBinding, StageBinding& geometryBinding, QueryCounters& counters)
    : control_(control),
      inputs_(VertexInputState::of(registers, *vertexBinding.resources.reporter)),
      outputs_(VertexOutputs::of(LastStage::Geometry, registers, *vertexBinding.resources.reporter)),
      links_(geometryLinks(registers)),
      vertices_(vertexBinding, inputs_, links_, counters, memory_),
      geometry_(geometryBinding, registers, outputs_, control, links_, counters, memory_),
      draw_(describeDraw(geometry_.topology(), LastStage::Geometry, control, outputs_)) {}

void GeometryDraw::run(VertexWalk& walk, PrimitiveOutput& output) {
    output.begin(draw_, control_);
    while (const InputBatch* const batch = walk.next()) draw(*batch, output);
    output.end();
}

void GeometryDraw::draw(const InputBatch& batch, PrimitiveOutput& output) {
    const size_t primitives = batch.ids().size();
    for (size_t first = 0; first < primitives; first += geometry_.mostPrimitives()) {
        const size_t count = std::min(geometry_.mostPrimitives(), primitives - first);
        vertices_.run(batch, first, count);
        geometry_.run(batch.ids().subspan(first, count), output);
    }
}

}  // namespace cyclorama::adreno
