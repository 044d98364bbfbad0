// SPDX-License-Identifier: MIT
#include "machine/timing/rop/rop_targets.h"

#include <algorithm>

namespace cyclorama::machine::timing {

void RopTarget::setSampleBytes(uint32_t bytes) {
    sampleBytes = bytes;
    writeMasks.fill(0);
    for (uint32_t covered = 0; covered < writeMasks.size(); ++covered)
        for (uint32_t sample = 0; sample < func::kQuadFragments; ++sample)
            if ((covered >> sample & 1) != 0) writeMasks[covered] |= uint64_t{bytes} << (sample * bytesPerSample);
}

void RopTargets::update() {
    active_ = 0;
    anyRead_ = false;
    first_ = gpu::kRenderTargets;
    for (uint32_t t = gpu::kRenderTargets; t-- > 0;) {
        after_[t] = first_;
        if (!targets_[t].active) continue;
        first_ = t;
        ++active_;
        anyRead_ |= targets_[t].readsDestination;
    }
    for (uint32_t& next : after_)
        if (next == gpu::kRenderTargets) next = first_;
}

bool RopTargets::scattered() const {
    if (active_ == 0) return false;
    const auto& layout = targets_[first_].surface.layout;
    return layout != nullptr && !layout->quad().contiguous;
}

uint32_t RopTargets::largestStep() const {
    uint32_t bytes = 0;
    for (const RopTarget& target : targets_)
        if (target.active) bytes = std::max(bytes, func::kQuadFragments * target.bytesPerSample);
    return bytes;
}

}  // namespace cyclorama::machine::timing
