// SPDX-License-Identifier: MIT
#pragma once
// Quads before their program: the samples that the state lets through, the tests that come early, and the packer.
//
// Takes    batches of quads of the rasterizer
// Gives    in its packer, those that a wave, or the stages after the program, have work for
// Changes  the bytes of depth and stencil where they are tested early; counts

#include <cstdint>

#include "families/adreno/fragment/fragment_output.h"
#include "families/adreno/fragment/fragment_stages.h"
#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/fragment/wave_packer.h"
#include "families/adreno/gras/fragment_batch.h"
#include "func/raster/raster_fill.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

class EarlyStage {
  public:
    /// All outlive it. `waveQuads`: quads of a wave.
    EarlyStage(const FragmentStages& stages, uint32_t waveQuads, FragmentOutput& output, machine::FragmentEnds& ends,
               FragmentTracer& tracer);

    /// Tests a batch. True if quads of it are for the packer, which has to pack them before the next call.
    bool take(const func::QuadBatch& quads);

    WavePacker& packer() { return packer_; }
    /// The quads of the last batch, with the samples that are left.
    const FragmentBatch& quads() const { return early_; }
    /// Fragments, or samples where each is shaded, whose program does nothing.
    uint64_t passedProgram() const { return passedProgram_; }

  private:
    /// Copies the quads, with the samples that the state lets through.
    void copyQuads(const func::QuadBatch& quads);
    /// Counts fragments, or samples, for which the program does nothing, as shaded; `passed` samples are left of them.
    void passProgram(uint64_t passed);
    machine::FragmentQuads observed() const { return quadsOf(early_, samples_); }

    uint32_t samples_;
    /// All samples of a quad that the state lets through.
    uint32_t sampleMask_;
    bool testsEarly_;
    bool hasProgram_;
    /// False where the program does nothing and no result of it is used.
    bool needsProgram_;
    FragmentOutput& output_;
    machine::FragmentEnds& ends_;
    FragmentTracer& tracer_;
    WavePacker packer_;
    uint64_t passedProgram_ = 0;
    FragmentBatch early_;
};

}  // namespace cyclorama::adreno
