// SPDX-License-Identifier: MIT
#pragma once
// The counters of a shader processor's halves, whichever model it is. `suffix` names the processor: FS0 and on.

#include <string>

#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// Counters of a fetch half.
struct FetchStatistics {
    FetchStatistics(sim::StatisticsRegistry& registry, const std::string& suffix);

    sim::Counter fetched, refetched, inputs, outputs, inputAttributes, outputAttributes, registers, blocks, unblocks,
        readyThreads;
    sim::Average readyThreadsAverage;
    sim::Maximum readyThreadsMost;
    sim::Minimum readyThreadsFewest;
    sim::Counter blockedThreads, finishedThreads, freeThreads, resources, emptyCycles, fetchCycles, noReadyCycles;
};

/// Threads by state, for the counters of every cycle.
struct ThreadCounts {
    uint32_t ready = 0;
    uint32_t blocked = 0;
    uint32_t finished = 0;
    uint32_t free = 0;
    uint32_t resources = 0;  // taken

    bool operator==(const ThreadCounts&) const = default;
    void addTo(FetchStatistics& statistics, uint64_t cycles) const;
};

/// Counters of a decode and execute half.
struct ExecuteStatistics {
    ExecuteStatistics(sim::StatisticsRegistry& registry, const std::string& suffix);

    sim::Counter executed, blocked, fillers, removed, blocks, unblocks, ends, replays, textures, depthExports;
};

}  // namespace cyclorama::machine::timing
