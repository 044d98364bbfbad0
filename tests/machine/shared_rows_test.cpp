// SPDX-License-Identifier: MIT
#include "machine/functional/shared_rows.h"

#include <gtest/gtest.h>

#include <mutex>
#include <utility>
#include <vector>

namespace cyclorama::machine {
namespace {

using Ranges = std::vector<std::pair<uint32_t, uint32_t>>;

Ranges rangesOf(WorkerPool& workers, const SharedRows& shared) {
    Ranges ranges;
    std::mutex mutex;
    forSharedRows(workers, shared, [&](uint32_t first, uint32_t end) {
        const std::scoped_lock lock(mutex);
        ranges.emplace_back(first, end);
    });
    return ranges;
}

TEST(SharedRows, AllRowsAreWorkedOnOnce) {
    for (const uint32_t workers : {1u, 2u, 3u, 7u}) {
        WorkerPool pool(workers);
        for (const uint32_t rows : {2u, 31u, 100u, 1000u}) {
            std::vector<uint32_t> times(rows);
            const Ranges ranges = rangesOf(pool, {.rows = rows, .texelsPerRow = 1 << 16});
            EXPECT_EQ(ranges.size(), workers);
            for (const auto& [first, end] : ranges)
                for (uint32_t row = first; row < end; ++row) ++times[row];
            EXPECT_EQ(times, std::vector<uint32_t>(rows, 1)) << workers << " workers";
        }
    }
}

TEST(SharedRows, FewTexelsAndRowsThatShareBytesAreOfOneWorker) {
    WorkerPool pool(3);
    EXPECT_EQ(rangesOf(pool, {.rows = 255, .texelsPerRow = 257}), (Ranges{{0, 255}}));
    EXPECT_EQ(rangesOf(pool, {.rows = 1000, .texelsPerRow = 1000, .apart = false}), (Ranges{{0, 1000}}));
    EXPECT_EQ(rangesOf(pool, {.rows = 1, .texelsPerRow = 1 << 20}), (Ranges{{0, 1}}));
}

}  // namespace
}  // namespace cyclorama::machine
