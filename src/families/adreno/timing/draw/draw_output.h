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

    /// Components of samples that were blended, by their kind of number.
    struct Blended {
        uint64_t fixed = 0;   ///< integers
        uint64_t halves = 0;  ///< floats of at most 16 bits
        uint64_t floats = 0;
        bool any() const { return (fixed | halves | floats) != 0; }
    };
    struct Step {
        uint64_t tested = 0;       ///< samples that were tested late
        uint64_t depthPassed = 0;  ///< of these
        uint64_t passed = 0;       ///< samples that are left
        uint64_t pixels = 0;       ///< of these
        Blended blended{};
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
