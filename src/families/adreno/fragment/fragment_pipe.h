// SPDX-License-Identifier: MIT
#pragma once
// From triangles to pixels, for the part of the window that one worker has to itself: pulls quads out of the
// rasterizer, tests them, packs them into waves, runs these, and writes what they leave.

#include <array>
#include <cstdint>
#include <optional>

#include "families/adreno/fragment/fragment_follower.h"
#include "families/adreno/fragment/render_context.h"
#include "families/adreno/fragment/wave_packer.h"
#include "families/adreno/fragment/wave_run.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/quad_source.h"
#include "families/adreno/rb/color_stage.h"
#include "families/adreno/rb/depth_stage.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

class FragmentPipe final : RejectionListener {
  public:
    /// `context` outlives it. `slot` is the place that its waves run at.
    FragmentPipe(const RenderContext& context, const WaveSlot& slot);

    /// Draws the fragments of the context's triangles within the bands.
    void draw(const func::RowBands& bands);

    /// Samples that passed all tests.
    uint64_t samplesPassed() const { return samplesPassed_; }
    /// Fragments, or samples where each is shaded, that the program ran for.
    uint64_t fragmentsShaded() const { return passedProgram_ + (run_ ? run_->fragmentsShaded() : 0); }
    LrzCounts lrzCounts() const { return lrz_ ? lrz_->counts() : LrzCounts{}; }
    bool readUndefined() const { return run_ && run_->readUndefined(); }

  private:
    void rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) override;
    /// Copies the quads, with the samples that the state lets through.
    void takeQuads(const func::QuadBatch& quads);
    /// The tests before the program, and the waves that are then due.
    void process(const func::QuadBatch& quads);
    /// Counts fragments, or samples, for which the program does nothing, as shaded; `passed` samples are left of them.
    void passProgram(uint64_t passed);
    /// Shades the packer's wave, and empties it.
    void shade();
    void test(FragmentBatch& batch, const ShadedDepth& shaded);
    /// The stages after the program.
    void finish(const ir3::Wave& wave, FragmentBatch& batch);
    void testAlpha(FragmentBatch& batch) const;
    void testLate(const ir3::Wave& wave, FragmentBatch& batch);
    void writeColors(const ir3::Wave& wave, const FragmentBatch& batch);
    machine::FragmentQuads observed(const FragmentBatch& batch) const { return quadsOf(batch, context_.samples()); }
    /// Gives the samples that it counts.
    uint64_t count(const FragmentBatch& batch);

    const RenderContext& context_;
    std::optional<LrzStage> lrz_;
    /// Nothing where no program is executed.
    std::optional<WaveRun> run_;
    machine::FragmentEnds ends_;
    FragmentFollower follower_;
    QuadSource source_;
    WavePacker packer_;
    /// False where the program does nothing and no result of it is used.
    bool needsProgram_;
    bool givenUp_ = false;
    uint64_t samplesPassed_ = 0;
    /// Fragments whose program does nothing.
    uint64_t passedProgram_ = 0;
    FragmentBatch raster_;
    /// Live samples of the wave's quads before its program; only while a pixel is traced.
    std::array<uint32_t, FragmentBatch::kQuads> beforeProgram_{};
    ShadedColor color_;
    ShadedColor second_;
};

}  // namespace cyclorama::adreno
