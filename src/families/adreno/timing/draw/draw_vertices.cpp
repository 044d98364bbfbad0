// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_vertices.h"

#include <algorithm>
#include <bit>

#include "families/adreno/pc/vertex_draw.h"

namespace cyclorama::adreno {

DrawVertices::DrawVertices(const DrawOperation& operation, OpenDraw& draw, ShaderProgram& program,
                           const GpuMemory& memory)
    : operation_(operation),
      draw_(draw),
      program_(program),
      walk_(operation.walkOver(draw, memory)),
      fetch_(draw.inputs, memory),
      indices_(operation.operands()) {}

void DrawVertices::pull() {
    // Where multiview is on without a view, nothing is drawn of the batches.
    do input_ = walk_.next();
    while (input_ != nullptr && draw_.control.views == 0);
    atEnd_ = input_ == nullptr;
    if (atEnd_) return;
    indices_.begin(walk_);
    collectPrimitives(draw_.shape, draw_.primitives.verticesPerPrimitive(), *input_, primitives_);
    views_ = draw_.control.views;
    nextPrimitive_ = 0;
    beginRecords();
}

void DrawVertices::beginRecords() {
    nextVertex_ = 0;
    batch_ = std::make_shared<VertexBatch>();
    batch_->records.words.assign(input_->indices().size() * draw_.outputs.layout.stride, 0);
}

void DrawVertices::beginView() {
    views_ &= views_ - 1;
    if (views_ == 0) return pull();
    nextPrimitive_ = 0;
    if (draw_.control.positionPerView) return;
    indices_.again();
    beginRecords();
}

uint32_t DrawVertices::roomForNext() const {
    return program_.binding().shape.width * draw_.outputs.layout.stride * static_cast<uint32_t>(sizeof(uint32_t));
}

std::unique_ptr<VertexWave> DrawVertices::makeWave(size_t count) {
    const auto view = static_cast<uint32_t>(std::countr_zero(views_));
    ir3::Wave inputs = program_.binding().makeWave(isa::WaveMask::first(static_cast<unsigned>(count)));
    LineAccesses lines;
    fetch_.report(&lines);
    fetch_.fill({input_->indices().subspan(nextVertex_, count), input_->instances().subspan(nextVertex_, count)}, view,
                inputs);
    fetch_.report(nullptr);
    auto wave = std::make_unique<VertexWave>(
        program_, draw_, VertexWave::Results{.batch = batch_, .first = count == 0 ? 0 : nextVertex_, .count = count},
        std::move(inputs));
    wave->view = view;
    if (count == 0) return wave;
    wave->recordBytes = roomForNext();
    wave->attributeLines = std::move(lines);
    operation_.counters().count(PipelineStatistic::VertexInvocations, count);
    nextVertex_ += count;
    indices_.take(nextVertex_, input_->indices().size(), *wave);
    return wave;
}

WaveMaker::Made DrawVertices::next() {
    if (input_ == nullptr) pull();
    if (atEnd_) return {};
    const size_t vertices = input_->indices().size();
    auto wave = makeWave(std::min<size_t>(program_.binding().shape.width, vertices - nextVertex_));
    takePrimitives(nextVertex_, *wave);
    if (nextVertex_ == vertices) beginView();
    return {.wave = std::move(wave)};
}

void DrawVertices::takePrimitives(size_t end, VertexWave& wave) {
    const uint32_t vertices = draw_.primitives.verticesPerPrimitive();
    for (; nextPrimitive_ < primitives_.size(); ++nextPrimitive_) {
        const Primitive& primitive = primitives_[nextPrimitive_];
        const auto corners = std::span(primitive.vertices).first(vertices);
        if (std::ranges::any_of(corners, [end](uint32_t vertex) { return vertex >= end; })) return;
        wave.primitives.push_back(primitive);
    }
}

}  // namespace cyclorama::adreno
