// SPDX-License-Identifier: MIT
#include "machine/timing/texture/refused_tries.h"

#include <algorithm>

namespace cyclorama::machine::timing {

bool RefusedTries::fetch(TexelSample& sample) {
    if (repeats()) {
        count(sample, 1);
        return false;
    }
    const TexelFetch::Tries tries = fetch_.fetch(sample);
    refused_ = {};
    if (tries.failed == 0) return true;
    if (tries.failed == tries.tried) remember(sample);
    return false;
}

void RefusedTries::remember(TexelSample& sample) {
    Refusals all;
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
    const uint64_t tried = std::min(missesPerCycle_, refused_.refused);
    cache_->countFailures(refused_.line, tried * cycles, (refused_.refused - tried) * cycles,
                          refused_.conflicts * cycles);
}

}  // namespace cyclorama::machine::timing
