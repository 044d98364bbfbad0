// SPDX-License-Identifier: MIT
#include "families/adreno/pc/geometry_draw.h"

#include <optional>
#include <utility>

namespace cyclorama::adreno {
namespace {

/// The vertex stage's registers are those of the geometry stage, which continues in the same fibers.
LinkRegisters geometryLinks(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_5/REGID_GSHEADER"_field),
            .relativePatch = ir3::kNoRegister,
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

}  // namespace

GeometryDraw::GeometryDraw(VertexWalk&& walk, GeometryBindings&& bindings, const PrimitiveControl& control,
                           const RegisterValues& registers, QueryCounters& counters)
    : input_(std::move(walk)),
      bindings_(std::move(bindings)),
      inputs_(VertexInputState::of(registers, *bindings_.vertex.resources.reporter)),
      outputs_(VertexOutputs::of(LastStage::Geometry, registers, *bindings_.vertex.resources.reporter)),
      links_(geometryLinks(registers)),
      vertices_(bindings_.vertex, inputs_, links_, counters, memory_),
      geometry_(bindings_.geometry, registers, outputs_, control, links_, counters, memory_),
      draw_(describeDraw(geometry_.topology(), LastStage::Geometry, control, outputs_)) {}

const PrimitiveBatch* GeometryDraw::next() {
    while (true) {
        if (const PrimitiveBatch* const batch = geometry_.next()) return batch;
        const std::optional<InputPart> part = input_.next(geometry_.mostPrimitives());
        if (!part) return nullptr;
        vertices_.run(*part->batch, part->first, part->count);
        geometry_.run(part->ids());
    }
}

}  // namespace cyclorama::adreno
