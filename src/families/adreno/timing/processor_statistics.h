// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/timing/chip_counters.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Counters of the command processor. Each cycle counts in exactly one activity.
struct ProcessorStatistics {
    explicit ProcessorStatistics(sim::StatisticsRegistry& registry);

    void addCounters(ChipCounters& counters);

    /// Those of all boxes, after addCounters().
    ChipCounters* chip = nullptr;

    sim::Counter cycles, flushes, packets, registers, groups, streamBytes, bytesWritten, polls, untimed;
    // Activities.
    sim::Counter commands, streamWait, full, waitForIdle, polling, ending, noWork;
};

}  // namespace cyclorama::adreno
