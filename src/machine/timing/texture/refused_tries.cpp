// SPDX-License-Identifier: MIT
#include "machine/timing/texture/refused_tries.h"

namespace cyclorama::machine::timing {

bool RefusedTries::fetch(TexelSample& sample) {
    if (hold()) {
        count(sample, 1);
        return false;
    }
    const TexelFetch::Tries tries = fetch_.fetch(sample);
    refused_ = {};
    if (tries.failed == 0) return true;
    if (tries.failed == tries.tried) keep(sample);
    return false;
}

void RefusedTries::keep(TexelSample& sample) {
    TextureCache::Refusals all;
    for (const TexelRun& run : sample.runs(sample.fetching)) {
        if (run.toFetch == 0) continue;
        if (run.conflict) {
            // Conflicts within a cycle come again.
            ++all.conflicts;
        } else if (cache_->lines().full(run.line)) {
            all.line = run.line;
            all.refused += run.toFetch;
        } else {
            return;
        }
    }
    refused_ = all;
    changes_ = cache_->lines().tags().changes();
}

void RefusedTries::count(const TexelSample& sample, uint64_t cycles) {
    fetch_.count(sample, {.tried = refused_.fetches(), .failed = refused_.fetches()}, cycles);
    cache_->countAgain(refused_, cycles);
}

}  // namespace cyclorama::machine::timing
