// SPDX-License-Identifier: MIT
#include "machine/values/fast_clear_tracker.h"

#include "machine/values/machine_findings.h"

namespace cyclorama::machine {

namespace {

/// Samples of the tiles that drivers count: 4x4.
constexpr uint32_t kTileSamples = 16;

}  // namespace

func::TileStatusEvents& FastClearTracker::use(uint32_t buffer, const gpu::TileStatus& status, uint32_t bytesPerSample) {
    Buffer& of = buffers_[buffer];
    if (of.status.timesCounted != status.timesCounted) {
        of.filledBefore = of.events.filled;
        of.reported = false;
    }
    of.status = status;
    of.clearedBytes = uint64_t{status.clearedTiles} * kTileSamples * bytesPerSample;
    return of.events;
}

bool FastClearTracker::allFilled(uint32_t buffer) const {
    const Buffer& of = buffers_[buffer];
    return of.status.autoDisable && of.status.timesCounted != 0 && of.filledBytes() >= of.clearedBytes;
}

void FastClearTracker::report(sim::Findings& findings, std::string_view place) {
    for (uint32_t buffer = 0; buffer <= kDepth; ++buffer) {
        Buffer& of = buffers_[buffer];
        if (const uint64_t invalid = of.events.invalid.exchange(0); invalid != 0)
            findings.report(findings::kTileStatusInvalid, place, {}, invalid);
        if (of.reported || !allFilled(buffer) || of.filledBytes() == of.clearedBytes) continue;
        findings.report(findings::kTileStatusCount, place);
        of.reported = true;
    }
}

}  // namespace cyclorama::machine
