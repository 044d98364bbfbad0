// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/sp/scoreboard.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Waves of the shader units, and where they were between their instructions.
struct WaveCounts {
    explicit WaveCounts(sim::StatisticsRegistry& registry);

    void addCounters(ChipCounters& counters) const;
    /// A wave issues in `cycle`, not having issued since `free`, before which it could not: where it was meanwhile.
    void countWait(sim::Cycle free, const Scoreboard::Bounds& bounds, sim::Cycle cycle);

    sim::Counter waves, waveCycles;
    sim::Counter nop, waiting, fetching, idle, longSync, shortSync, ending;
};

}  // namespace cyclorama::adreno
