// SPDX-License-Identifier: MIT
#pragma once
// Rejects the quads of one worker by low resolution depth, which sees each triangle once for each band of rows.

#include <cstdint>

#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/gras/raster_list.h"
#include "func/raster/quad_source.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

class LrzFilter final : public func::QuadFilter {
  public:
    /// All outlive it. Where fragments are counted or traced, triangles that are rejected as a whole are rasterized
    /// too.
    LrzFilter(const LrzDraw& draw, const RasterList& list, uint32_t samplesPerPixel, const machine::FragmentEnds& ends,
              const FragmentTracer& tracer)
        : stage_(draw), list_(list), samples_(samplesPerPixel), ends_(ends), tracer_(tracer) {}

    /// Rows are at the start of blocks.
    bool begin(uint32_t triangle, int32_t minY, int32_t maxY) override;
    void filter(func::QuadBatch& quads, uint32_t first) override;

    /// As LrzStage's.
    void report(const LrzAddresses& addresses) { stage_.report(addresses); }
    const LrzCounts& counts() const { return stage_.counts(); }

  private:
    LrzStage stage_;
    const RasterList& list_;
    uint32_t samples_;
    const machine::FragmentEnds& ends_;
    const FragmentTracer& tracer_;
    /// The part of the triangle in the band that is left.
    LrzStage::Verdict left_ = LrzStage::Verdict::All;
};

}  // namespace cyclorama::adreno
