// SPDX-License-Identifier: MIT
#pragma once
// The columns of the command processor: suffix CP. Those of states that a family never enters stay at zero.

#include "sim/statistics.h"

namespace cyclorama::machine::timing {

struct CommandStatistics {
    explicit CommandStatistics(sim::StatisticsRegistry& registry);
    sim::Counter registerWrites, bytesWritten, bytesRead, writeTransactions, batches, frames, blits;
    sim::Counter ready, draw, endGeometry, endFragment, clear, present, flush, blockStates, memoryWrite, memoryRead,
        memoryPreload, blit;
};

}  // namespace cyclorama::machine::timing
