// SPDX-License-Identifier: MIT
#include "families/adreno/pc/vertex_draw.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {
VertexDraw::VertexDraw(const InputShape& shape, const DrawOperands& operands, StageBinding& binding,
                       Execution& execution, PrimitiveSink& sink)
    : shape_(shape),
      state_(DrawState::of(execution.state.registers)),
      inputs_(VertexInputState::of(execution.state.registers, execution.reporter())),
      outputs_(VertexOutputs::of(LastStage::Vertex, execution.state.registers, execution.reporter())),
      draw_(describeDraw(shape.topology, LastStage::Vertex, state_, outputs_)),
      walk_(shape, operands, state_, execution),
      vertices_(binding, inputs_, outputs_, execution),
      output_(draw_, state_, execution, sink),
      batch_(shape.vertices, execution.pipeline.recentVertices) {}

void VertexDraw::run() {
    output_.begin();
    walk_.run(batch_, [this] { flush(); });
    output_.end();
}

void VertexDraw::flush() {
    collectPrimitives();
    for (uint32_t views = state_.views; views != 0; views &= views - 1) {
        const std::span<const uint32_t> records = vertices_.run(batch_, static_cast<uint32_t>(std::countr_zero(views)));
        if (!state_.positionPerView) {
            hand(records, static_cast<uint32_t>(std::countr_zero(views)));
            continue;
        }
        // The records have the positions of all views.
        for (uint32_t rest = views; rest != 0; rest &= rest - 1)
            hand(records, static_cast<uint32_t>(std::countr_zero(rest)));
        return;
    }
}

void VertexDraw::collectPrimitives() {
    primitives_.clear();
    for (size_t i = 0; i < batch_.ids().size(); ++i) {
        const std::span<const uint32_t> corners = batch_.corners(i);
        Primitive primitive{.id = batch_.ids()[i]};
        uint32_t corner = shape_.first;
        for (uint32_t v = 0; v < draw_.verticesPerPrimitive() && corner < corners.size(); ++v, corner += shape_.step)
            primitive.vertices[v] = corners[corner];
        primitives_.push_back(primitive);
    }
}

void VertexDraw::hand(std::span<const uint32_t> records, uint32_t view) {
    const uint32_t position = std::min(view, draw_.positions - 1);
    const PrimitiveBatch batch{.words = records,
                               .primitives = primitives_,
                               .view = view,
                               .positionOfView = state_.positionPerView ? position : 0};
    if (shape_.primitive == InputPrimitive::Rectangles)
        output_.handRectangles(batch);
    else
        output_.hand(batch);
}

}  // namespace cyclorama::adreno
