// SPDX-License-Identifier: MIT
#pragma once

#include "sim/statistics.h"

namespace cyclorama::adreno {

/// What the command processor counts. Each cycle is in one of its activities.
struct ProcessorStatistics {
    explicit ProcessorStatistics(sim::StatisticsRegistry& registry);

    sim::Counter packets, registers, groups, streamBytes, bytesWritten, polls, untimed;
    // Activities.
    sim::Counter commands, streamWait, full, waitForIdle, polling, ending, noWork;
};

}  // namespace cyclorama::adreno
