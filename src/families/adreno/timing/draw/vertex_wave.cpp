// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/vertex_wave.h"

#include <fmt/format.h>

namespace cyclorama::adreno {

VertexWave::VertexWave(ShaderProgram& program, const OpenDraw& draw, Results results, ir3::Wave its,
                       const GeometryStage* geometry)
    : WaveGroup(Kind::Vertices, program, 1),
      draw_(draw),
      results_(std::move(results)),
      wave_(std::move(its)),
      fibers_(wave_.lanes.count()),
      geometry_(geometry) {}

std::string VertexWave::describe() const { return fmt::format("{} {} and on", name(stage()), results_.first); }

std::unique_ptr<StageUnits> VertexWave::takeUnits(const WaveSlot& place) {
    return std::make_unique<StageUnits>(program().binding().resources, place, program().views());
}

void VertexWave::keepResults(ir3::Wave& ended) {
    if (!leaves()) return;
    GeometryRecords& records = results_.batch->records;
    if (geometry_ != nullptr) return geometry_->keep(ended, results_.first, results_.count, records);
    draw_.outputs.store(ended, static_cast<unsigned>(results_.count),
                        records.words.data() + results_.first * draw_.outputs.layout.stride);
}

}  // namespace cyclorama::adreno
