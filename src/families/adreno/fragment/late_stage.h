// SPDX-License-Identifier: MIT
#pragma once
// The fragments of a wave after their program: the tests that come late, and the writes of colours. begin() before the
// program, finish() after it.

#include <array>
#include <cstdint>

#include "families/adreno/fragment/fragment_output.h"
#include "families/adreno/fragment/fragment_stages.h"
#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/gras/fragment_batch.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

class LateStage {
  public:
    /// All outlive it.
    LateStage(const FragmentStages& stages, FragmentOutput& output, machine::FragmentEnds& ends, FragmentTracer& tracer)
        : samples_(stages.raster.samples),
          testsEarly_(stages.targets.testsEarly),
          shaded_(stages.shading != nullptr),
          output_(output),
          ends_(ends),
          tracer_(tracer) {}

    /// The samples of the wave's quads that the program runs for.
    void begin(const FragmentBatch& batch);
    /// The program has run, and took samples away.
    void finish(const WaveResults& wave, FragmentBatch& batch);
    /// The same without a program.
    void finishUnshaded(FragmentBatch& batch);

  private:
    machine::FragmentQuads observed(const FragmentBatch& batch) const { return quadsOf(batch, samples_); }

    uint32_t samples_;
    bool testsEarly_;
    bool shaded_;
    FragmentOutput& output_;
    machine::FragmentEnds& ends_;
    FragmentTracer& tracer_;
    /// Live samples of the wave's quads before its program; only while a pixel is traced.
    std::array<uint32_t, FragmentBatch::kQuads> beforeProgram_{};
};

}  // namespace cyclorama::adreno
