// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/sp/shader_stage.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/sp/access_counts.h"
#include "families/adreno/timing/sp/stage_counts.h"
#include "families/adreno/timing/sp/wave_counts.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Counters of the shader units, by the names of the chips' own ones (Mesa: perfcntrs/fd6_perfcntr.c) where they exist.
struct ShaderStatistics {
    explicit ShaderStatistics(sim::StatisticsRegistry& registry);

    void addCounters(ChipCounters& counters) const;
    void countInstruction(const InstructionPlan& plan, ShaderStage stage);
    /// An arithmetic or special unit works for a wave of the stage from `begin` to before `end`.
    void countWork(ShaderStage stage, sim::Cycle begin, sim::Cycle end);
    /// A wave of the stage has come to a unit, which is accounted for up to now; one that came in cycle `since` leaves.
    void beginWave(ShaderStage stage);
    void endWave(ShaderStage stage, sim::Cycle since, sim::Cycle now);
    /// Cycles have passed in which a unit had `present` waves.
    void account(uint64_t cycles, uint32_t present);

    sim::Counter busy;
    WaveCounts ofWaves;
    StageCounts compute, vertices, fragments;
    /// Instructions of programs between vertices and the rasterizer.
    sim::Counter hulls, domains, geometry;
    sim::Counter arithmeticWorking, specialWorking;
    AnyWorking anyWorking;
    AccessCounts accesses;
    sim::Counter lanes;

  private:
    /// Counters of a stage; null for those of which instructions alone are counted.
    StageCounts* countsOf(ShaderStage stage);
    void addStageCounters(ChipCounters& counters) const;
};

}  // namespace cyclorama::adreno
