// SPDX-License-Identifier: MIT
#pragma once
// Waves of vertices before a hull or geometry program: one fiber for each corner of each primitive. Primitives come in
// parts that fit the memory between the stages.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "families/adreno/timing/draw/draw_stages.h"
#include "families/adreno/timing/draw/index_shares.h"
#include "families/adreno/timing/draw/wave_maker.h"

namespace cyclorama::adreno {

class LinkedVertices final : public WaveMaker {
  public:
    /// Begins the walk over the draw's indices. All outlive it and its waves; no other draw walks until it is gone.
    LinkedVertices(DrawStages& stages, ShaderProgram& program, const GpuMemory& memory);

    Made next() override;
    bool atEnd() const override { return atEnd_; }
    uint32_t roomForNext() const override;

  private:
    /// Takes the next part of the walk.
    void pull();
    std::unique_ptr<VertexWave> makeWave();
    /// The waves that work on the part when its vertices are there.
    std::unique_ptr<WaveMaker> makeNextStage();

    DrawStages& stages_;
    ShaderProgram& program_;
    InputParts input_;
    IndexShares indices_;
    std::optional<PatchPlaces> places_;
    std::shared_ptr<const TessellationPiece> piece_;
    // The part in work, and its corners that are in waves.
    std::optional<InputPart> walked_;
    std::shared_ptr<GeometryPart> part_;
    size_t nextCorner_ = 0;
    bool began_ = false;
    bool atEnd_ = false;
};

}  // namespace cyclorama::adreno
