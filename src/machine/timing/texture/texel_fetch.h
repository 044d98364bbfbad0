// SPDX-License-Identifier: MIT
#pragma once
// The fetch stage of a texture unit: a loop of a sample a cycle, as far as the cache takes its texels.

#include <cstdint>

#include "machine/timing/texture/texel_sample.h"
#include "machine/timing/texture/texture_cache.h"
#include "machine/timing/texture/texture_unit_statistics.h"

namespace cyclorama::machine::timing {

class TexelFetch {
  public:
    /// Both outlive it.
    TexelFetch(TextureCache& cache, TextureUnitStatistics& statistics) : cache_(&cache), statistics_(&statistics) {}

    /// Texels of a loop that were to be fetched in a cycle, and those of them that have to be tried again.
    struct Tries {
        uint32_t tried = 0;
        uint32_t failed = 0;
    };
    /// A cycle of the loop that the sample is at.
    Tries fetch(TexelSample& sample) const;
    /// Counts `cycles` cycles in which that went like `tries`, but for the cache's counters.
    void count(const TexelSample& sample, const Tries& tries, uint64_t cycles) const;

  private:
    /// Texels of a run that get their line.
    uint32_t fetchRun(const TexelSample& sample, TexelRun& run) const;

    TextureCache* cache_;
    TextureUnitStatistics* statistics_;
};

}  // namespace cyclorama::machine::timing
