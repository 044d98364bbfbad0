// SPDX-License-Identifier: MIT
#pragma once
// Tells of the fragments that somebody follows (gpu/work_trace.h) in the batches of a draw. A draw of which nothing is
// followed pays a test of a pointer a batch.

#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/fragment/render_context.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/isa/executor.h"
#include "families/adreno/rb/color_stage.h"
#include "machine/values/fragment_trace.h"

namespace cyclorama::adreno {

class FragmentFollower final : public ir3::StepTracer {
  public:
    explicit FragmentFollower(const RenderContext& context) : context_(context), trace_(context.trace) {}

    /// Something is followed.
    explicit operator bool() const { return trace_ != nullptr; }

    // All others require that something is.

    void rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) const;
    void covered(const FragmentBatch& batch) const;

    /// A followed fragment of a batch, and its samples in a target that is about to change.
    struct Look {
        uint32_t quad;
        uint32_t fragment;
        uint32_t live;
        machine::TracedSamples samples;
    };
    std::vector<Look> look(const FragmentBatch& batch, const TargetSurface& surface) const;
    void tested(const FragmentBatch& batch, const std::vector<Look>& looks) const;
    void written(const FragmentBatch& batch, const std::vector<Look>& looks, uint32_t target,
                 const ShadedColor& color) const;
    /// The program is about to run for a batch; executed() then tells of it.
    void begin(const FragmentBatch& batch);
    void executed(size_t index, const ir3::Step& step, const ir3::Wave& wave, isa::WaveMask lanes) override;
    /// Programs and alpha have left of a batch what it has now, of `before`.
    void killed(const FragmentBatch& batch, const FragmentBatch& before) const;
    /// The fragments of the batch have ended, those without samples or all.
    void finish(const FragmentBatch& batch, bool all) const;

  private:
    struct Lane {
        uint32_t lane;
        uint32_t triangle;
    };
    uint32_t liveOf(const FragmentBatch& batch, uint32_t quad, uint32_t fragment) const {
        return samplesOf(batch.live[quad], fragment, context_.samples());
    }

    const RenderContext& context_;
    gpu::WorkTrace* trace_;
    std::vector<Lane> lanes_;
    std::vector<std::string> listing_;
};

}  // namespace cyclorama::adreno
