// SPDX-License-Identifier: MIT
#pragma once
// From triangles to pixels, for the part of the window that one worker has to itself: pulls quads out of the
// rasterizer, tests them, packs them into waves, runs these, and writes what they leave.

#include <cstdint>
#include <optional>

#include "families/adreno/fragment/early_stage.h"
#include "families/adreno/fragment/fragment_output.h"
#include "families/adreno/fragment/fragment_stages.h"
#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/fragment/late_stage.h"
#include "families/adreno/fragment/lrz_filter.h"
#include "families/adreno/fragment/wave_run.h"
#include "func/raster/quad_source.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

class FragmentPipe {
  public:
    /// The objects that `stages` refers to must outlive the pipe. `slot`: shader processor and wave slot of its waves.
    FragmentPipe(const FragmentStages& stages, const WaveSlot& slot);
    FragmentPipe(const FragmentPipe&) = delete;
    FragmentPipe& operator=(const FragmentPipe&) = delete;

    /// Draws the fragments of the list's triangles within the bands.
    void draw(const func::RowBands& bands);

    /// Samples that passed all tests.
    uint64_t samplesPassed() const { return output_.samplesPassed(); }
    /// Fragments, or samples where each is shaded, that the program ran for.
    uint64_t fragmentsShaded() const { return early_.passedProgram() + (run_ ? run_->fragmentsShaded() : 0); }
    LrzCounts lrzCounts() const { return lrz_ ? lrz_->counts() : LrzCounts{}; }
    bool readUndefined() const { return run_ && run_->readUndefined(); }

  private:
    /// The tests before the program, and the waves that are then due.
    void process(const func::QuadBatch& quads);
    /// Shades the packer's wave, and empties it.
    void shade();

    const RasterControl& raster_;
    const RasterList& list_;
    /// Empty where no program is executed.
    std::optional<WaveRun> run_;
    machine::FragmentEnds ends_;
    FragmentTracer tracer_;
    /// Empty for a draw that does not test low resolution depth.
    std::optional<LrzFilter> lrz_;
    FragmentOutput output_;
    EarlyStage early_;
    LateStage late_;
    bool givenUp_ = false;
};

}  // namespace cyclorama::adreno
