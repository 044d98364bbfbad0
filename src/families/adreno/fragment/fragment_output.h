// SPDX-License-Identifier: MIT
#pragma once
// Fragments at the render backend (RB): their tests, before and after the program, and their writes.
//
// Takes    quads, and after a program the registers that a wave left
// Changes  the bytes of the targets, and of the quads the live samples: those that fail a test go
// Order    testAlpha(), testDepth(), writeColors() after a program; alone testDepth() where depth is tested before it

#include <cstdint>

#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/isa/half_results.h"
#include "families/adreno/isa/wave.h"
#include "families/adreno/rb/color_stage.h"
#include "families/adreno/rb/depth_stage.h"
#include "families/adreno/rb/render_targets.h"
#include "families/adreno/sp/fragment_control.h"

namespace cyclorama::adreno {

/// Registers of a wave after its fragment program. Results of 16 bits are in `halves`, converted to floats, where the
/// program ran with WaveRun's `wantsHalves`; all others are in `wave`.
struct WaveResults {
    const ir3::Wave& wave;
    const ir3::HalfResults& halves;
};

class FragmentOutput {
  public:
    /// All outlive it. The tracer reports the targets of traced fragments before and after.
    FragmentOutput(const RenderTargets& targets, const FragmentResults& results, const DepthTest& depth,
                   const FragmentTracer& tracer)
        : targets_(targets), results_(results), depth_(depth), tracer_(tracer) {}

    /// The alpha test, and alpha to coverage, of the first colour.
    void testAlpha(const WaveResults& wave, FragmentBatch& batch);
    /// The tests of depth and stencil. Counts the samples that pass, and gives their number.
    uint64_t testDepth(FragmentBatch& batch, const ShadedDepth& shaded = {});
    /// The same with the depth and stencil that the program gives.
    void testDepth(const WaveResults& wave, FragmentBatch& batch);
    void writeColors(const WaveResults& wave, const FragmentBatch& batch);

    uint64_t samplesPassed() const { return samplesPassed_; }

  private:
    void removeByAlpha(FragmentBatch& batch) const;
    /// False where the program has no such result.
    bool read(const WaveResults& wave, const FragmentBatch& batch, uint32_t number, const ColorTarget& target,
              ShadedColor& color) const;

    const RenderTargets& targets_;
    const FragmentResults& results_;
    DepthTest depth_;
    const FragmentTracer& tracer_;
    uint64_t samplesPassed_ = 0;
    ShadedColor color_;
    ShadedColor second_;
};

}  // namespace cyclorama::adreno
