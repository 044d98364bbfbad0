// SPDX-License-Identifier: MIT
#pragma once

#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Counters of the command processor. Each cycle counts in exactly one activity.
struct ProcessorStatistics {
    explicit ProcessorStatistics(sim::StatisticsRegistry& registry);

    sim::Counter packets, registers, groups, streamBytes, bytesWritten, polls, untimed;
    // Activities.
    sim::Counter commands, streamWait, full, waitForIdle, polling, ending, noWork;
};

}  // namespace cyclorama::adreno
