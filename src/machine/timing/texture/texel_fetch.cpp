// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texel_fetch.h"

namespace cyclorama::machine::timing {

TexelFetch::Tries TexelFetch::fetch(TexelSample& sample) const {
    Tries tries;
    for (TexelRun& run : sample.runs(sample.fetching)) {
        if (run.toFetch == 0) continue;
        tries.tried += run.toFetch;
        const uint32_t fetched = run.black() ? run.toFetch : fetchRun(sample, run);
        if (fetched > 0 && !run.black() && !cache_->lines().ready(run.slot)) sample.expect(cache_->indexOf(run.slot));
        run.toFetch = static_cast<uint8_t>(run.toFetch - fetched);
        tries.failed += run.toFetch;
    }
    count(sample, tries, 1);
    return tries;
}

uint32_t TexelFetch::fetchRun(const TexelSample& sample, TexelRun& run) const {
    using Fetch = TextureCache::Fetch;
    if (!sample.crowded(sample.fetching)) return cache_->fetchRun(run.line, run.toFetch, run.slot);
    const Fetch outcome = cache_->fetch(sample.address(run, run.first), run.slot);
    run.conflict = outcome == Fetch::Conflict;
    return outcome == Fetch::Pending || outcome == Fetch::Ready ? 1 : 0;
}

void TexelFetch::count(const TexelSample& sample, const Tries& tries, uint64_t cycles) const {
    statistics_->fetchesOk.add((tries.tried - tries.failed) * cycles);
    statistics_->fetchesSkipped.add((sample.texels(sample.fetching) - tries.tried) * cycles);
    statistics_->fetchesFailed.add(tries.failed * cycles);
}

}  // namespace cyclorama::machine::timing
