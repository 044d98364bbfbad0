// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/programs/instruction_plan.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Accesses of programs to memory and to the memory of workgroups.
struct AccessCounts {
    explicit AccessCounts(sim::StatisticsRegistry& registry);

    void addCounters(ChipCounters& counters) const;
    /// An instruction is issued; others than accesses do not count.
    void count(const InstructionPlan& plan);

    sim::Counter localLoads, localStores, localAtomics, localWorking;
    sim::Counter globalLoads, globalStores, globalAtomics;
    sim::Counter loadLatency, loadSamples;
};

}  // namespace cyclorama::adreno
