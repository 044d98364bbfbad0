// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "machine/timing/texture/texel_sample.h"
#include "machine/timing/texture/texture_cache.h"

namespace cyclorama::machine::timing {

/// The fetches of a loop that were all refused, as long as they would be again. Spares the host the tries: they are
/// counted as often as the unit would have made them. The rules of fetching do not depend on it.
class RefusedTries {
  public:
    void forget() { tries_ = {}; }

    /// After a cycle in which none of the texels that are left to fetch in `runs` was fetched. Known to be refused
    /// again are lines of which all places are reserved, until a reserve is given back, and conflicts within a cycle.
    void keep(std::span<const TexelRun> runs, const TextureCache& cache) {
        forget();
        TextureCache::Refusals all;
        for (const TexelRun& run : runs) {
            if (run.toFetch == 0) continue;
            if (run.conflict) {
                ++all.conflicts;
            } else if (cache.full(run.line)) {
                all.line = run.line;
                all.refused += run.toFetch;
            } else {
                return;
            }
        }
        tries_ = all;
        freed_ = cache.freed();
    }

    /// Nothing differs from the last try.
    bool hold(const TextureCache& cache) const { return tries_.fetches() != 0 && freed_ == cache.freed(); }

    const TextureCache::Refusals& tries() const { return tries_; }

  private:
    TextureCache::Refusals tries_;
    uint64_t freed_ = 0;
};

}  // namespace cyclorama::machine::timing
