// SPDX-License-Identifier: MIT
#include "machine/functional/worker_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <latch>
#include <numeric>
#include <thread>

namespace cyclorama::machine {
namespace {

constexpr uint32_t kJobs = 2000;

/// How often each of four workers was called in kJobs jobs that follow one another at once.
std::array<uint32_t, 4> callsOfJobs(uint32_t workers) {
    WorkerPool pool(workers);
    EXPECT_EQ(pool.workers(), workers);
    std::array<uint32_t, 4> calls{};
    for (uint32_t job = 0; job < kJobs; ++job) {
        pool.run([&](uint32_t worker) { ++calls.at(worker); });
        const uint32_t all = std::accumulate(calls.begin(), calls.end(), 0u);
        EXPECT_EQ(all, (job + 1) * workers) << "run() has returned ahead of a worker";
    }
    return calls;
}

TEST(WorkerPool, CallsEachWorkerOncePerJobAndWaitsForAll) {
    EXPECT_EQ(callsOfJobs(1), (std::array<uint32_t, 4>{kJobs, 0, 0, 0}));
    EXPECT_EQ(callsOfJobs(2), (std::array<uint32_t, 4>{kJobs, kJobs, 0, 0}));
    EXPECT_EQ(callsOfJobs(4), (std::array<uint32_t, 4>{kJobs, kJobs, kJobs, kJobs}));
}

TEST(WorkerPool, CountsCoresWithinTheLimit) {
    EXPECT_EQ(workerCount(1), 1u);
    EXPECT_EQ(workerCount(5), 5u);
    EXPECT_EQ(workerCount(17), 16u);
    EXPECT_EQ(workerCount(0), std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
}

/// Threads of the process (Linux).
std::ptrdiff_t threads() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

TEST(WorkerPool, StartsItsThreadsWithTheFirstJob) {
    // One that runs throughout: with a program's first thread the thread sanitizer starts one of its own.
    std::latch end(1);
    const std::jthread first([&end] { end.wait(); });
    const std::ptrdiff_t before = threads();
    WorkerPool pool(4);
    EXPECT_EQ(threads(), before);
    pool.run([](uint32_t) {});
    EXPECT_EQ(threads(), before + 3);
    end.count_down();
}

TEST(WorkerPool, EndsWithoutAJob) {
    const WorkerPool pool(4);
    EXPECT_EQ(pool.workers(), 4u);
}

}  // namespace
}  // namespace cyclorama::machine
