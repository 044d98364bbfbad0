// SPDX-License-Identifier: MIT
#pragma once
// Reports to a trace (gpu/work_trace.h) what happens to the traced fragments of a draw before and in their program, in
// the words of this family. A draw without a trace pays a test of a pointer a batch.

#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/raster_list.h"
#include "families/adreno/isa/executor.h"
#include "families/adreno/rb/quad_places.h"
#include "families/adreno/rb/render_targets.h"
#include "families/adreno/sp/program_cache.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

class FragmentTracer final : public ir3::StepTracer {
  public:
    /// `trace` may be null: nothing is traced. All outlive it.
    FragmentTracer(gpu::WorkTrace* trace, const RasterList& list, uint32_t samplesPerPixel)
        : trace_(trace), list_(list), samples_(samplesPerPixel) {}

    /// Something is traced.
    explicit operator bool() const { return trace_ != nullptr; }

    // All others require that something is.

    gpu::WorkTrace& trace() const { return *trace_; }
    void rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) const;
    void covered(const FragmentBatch& batch) const;
    /// Traced fragments of a batch with their samples in a surface that is about to change; none where it is not there.
    std::vector<machine::TracedTarget> targets(const FragmentBatch& batch, const TargetSurface& surface,
                                               const QuadPlaces& places) const;
    /// A program is about to run for a batch; executed() then reports its instructions.
    void begin(const FragmentBatch& batch, const CachedProgram* program);
    void executed(size_t index, const ir3::Step& step, const ir3::Wave& wave, isa::WaveMask lanes) override;

  private:
    struct Lane {
        uint32_t lane;
        uint32_t triangle;
    };

    gpu::WorkTrace* trace_;
    const RasterList& list_;
    uint32_t samples_;
    std::vector<Lane> lanes_;
    std::vector<std::string> listing_;
};

}  // namespace cyclorama::adreno
