// SPDX-License-Identifier: MIT
#pragma once
// Rows of an image that all workers share where there are many texels.

#include <algorithm>
#include <cstdint>

#include "machine/functional/worker_pool.h"

namespace cyclorama::machine {

struct SharedRows {
    uint32_t rows = 0;
    uint64_t texelsPerRow = 0;
    /// No byte is of two rows.
    bool apart = true;
};

/// Calls work(first, end) for ranges of rows, which are all of them together. Calls may be at the same time, each on a
/// thread of its own.
template <typename Work>
void forSharedRows(WorkerPool& workers, const SharedRows& shared, Work work) {
    /// Texels from which on a second worker pays.
    constexpr uint64_t kShared = 1 << 16;
    const uint32_t rows = shared.rows;
    if (rows * shared.texelsPerRow < kShared || rows < 2 || !shared.apart) return work(0, rows);
    const uint32_t count = workers.workers();
    // Whole tiles to each, so that no two workers write into one line of the host's caches.
    constexpr uint32_t kBand = 32;
    const uint32_t share = (rows / count + kBand) / kBand * kBand;
    workers.run([&](uint32_t worker) {
        const uint32_t first = std::min(worker * share, rows);
        work(first, worker + 1 == count ? rows : std::min(first + share, rows));
    });
}

}  // namespace cyclorama::machine
