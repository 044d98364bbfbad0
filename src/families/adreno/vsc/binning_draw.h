// SPDX-License-Identifier: MIT
#pragma once
// The draws of a binning pass: their primitives are set up as for drawing, and only the bins that they reach are noted,
// and the depths of the LRZ buffer that they leave.

#include <cstdint>
#include <optional>

#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/gras/primitive_setup.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vsc/binning_pass.h"

namespace cyclorama::adreno {

/// A primitive that was set up.
struct BinnedPrimitive {
    uint32_t bins = 0;     ///< that it reaches
    bool clipped = false;  ///< planes cut it
};

/// Settings that the primitives of a draw are set up by.
struct BinningState {
    RasterControl raster;
    LrzControl lrz;

    /// Empty where the state discards primitives.
    static std::optional<BinningState> of(const RegisterValues& registers, GpuGeneration generation,
                                          const PrimitiveDraw& draw);
};

class BinningDraw {
  public:
    /// All outlive it; the listener may be null. `counts` where each primitive that comes is one that the draw's input
    /// makes.
    BinningDraw(const GpuMemory& memory, BinningPass& pass, QueryCounters& counters, LrzListener* listener, bool counts)
        : memory_(memory), pass_(pass), counters_(counters), listener_(listener) {
        pass_.beginDraw(counts);
    }
    BinningDraw(const BinningDraw&) = delete;
    BinningDraw& operator=(const BinningDraw&) = delete;
    ~BinningDraw() { pass_.endDraw(primitives_); }

    /// Takes all primitives of a draw with this state.
    void run(PrimitiveSource& primitives, const BinningState& state);

    // The same, a primitive at a time.
    /// `draw` outlives it.
    void begin(const PrimitiveDraw& draw, const BinningState& state);
    /// As LrzStage's, after begin().
    void reportLrz(const LrzAddresses& addresses) {
        if (stage_) stage_->report(addresses);
    }
    /// Without effect before begin(). The batch stays until its primitives are set up.
    void take(const PrimitiveBatch& batch);
    /// Sets the next primitive of the batch up; empty after the last one.
    std::optional<BinnedPrimitive> next();
    /// All primitives are set up: counts them.
    void close();

  private:
    /// Notes the bins of a primitive's triangles; the stage rejects some. Returns their number.
    uint32_t noteBins();

    const GpuMemory& memory_;
    BinningPass& pass_;
    QueryCounters& counters_;
    LrzListener* listener_;
    uint32_t primitives_ = 0;
    std::optional<BinningState> state_;
    std::optional<PrimitiveSetup> setup_;
    std::optional<LrzDraw> lrz_;
    std::optional<LrzStage> stage_;
    /// Triangles of the present primitive.
    RasterList triangles_;
};

}  // namespace cyclorama::adreno
