// SPDX-License-Identifier: MIT
#pragma once
// Skips fetches that are known to be refused again, and counts them as if the fetch stage had repeated them. Saves host
// time only: results are the same without it.

#include <cstdint>

#include "machine/timing/texture/texel_fetch.h"
#include "machine/timing/texture/texel_sample.h"
#include "machine/timing/texture/texture_cache.h"

namespace cyclorama::machine::timing {

class RefusedTries {
  public:
    /// `missesPerCycle`: the fetches of a cycle that may miss. The cache and the statistics must outlive it.
    RefusedTries(TextureCache& cache, TextureUnitStatistics& statistics, uint32_t missesPerCycle)
        : fetch_(cache, statistics), cache_(&cache), missesPerCycle_(missesPerCycle) {}

    /// A cycle of the loop that the sample is at. True if no texel of the loop is left.
    bool fetch(TexelSample& sample);
    /// True if the next cycle repeats the last: all fetches were refused, and no reserve has changed since.
    bool repeats() const { return refused_.fetches() != 0 && changes_ == cache_->lines().tags().changes(); }
    /// Counts `cycles` cycles like the last. Requires repeats().
    void count(const TexelSample& sample, uint64_t cycles);

  private:
    /// Fetches of a cycle that all failed: lines that are full and not there, and conflicts.
    struct Refusals {
        uint64_t line = 0;  // any of them
        uint32_t refused = 0;
        uint32_t conflicts = 0;

        uint32_t fetches() const { return refused + conflicts; }
    };

    /// The texels that are left of a loop, all of which were refused.
    void remember(TexelSample& sample);

    TexelFetch fetch_;
    TextureCache* cache_;
    uint32_t missesPerCycle_;
    Refusals refused_;  // none: the last cycle fetched some
    uint64_t changes_ = 0;
};

}  // namespace cyclorama::machine::timing
