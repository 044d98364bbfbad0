// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "families/adreno/sp/shader_stage.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/sp/scoreboard.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Counters of the shader units, by the names of the chips' own ones (Mesa: perfcntrs/fd6_perfcntr.c) where they exist.
struct ShaderStatistics {
    explicit ShaderStatistics(sim::StatisticsRegistry& registry);

    /// A wave issues in `cycle`, not having issued since `free`, before which it could not: where it was meanwhile.
    void countWait(sim::Cycle free, const Scoreboard::Bounds& bounds, sim::Cycle cycle);
    void addCounters(ChipCounters& counters) const;
    void countInstruction(const InstructionPlan& plan, ShaderStage stage);

    sim::Counter busy, waves, waveCycles;
    sim::Counter nop, waiting, idle, longSync, shortSync, ending;
    /// Of all instructions, and of those of full, half and special arithmetic and of textures.
    using InstructionInfos = std::array<sim::StatisticInfo, 5>;
    /// Instructions of the waves of a stage.
    struct Instructions {
        Instructions(sim::StatisticsRegistry& registry, const InstructionInfos& infos);
        sim::Counter all, fullArithmetic, halfArithmetic, special, textures;
    };
    Instructions compute, vertices, fragments;
    sim::Counter arithmeticWorking, specialWorking;
    sim::Counter localLoads, globalLoads, globalStores, globalAtomics;
    sim::Counter loadLatency, loadSamples;
    sim::Counter lanes;
};

}  // namespace cyclorama::adreno
