// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_ends.h"

#include <algorithm>
#include <utility>

#include "machine/values/fragment_tests.h"

namespace cyclorama::adreno {

using gpu::FragmentEnd;
using machine::liveFragments;

void FragmentEnds::rejected(int32_t x, int32_t y, uint32_t samples) const {
    pixels_->add(FragmentEnd::Early, x, y, liveFragments(samples, samples_));
}

void FragmentEnds::keep(std::span<const uint32_t> samples) { std::ranges::copy(samples, before_.begin()); }

void FragmentEnds::count(FragmentEnd end, const FragmentBatch& batch) {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const uint32_t before = std::exchange(before_[q], batch.live[q]);
        if (before == batch.live[q]) continue;
        pixels_->add(end, batch.x[q], batch.y[q],
                     liveFragments(before, samples_) & ~liveFragments(batch.live[q], samples_));
    }
}

void FragmentEnds::countWritten(const FragmentBatch& batch) const {
    for (uint32_t q = 0; q < batch.quads; ++q)
        pixels_->add(FragmentEnd::Written, batch.x[q], batch.y[q], liveFragments(batch.live[q], samples_));
}

void FragmentEnds::countHelpers(const FragmentBatch& batch) const {
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (batch.live[q] != 0)
            pixels_->add(FragmentEnd::Helper, batch.x[q], batch.y[q],
                         ~liveFragments(batch.live[q], samples_) & func::kAllFragments);
}

}  // namespace cyclorama::adreno
