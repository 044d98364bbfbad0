// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw_vertices.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "families/adreno/pc/vertex_draw.h"

namespace cyclorama::adreno {

VertexWave::VertexWave(ShaderProgram& program, const VertexOutputs& outputs, std::shared_ptr<VertexBatch> batch,
                       const Range& range)
    : WaveGroup(Kind::Vertices, program, 1),
      wave(program.binding().makeWave(isa::WaveMask::first(static_cast<unsigned>(range.count)))),
      outputs_(outputs),
      batch_(std::move(batch)),
      range_(range) {}

std::string VertexWave::describe() const { return fmt::format("vertices {} and on", range_.first); }

std::unique_ptr<StageUnits> VertexWave::takeUnits(const WaveSlot& place) {
    return std::make_unique<StageUnits>(program().binding().resources, place, program().views());
}

void VertexWave::keepResults(ir3::Wave& ended) {
    outputs_.store(ended, static_cast<unsigned>(range_.count),
                   batch_->records.data() + range_.first * outputs_.layout.stride);
}

DrawVertices::DrawVertices(const DrawOperation& operation, OpenDraw& draw, ShaderProgram& program,
                           const GpuMemory& memory)
    : operation_(operation),
      draw_(draw),
      program_(program),
      walk_(operation.walkOver(draw, memory)),
      fetch_(draw.inputs, memory) {}

void DrawVertices::pull() {
    firstIndex_ = nextIndex_ = walk_.indicesTaken();
    firstSkipped_ = nextSkipped_ = walk_.primitivesSkipped();
    input_ = walk_.next();
    atEnd_ = input_ == nullptr;
    if (atEnd_) return;
    collectPrimitives(draw_.shape, draw_.primitives.verticesPerPrimitive(), *input_, primitives_);
    batch_ = std::make_shared<VertexBatch>();
    batch_->records.assign(input_->indices().size() * draw_.outputs.layout.stride, 0);
    nextVertex_ = nextPrimitive_ = 0;
}

std::unique_ptr<VertexWave> DrawVertices::next() {
    if (input_ == nullptr) pull();
    if (atEnd_) return nullptr;
    const size_t width = program_.binding().shape.width;
    const size_t count = std::min(width, input_->indices().size() - nextVertex_);
    auto wave = std::make_unique<VertexWave>(program_, draw_.outputs, batch_,
                                             VertexWave::Range{.first = nextVertex_, .count = count});
    const auto view = static_cast<uint32_t>(std::countr_zero(draw_.control.views));
    fetch_.report(&wave->attributeLines);
    fetch_.fill({input_->indices().subspan(nextVertex_, count), input_->instances().subspan(nextVertex_, count)}, view,
                wave->wave);
    fetch_.report(nullptr);
    operation_.counters().count(PipelineStatistic::VertexInvocations, count);
    nextVertex_ += count;
    takePrimitives(nextVertex_, *wave);
    takeIndices(nextVertex_, *wave);
    if (nextVertex_ == input_->indices().size()) pull();
    return wave;
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

/// A batch's indices are shared out to its waves in proportion.
void DrawVertices::takeIndices(size_t end, VertexWave& wave) {
    const uint64_t total = walk_.indicesTaken() - firstIndex_;
    const uint64_t last = firstIndex_ + total * end / input_->indices().size();
    wave.indices = static_cast<uint32_t>(last - nextIndex_);
    const DrawOperands& operands = operation_.operands();
    if (operands.initiator.source() == DrawInitiator::Memory) {
        const uint32_t bytes = operands.initiator.indexBytes();
        for (uint64_t i = nextIndex_; i < last; ++i) {
            const uint64_t place = operands.firstIndex + i % operands.count;
            if (place < operands.mostIndices) wave.indexLines.access(operands.indexAddress + place * bytes, bytes);
        }
    }
    nextIndex_ = last;
    const uint64_t skipped = walk_.primitivesSkipped() - firstSkipped_;
    const uint64_t lastSkipped = firstSkipped_ + skipped * end / input_->indices().size();
    wave.skipped = static_cast<uint32_t>(lastSkipped - nextSkipped_);
    nextSkipped_ = lastSkipped;
}

}  // namespace cyclorama::adreno
