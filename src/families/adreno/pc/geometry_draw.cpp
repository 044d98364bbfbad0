// SPDX-License-Identifier: MIT
#include "families/adreno/pc/geometry_draw.h"

#include <optional>
#include <utility>

namespace cyclorama::adreno {

GeometryDraw::GeometryDraw(VertexWalk&& walk, GeometryBindings&& bindings, const PrimitiveControl& control,
                           const RegisterValues& registers, QueryCounters& counters)
    : input_(std::move(walk)),
      bindings_(std::move(bindings)),
      inputs_(VertexInputState::of(registers, *bindings_.vertex.resources.reporter)),
      outputs_(VertexOutputs::of(LastStage::Geometry, registers, *bindings_.vertex.resources.reporter)),
      links_(LinkRegisters::beforeGeometry(registers)),
      vertices_(bindings_.vertex, inputs_, links_, counters),
      geometry_(bindings_.geometry, registers, outputs_, control, links_, counters),
      draw_(describeDraw(geometry_.topology(), LastStage::Geometry, control, outputs_)) {}

const PrimitiveBatch* GeometryDraw::next() {
    while (true) {
        if (const PrimitiveBatch* const batch = geometry_.next()) return batch;
        const std::optional<InputPart> part = input_.next(geometry_.mostPrimitives());
        if (!part) return nullptr;
        memory_.clear();
        vertices_.run(*part, 0, memory_);
        geometry_.run(part->ids(), memory_);
    }
}

}  // namespace cyclorama::adreno
