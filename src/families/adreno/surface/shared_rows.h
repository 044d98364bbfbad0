// SPDX-License-Identifier: MIT
#pragma once
// Rows of an image that all workers share where there are many texels.

#include <algorithm>
#include <cstdint>

#include "families/adreno/surface/surface_view.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// Calls work(first, end) for ranges of rows of `target`, which are `rows` rows together, with some texels each. Calls
/// may be at the same time, each on a thread of its own.
template <typename Work>
void forSharedRows(machine::WorkerPool& workers, const SurfaceView& target, uint32_t rows, uint64_t texelsPerRow,
                   Work work) {
    /// Texels from which on a second worker pays.
    constexpr uint64_t kShared = 1 << 16;
    if (rows * texelsPerRow < kShared || rows < 2 || !target.hasRowsApart()) {
        work(0, rows);
        return;
    }
    const uint32_t count = workers.workers();
    // Whole macrotiles to each, so that no two workers write into one line of the host's caches.
    constexpr uint32_t kBand = 32;
    const uint32_t share = (rows / count + kBand) / kBand * kBand;
    workers.run([&](uint32_t worker) {
        const uint32_t first = std::min(worker * share, rows);
        work(first, worker + 1 == count ? rows : std::min(first + share, rows));
    });
}

}  // namespace cyclorama::adreno
