// SPDX-License-Identifier: MIT
#pragma once
// The waves of a draw's fragments at the render backend: the tests that come late, and the colours.

#include <cstdint>
#include <span>

#include "families/adreno/fragment/late_stage.h"
#include "families/adreno/operations/open_draw.h"
#include "families/adreno/timing/draw/render_wave.h"
#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

class DrawOutput {
  public:
    /// The draw has fragments. It outlives this.
    explicit DrawOutput(const OpenDraw& draw);

    struct Step {
        uint64_t tested = 0;   ///< samples that were tested late
        uint64_t written = 0;  ///< words of 32 bits of samples' colours
        LineAccesses depthReads{};
        LineAccesses depthWrites{};
        LineAccesses colorReads{};  ///< for blending
        LineAccesses colorWrites{};
    };
    /// Has a wave, whose program has ended, take effect.
    Step finish(RenderWave& wave);

    /// Counts of fragments that came here; the program ran for them already.
    FragmentCounts counts() const;

  private:
    void noteTests(const FragmentBatch& batch, std::span<const uint32_t> before, Step& step) const;
    void noteColors(const FragmentBatch& batch, Step& step) const;

    const FragmentStages stages_;
    machine::FragmentEnds ends_;
    FragmentTracer tracer_;
    FragmentOutput output_;
    LateStage late_;
    const ir3::HalfResults noHalves_{};  ///< all results are in the waves' registers
    bool readUndefined_ = false;
};

}  // namespace cyclorama::adreno
