// SPDX-License-Identifier: MIT
#pragma once
// Fragments and samples of quads that a draw's state removes around the shader: by the sample mask before it, by the
// alpha test and alpha to coverage after it. What becomes of them is reported to the observer of the run.

#include <cstdint>

#include "gpu/draw_state.h"
#include "gpu/pixel_counts.h"
#include "gpu/work_trace.h"
#include "machine/timing/draw/work_pools.h"

namespace cyclorama::machine::timing {

class QuadCoverage {
  public:
    explicit QuadCoverage(QuadPool& quads) : quads_(&quads) {}

    void startDraw(const gpu::DrawState& state);

    /// A quad arrives. False if no fragment of it is left.
    bool admit(QuadInFlight& quad) const;
    /// A quad goes to the shader.
    void shade(QuadInFlight& quad) const;
    /// Outputs of the shader come for a quad, with the fragments that it killed; `complete` with the last of them.
    void takeShaded(QuadId id, uint32_t killed, bool complete) const;

  private:
    /// Fragments that have samples left.
    uint32_t left(const QuadInFlight& quad) const;
    void testAlpha(QuadId id) const;
    void coverByAlpha(QuadId id) const;
    // For the observer of the run, if any.
    void count(gpu::FragmentEnd end, const QuadInFlight& quad, uint32_t fragments) const;
    /// Live samples of the traced fragment, if the quad has it; else 0.
    uint32_t followedLeft(const QuadInFlight& quad) const;
    /// Ends the traced fragment if none of its samples is left.
    void finishCulled(const QuadInFlight& quad) const;

    QuadPool* quads_;
    /// The samples of a quad that the state lets through; all without multisampling.
    uint32_t sampleMask_ = ~0u;
    uint32_t samplesPerPixel_ = 1;
    gpu::AlphaTest alphaTest_;
    bool byAlpha_ = false;
    bool wholeQuads_ = false;  // as samplesLeft()
    gpu::PixelCounts* pixels_ = nullptr;
    gpu::WorkTrace* trace_ = nullptr;
};

}  // namespace cyclorama::machine::timing
