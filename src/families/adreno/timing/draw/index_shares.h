// SPDX-License-Identifier: MIT
#pragma once
// Indices of a batch of vertices, shared out to its waves in proportion.

#include <cstdint>

#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/pc/vertex_walk.h"
#include "families/adreno/timing/draw/vertex_wave.h"

namespace cyclorama::adreno {

class IndexShares {
  public:
    /// The operands outlive it.
    explicit IndexShares(const DrawOperands& operands) : operands_(operands) {}

    /// The walk has gone over the next batch.
    void begin(const VertexWalk& walk) {
        first_ = {.indices = end_.indices, .skipped = end_.skipped};
        end_ = {.indices = walk.indicesTaken(), .skipped = walk.primitivesSkipped()};
        again();
    }
    /// The batch is shared out once more.
    void again() { next_ = first_; }
    /// Gives a wave its part: up to `done` of `all` that the batch has.
    void take(uint64_t done, uint64_t all, VertexWave& wave);

  private:
    struct Counts {
        uint64_t indices = 0;
        uint64_t skipped = 0;
    };

    const DrawOperands& operands_;
    Counts first_;
    Counts next_;
    Counts end_;
};

}  // namespace cyclorama::adreno
