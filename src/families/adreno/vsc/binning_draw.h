// SPDX-License-Identifier: MIT
#pragma once
// The draws of a binning pass: their primitives are set up as for drawing, and only the bins that they reach are noted,
// and the depths of the LRZ buffer that they leave.

#include <cstdint>

#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/gras/primitive_setup.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vsc/binning_pass.h"

namespace cyclorama::adreno {

class BinningDraw {
  public:
    /// All outlive it; the listener may be null. `counts` where each primitive that comes is one that the draw's input
    /// makes.
    BinningDraw(const RegisterValues& registers, GpuGeneration generation, const GpuMemory& memory, BinningPass& pass,
                QueryCounters& counters, LrzListener* listener, bool counts)
        : registers_(registers),
          generation_(generation),
          memory_(memory),
          pass_(pass),
          counters_(counters),
          listener_(listener) {
        pass_.beginDraw(counts);
    }
    BinningDraw(const BinningDraw&) = delete;
    BinningDraw& operator=(const BinningDraw&) = delete;
    ~BinningDraw() { pass_.endDraw(primitives_); }

    /// Takes all primitives of the draw.
    void run(PrimitiveSource& primitives);

  private:
    /// Notes the bins of a primitive's triangles; the stage, which may be null, rejects some.
    void noteBins(const RasterList& triangles, LrzStage* stage);

    const RegisterValues& registers_;
    GpuGeneration generation_;
    const GpuMemory& memory_;
    BinningPass& pass_;
    QueryCounters& counters_;
    LrzListener* listener_;
    uint32_t primitives_ = 0;
};

}  // namespace cyclorama::adreno
