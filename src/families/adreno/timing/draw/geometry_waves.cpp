// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/geometry_waves.h"

#include <algorithm>
#include <utility>

namespace cyclorama::adreno {

GeometryWaves::GeometryWaves(DrawStages& stages, std::shared_ptr<GeometryPart> part)
    : stages_(stages),
      part_(std::move(part)),
      batch_(std::make_shared<VertexBatch>()),
      fibers_(part_->ids.size() * stages.geometry->stage.fibers()) {}

WaveMaker::Made GeometryWaves::next() {
    const GeometryStage& stage = stages_.geometry->stage;
    ShaderProgram& program = stages_.geometry->program;
    const size_t first = nextFiber_;
    if (first == fibers_) return {};
    if (first == 0) {
        stage.begin(part_->ids.size(), batch_->records);
        stages_.operation.counters().count(PipelineStatistic::GeometryInvocations,
                                           part_->ids.size() * stage.invocations());
    }
    const size_t count = std::min<size_t>(program.binding().shape.width, fibers_ - first);
    nextFiber_ += count;
    auto wave = std::make_unique<VertexWave>(program, stages_.draw,
                                             VertexWave::Results{.batch = batch_, .first = first, .count = count},
                                             stage.start(part_->ids, first, count), &stage);
    wave->part = part_;
    wave->recordBytes = roomForNext();
    part_->read = nextFiber_ == fibers_;
    return {.wave = std::move(wave)};
}

}  // namespace cyclorama::adreno
