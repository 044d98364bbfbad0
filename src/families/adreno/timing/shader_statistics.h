// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/timing/scoreboard.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Counters of the shader units, by the names of the chips' own ones (Mesa: perfcntrs/fd6_perfcntr.c) where they exist.
struct ShaderStatistics {
    explicit ShaderStatistics(sim::StatisticsRegistry& registry);

    /// A wave issues in `cycle`, not having issued since `free`, before which it could not: where it was meanwhile.
    void countWait(sim::Cycle free, const Scoreboard::Bounds& bounds, sim::Cycle cycle);
    void countInstruction(const InstructionPlan& plan);

    sim::Counter busy, waves, waveCycles;
    sim::Counter nop, waiting, idle, longSync, shortSync, ending;
    sim::Counter instructions, fullArithmetic, halfArithmetic, special;
    sim::Counter arithmeticWorking, specialWorking;
    sim::Counter localLoads, globalLoads, globalStores, globalAtomics, textures;
    sim::Counter loadLatency, loadSamples;
    sim::Counter lanes;
};

}  // namespace cyclorama::adreno
