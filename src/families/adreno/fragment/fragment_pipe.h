// SPDX-License-Identifier: MIT
#pragma once
// From triangles to pixels, for the part of the window that one worker has to itself: pulls quads out of the
// rasterizer, tests them, packs them into waves, runs these, and writes what they leave.

#include <array>
#include <cstdint>
#include <optional>

#include "families/adreno/fragment/fragment_output.h"
#include "families/adreno/fragment/fragment_shading.h"
#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/fragment/lrz_filter.h"
#include "families/adreno/fragment/wave_packer.h"
#include "families/adreno/fragment/wave_run.h"
#include "families/adreno/gras/fragment_batch.h"
#include "func/raster/quad_source.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

/// State of a draw from which each worker builds its own FragmentPipe. It is constant while they draw; the bytes of
/// render targets and of the LRZ buffer change, those of a row by one worker only, as do `pixels` and `trace`.
struct FragmentStages {
    const RasterControl& raster;
    /// With the list of triangles.
    QuadPlaces places;
    /// Null for a draw that does not test low resolution depth.
    const LrzDraw* lrz = nullptr;
    /// Null where no program is executed.
    const FragmentShading* shading = nullptr;
    /// A fragment sees what earlier ones wrote at its place, also through textures.
    bool readsTargets = false;
    const FragmentControl& control;
    const FragmentGeometry& geometry;
    const RenderTargets& targets;
    /// Counts of how fragments end, and the trace of a pixel; null where no observer of the run wants them.
    gpu::PixelCounts* pixels = nullptr;
    gpu::WorkTrace* trace = nullptr;
};

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
    uint64_t fragmentsShaded() const { return passedProgram_ + (run_ ? run_->fragmentsShaded() : 0); }
    LrzCounts lrzCounts() const { return lrz_ ? lrz_->counts() : LrzCounts{}; }
    bool readUndefined() const { return run_ && run_->readUndefined(); }

  private:
    /// Copies the quads, with the samples that the state lets through.
    void takeQuads(const func::QuadBatch& quads);
    /// The tests before the program, and the waves that are then due.
    void process(const func::QuadBatch& quads);
    /// Counts fragments, or samples, for which the program does nothing, as shaded; `passed` samples are left of them.
    void passProgram(uint64_t passed);
    /// Shades the packer's wave, and empties it.
    void shade();
    /// The stages after the program.
    void finish(const WaveResults& wave, FragmentBatch& batch);
    /// The tests and writes of fragments without a program.
    void finishUnshaded(FragmentBatch& batch);
    machine::FragmentQuads observed(const FragmentBatch& batch) const { return quadsOf(batch, samples_); }

    const RasterControl& raster_;
    const RasterList& list_;
    uint32_t samples_;
    /// All samples of a quad that the state lets through.
    uint32_t sampleMask_;
    bool testsEarly_;
    /// False where the program does nothing and no result of it is used.
    bool needsProgram_;
    /// Empty where no program is executed.
    std::optional<WaveRun> run_;
    machine::FragmentEnds ends_;
    FragmentTracer tracer_;
    /// Empty for a draw that does not test low resolution depth.
    std::optional<LrzFilter> lrz_;
    WavePacker packer_;
    FragmentOutput output_;
    bool givenUp_ = false;
    /// Fragments whose program does nothing.
    uint64_t passedProgram_ = 0;
    FragmentBatch early_;
    /// Live samples of the wave's quads before its program; only while a pixel is traced.
    std::array<uint32_t, FragmentBatch::kQuads> beforeProgram_{};
};

}  // namespace cyclorama::adreno
