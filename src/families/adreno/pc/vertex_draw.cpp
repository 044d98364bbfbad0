// SPDX-License-Identifier: MIT
#include "families/adreno/pc/vertex_draw.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cyclorama::adreno {

void collectPrimitives(const InputShape& shape, uint32_t vertices, const InputBatch& batch,
                       std::vector<Primitive>& primitives) {
    primitives.clear();
    for (size_t i = 0; i < batch.ids().size(); ++i) {
        const std::span<const uint32_t> corners = batch.corners(i);
        Primitive primitive{.id = batch.ids()[i]};
        uint32_t corner = shape.first;
        for (uint32_t v = 0; v < vertices && corner < corners.size(); ++v, corner += shape.step)
            primitive.vertices[v] = corners[corner];
        primitives.push_back(primitive);
    }
}

VertexDraw::VertexDraw(const InputShape& shape, VertexWalk&& walk, StageBinding&& binding,
                       const PrimitiveControl& control, const RegisterValues& registers, QueryCounters& counters)
    : shape_(shape),
      walk_(std::move(walk)),
      binding_(std::move(binding)),
      control_(control),
      inputs_(VertexInputState::of(registers, *binding_.resources.reporter)),
      outputs_(VertexOutputs::of(LastStage::Vertex, registers, *binding_.resources.reporter)),
      draw_(describeDraw(shape.topology, LastStage::Vertex, control, outputs_)),
      vertices_(binding_, inputs_, outputs_, counters) {}

const PrimitiveBatch* VertexDraw::next() {
    while (views_ == 0) {
        input_ = walk_.next();
        if (input_ == nullptr) return nullptr;
        collectPrimitives(shape_, draw_.verticesPerPrimitive(), *input_, primitives_);
        views_ = control_.views;
    }
    const auto view = static_cast<uint32_t>(std::countr_zero(views_));
    // The records have the positions of all views, or of the view that they are made for.
    if (!control_.positionPerView || views_ == control_.views) records_ = vertices_.run(*input_, view);
    views_ &= views_ - 1;
    makeBatch(view);
    return &batch_;
}

void VertexDraw::makeBatch(uint32_t view) {
    const uint32_t position = std::min(view, draw_.positions - 1);
    batch_ = {.words = records_,
              .primitives = primitives_,
              .view = view,
              .positionOfView = control_.positionPerView ? position : 0};
    if (shape_.primitive == InputPrimitive::Rectangles) batch_ = rectangles_.expand(draw_, batch_);
}

}  // namespace cyclorama::adreno
