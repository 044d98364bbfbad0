// SPDX-License-Identifier: MIT
#pragma once
// The vertices of a draw in waves, each with the primitives that are complete with it. Of several views, those of a
// batch come view by view: with waves of their own, or, where the program leaves the positions of all, without.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/timing/draw/index_shares.h"
#include "families/adreno/timing/draw/wave_maker.h"

namespace cyclorama::adreno {

class DrawVertices final : public WaveMaker {
  public:
    /// Begins the walk over the draw's indices. All outlive it and its waves; no other draw walks until it is gone.
    DrawVertices(const DrawOperation& operation, OpenDraw& draw, ShaderProgram& program, const GpuMemory& memory);

    Made next() override;
    bool atEnd() const override { return atEnd_; }
    uint32_t roomForNext() const override;

  private:
    /// Takes the next batch of the walk.
    void pull();
    void beginRecords();
    /// The batch's vertices, or their primitives alone, once more for the next view; pulls after the last one.
    void beginView();
    std::unique_ptr<VertexWave> makeWave(size_t count);
    /// The primitives from the next one on that need no vertex from `end` on.
    void takePrimitives(size_t end, VertexWave& wave);

    const DrawOperation& operation_;
    OpenDraw& draw_;
    ShaderProgram& program_;
    VertexWalk walk_;
    VertexFetch fetch_;
    IndexShares indices_;
    // The batch in work: its vertices that are in waves, and its primitives that are.
    const InputBatch* input_ = nullptr;
    std::shared_ptr<VertexBatch> batch_;
    uint32_t views_ = 0;  ///< that it is still drawn for, a bit each
    size_t nextVertex_ = 0;
    std::vector<Primitive> primitives_;
    size_t nextPrimitive_ = 0;
    bool atEnd_ = false;
};

}  // namespace cyclorama::adreno
