// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/linked_vertices.h"

#include <algorithm>
#include <utility>

#include "families/adreno/timing/draw/geometry_waves.h"
#include "families/adreno/timing/draw/patch_waves.h"

namespace cyclorama::adreno {

LinkedVertices::LinkedVertices(DrawStages& stages, ShaderProgram& program, const GpuMemory& memory)
    : stages_(stages),
      program_(program),
      input_(stages.operation.walkOver(stages.draw, memory)),
      indices_(stages.operation.operands()) {
    if (stages.patches) places_.emplace(stages.patches->control);
}

void LinkedVertices::pull() {
    began_ = true;
    nextCorner_ = 0;
    walked_ = input_.next(stages_.mostPrimitives(places_ ? &*places_ : nullptr));
    atEnd_ = !walked_;
    if (atEnd_) return;
    if (walked_->first == 0) indices_.begin(input_.walk());
    part_ = std::make_shared<GeometryPart>();
    part_->ids.assign(walked_->ids().begin(), walked_->ids().end());
    part_->bytes = stages_.partBytes(part_->ids.size());
    if (!places_) return;
    part_->firstPatch = places_->take(part_->ids.size());
    if (part_->firstPatch == 0) piece_ = std::make_shared<const TessellationPiece>();
}

uint32_t LinkedVertices::roomForNext() const {
    return nextCorner_ == 0 ? (part_ ? part_->bytes : stages_.partBytes(0)) : 0;
}

WaveMaker::Made LinkedVertices::next() {
    if (!began_) pull();
    if (atEnd_) return {};
    if (nextCorner_ < walked_->corners()) return {.wave = makeWave()};
    Made made{.maker = makeNextStage()};
    pull();
    return made;
}

std::unique_ptr<VertexWave> LinkedVertices::makeWave() {
    const size_t corners = walked_->corners();
    const size_t first = nextCorner_;
    const size_t count = std::min<size_t>(program_.binding().shape.width, corners - first);
    nextCorner_ += count;
    LineAccesses lines;
    stages_.vertices.report(&lines);
    ir3::Wave inputs = stages_.vertices.start(*walked_, part_->firstPatch, first, count);
    stages_.vertices.report(nullptr);
    auto wave = std::make_unique<VertexWave>(program_, stages_.draw,
                                             VertexWave::Results{.batch = nullptr, .first = first, .count = count},
                                             std::move(inputs));
    wave->part = part_;
    if (first == 0) wave->recordBytes = part_->bytes;
    wave->attributeLines = std::move(lines);
    stages_.operation.counters().count(PipelineStatistic::VertexInvocations, count);
    const size_t vertices = walked_->batch->verticesPerPrimitive();
    indices_.take(walked_->first * vertices + nextCorner_, walked_->batch->ids().size() * vertices, *wave);
    return wave;
}

std::unique_ptr<WaveMaker> LinkedVertices::makeNextStage() {
    if (stages_.patches) return std::make_unique<HullWaves>(stages_, part_, piece_);
    return std::make_unique<GeometryWaves>(stages_, part_);
}

}  // namespace cyclorama::adreno
