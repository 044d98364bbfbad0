// SPDX-License-Identifier: MIT
#pragma once
// The columns of the command processor: suffix CP. Those of states that a family never enters stay at zero.

#include <memory>
#include <optional>

#include "sim/statistics.h"

namespace cyclorama::machine::timing {

struct CommandStatistics {
    /// `engineInfo`: for `engine`.
    CommandStatistics(sim::StatisticsRegistry& registry, const std::optional<sim::StatisticInfo>& engineInfo);
    sim::Counter registerWrites, bytesWritten, bytesRead, writeTransactions, batches, frames, blits;
    // Counters of cycles by activity, in the order in which frames list them.
    sim::Counter ready, draw, endGeometry, endFragment;
    std::unique_ptr<sim::Counter> engine;  // null without one
    sim::Counter flush, clear, present, blit, blockStates, memoryRead, memoryWrite, memoryPreload;
};

}  // namespace cyclorama::machine::timing
