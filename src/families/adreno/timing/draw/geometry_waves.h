// SPDX-License-Identifier: MIT
#pragma once
// Waves of a geometry program for the primitives of a part: one fiber for each vertex that may come of them. The
// primitives that they give are known when they have ended.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "families/adreno/timing/draw/draw_stages.h"
#include "families/adreno/timing/draw/wave_maker.h"

namespace cyclorama::adreno {

class GeometryWaves final : public WaveMaker {
  public:
    /// The stages outlive it and its waves. `part`: its vertices are in its memory when its waves have ended.
    GeometryWaves(DrawStages& stages, std::shared_ptr<GeometryPart> part);

    Made next() override;
    bool atEnd() const override { return nextFiber_ == fibers_; }
    uint32_t roomForNext() const override { return recordBytesOf(stages_.geometry->program, stages_.draw); }
    const GeometryPart* waitsFor() const override { return part_.get(); }

  private:
    DrawStages& stages_;
    std::shared_ptr<GeometryPart> part_;
    std::shared_ptr<VertexBatch> batch_;
    size_t fibers_;
    size_t nextFiber_ = 0;
};

}  // namespace cyclorama::adreno
