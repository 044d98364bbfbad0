// SPDX-License-Identifier: MIT
#include "families/adreno/pc/vertex_draw.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {

VertexDraw::VertexDraw(const InputShape& shape, const PrimitiveControl& control, const RegisterValues& registers,
                       StageBinding& binding, QueryCounters& counters)
    : shape_(shape),
      control_(control),
      inputs_(VertexInputState::of(registers, *binding.resources.reporter)),
      outputs_(VertexOutputs::of(LastStage::Vertex, registers, *binding.resources.reporter)),
      draw_(describeDraw(shape.topology, LastStage::Vertex, control, outputs_)),
      vertices_(binding, inputs_, outputs_, counters) {}

void VertexDraw::run(VertexWalk& walk, PrimitiveOutput& output) {
    output.begin(draw_, control_);
    while (const InputBatch* const batch = walk.next()) draw(*batch, output);
    output.end();
}

void VertexDraw::draw(const InputBatch& batch, PrimitiveOutput& output) {
    collectPrimitives(batch);
    for (uint32_t views = control_.views; views != 0; views &= views - 1) {
        const std::span<const uint32_t> records = vertices_.run(batch, static_cast<uint32_t>(std::countr_zero(views)));
        if (!control_.positionPerView) {
            emit(records, static_cast<uint32_t>(std::countr_zero(views)), output);
            continue;
        }
        // The records have the positions of all views.
        for (uint32_t rest = views; rest != 0; rest &= rest - 1)
            emit(records, static_cast<uint32_t>(std::countr_zero(rest)), output);
        return;
    }
}

void VertexDraw::collectPrimitives(const InputBatch& batch) {
    primitives_.clear();
    for (size_t i = 0; i < batch.ids().size(); ++i) {
        const std::span<const uint32_t> corners = batch.corners(i);
        Primitive primitive{.id = batch.ids()[i]};
        uint32_t corner = shape_.first;
        for (uint32_t v = 0; v < draw_.verticesPerPrimitive() && corner < corners.size(); ++v, corner += shape_.step)
            primitive.vertices[v] = corners[corner];
        primitives_.push_back(primitive);
    }
}

void VertexDraw::emit(std::span<const uint32_t> records, uint32_t view, PrimitiveOutput& output) const {
    const uint32_t position = std::min(view, draw_.positions - 1);
    const PrimitiveBatch batch{.words = records,
                               .primitives = primitives_,
                               .view = view,
                               .positionOfView = control_.positionPerView ? position : 0};
    if (shape_.primitive == InputPrimitive::Rectangles)
        output.emitRectangles(batch);
    else
        output.emit(batch);
}

}  // namespace cyclorama::adreno
