// SPDX-License-Identifier: MIT
#pragma once
// Fragment packer: the quads that one wave shades.
//
// Takes    batches of quads after their early tests; those without a sample left are skipped
// Gives    a wave's quads when it is full, or when the next quad must see what the wave writes
// Order    that of the quads taken; where each sample is shaded, a quad becomes one for each sample that it has left
// Keeps    quads of an incomplete wave from batch to batch

#include <cstdint>

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/raster_list.h"

namespace cyclorama::adreno {

struct PackingRules {
    /// Quads of a wave, up to FragmentBatch::kQuads.
    uint32_t waveQuads = FragmentBatch::kQuads;
    uint32_t samplesPerPixel = 1;
    /// Each sample is shaded.
    bool perSample = false;
    /// A wave has no two quads with samples of the same pixel: fragments read what earlier ones wrote.
    bool separatesOverlaps = false;
};

class WavePacker {
  public:
    /// `list` outlives it.
    WavePacker(const RasterList& list, const PackingRules& rules) : list_(list), rules_(rules) { wave_.quads = 0; }

    /// The next batch, all of the one before is packed. Changes its live samples; it must stay until pack() is false.
    void take(FragmentBatch& batch);
    /// Moves quads into the wave. True if the wave is due: it must be empty (quads = 0) before the next call. False
    /// when all quads of the batch are in waves.
    bool pack();

    FragmentBatch& wave() { return wave_; }
    const PackingRules& rules() const { return rules_; }

  private:
    bool nextSample();
    bool overlapsWave() const;

    const RasterList& list_;
    PackingRules rules_;
    FragmentBatch* from_ = nullptr;
    uint32_t quad_ = 0;
    /// True while the current quad is copied once for each of its samples (sample shading).
    bool expanding_ = false;
    /// Number of the next sample to copy the quad for.
    uint32_t sample_ = 0;
    /// Samples of the current quad before it was copied.
    uint32_t left_ = 0;
    FragmentBatch wave_;
};

}  // namespace cyclorama::adreno
