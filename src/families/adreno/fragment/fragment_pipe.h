// SPDX-License-Identifier: MIT
#pragma once
// From triangles to pixels: coverage, tests, the fragment program and the targets, for the part of the window that one
// worker has to itself.

#include <cstdint>
#include <optional>

#include "families/adreno/fragment/fragment_ends.h"
#include "families/adreno/fragment/fragment_follower.h"
#include "families/adreno/fragment/fragment_units.h"
#include "families/adreno/fragment/render_context.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/rb/color_stage.h"
#include "families/adreno/rb/depth_stage.h"
#include "func/raster/raster_fill.h"

namespace cyclorama::adreno {

/// The rows of the window that a worker draws: bands of `height` rows, an even number, every `step`-th one from `first`
/// on.
struct RowBands {
    int32_t first = 0;
    int32_t step = 1;
    int32_t height = 0;

    /// The first of these bands that reaches a row.
    int32_t firstFrom(int32_t row) const {
        const int32_t band = row <= 0 ? 0 : row / height;
        return band <= first ? first : first + (band - first + step - 1) / step * step;
    }
};

class FragmentPipe {
  public:
    /// `context` outlives it. `slot` is the place that its waves run at.
    FragmentPipe(const RenderContext& context, const WaveSlot& slot);

    /// Draws the fragments of the context's triangles that lie in the bands.
    void draw(const RowBands& bands);

    /// Samples that passed all tests.
    uint64_t samplesPassed() const { return samplesPassed_; }
    /// Fragments, or samples where each is shaded, that the program ran for.
    uint64_t fragmentsShaded() const { return fragmentsShaded_; }
    LrzCounts lrzCounts() const { return lrz_ ? lrz_->counts() : LrzCounts{}; }
    bool readUndefined() const { return units_ && units_->readUndefined(); }

  private:
    void drawTriangles(uint32_t first, uint32_t end, const RowBands& bands);
    /// The rows of one band.
    void drawTriangle(uint32_t number, int32_t minY, int32_t maxY, func::QuadFiller& filler, func::QuadBatch& quads);
    /// Drops the quads from `first` on that lie in rejected blocks of their triangle, of which some or none is `left`.
    void dropRejected(func::QuadBatch& quads, uint32_t first, LrzStage::Verdict left) const;
    /// Empties the batch.
    void take(func::QuadBatch& quads);
    /// False where the program does nothing and nothing asks for its results.
    bool needsProgram() const;
    /// True if colours, in the same half registers for all targets, are all that is read of waves that have ended.
    bool wantsHalves() const;
    /// Counts fragments, or samples, for which the program does nothing, as shaded; `passed` samples are left of them.
    void passProgram(uint64_t passed);
    void expand(uint32_t quad);
    void keep(uint32_t quad);
    void shadeBelow(uint32_t quad);
    void shade();
    void test(FragmentBatch& batch, const ShadedDepth& shaded);
    /// False where a wave does not end: the rest of the draw is left out.
    bool runWave(ir3::Wave& wave);
    isa::WaveMask fragments() const;
    void removeFragments(isa::WaveMask killed);
    void finish(const ir3::Wave& wave);
    void takeSampleMask(const ir3::Wave& wave);
    void testAlpha();
    void coverByAlpha();
    void testLate(const ir3::Wave& wave);
    void writeColors(const ir3::Wave& wave);
    /// Gives the samples that it counts.
    uint64_t count(const FragmentBatch& batch);

    const RenderContext& context_;
    /// With constants of its own.
    std::optional<StageBinding> binding_;
    std::optional<FragmentUnits> units_;
    /// All waves of a draw are one after the other.
    std::optional<ir3::Wave> wave_;
    std::optional<LrzStage> lrz_;
    FragmentEnds ends_;
    FragmentFollower follower_;
    /// Copy of the fragments in `live_` that their program did not kill; used only while a pixel is traced.
    FragmentBatch followed_;
    uint32_t waveQuads_;
    bool needsProgram_ = false;
    bool wantsHalves_ = false;
    bool givenUp_ = false;
    uint64_t samplesPassed_ = 0;
    uint64_t fragmentsShaded_ = 0;
    FragmentBatch raster_;
    FragmentBatch live_;
    ir3::HalfResults halves_;
    ShadedColor color_;
    ShadedColor second_;
};

}  // namespace cyclorama::adreno
