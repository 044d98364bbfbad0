// SPDX-License-Identifier: MIT
#pragma once
// Counters of the shader units for each stage of the pipeline, by the names of the chips' own ones (Mesa:
// perfcntrs/fd6_perfcntr.c) where they exist: CS of workgroups, VS of vertices, FS of fragments.

#include <cstdint>
#include <string_view>

#include "families/adreno/sp/shader_stage.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/programs/instruction_plan.h"
#include "sim/statistics.h"
#include "sim/time.h"

namespace cyclorama::adreno {

/// Cycles in which at least one of several works. Works are added by their begin, in order.
class AnyWorking {
  public:
    AnyWorking(sim::StatisticsRegistry& registry, sim::StatisticInfo info) : cycles_(registry, std::move(info)) {}

    /// A work from `begin` to before `end`. Cycles are counted once.
    void add(sim::Cycle begin, sim::Cycle end) {
        const sim::Cycle first = begin > until_ ? begin : until_;
        if (end <= first) return;
        cycles_.add(end - first);
        until_ = end;
    }
    const sim::Counter& cycles() const { return cycles_; }

  private:
    sim::Counter cycles_;
    sim::Cycle until_ = 0;  ///< the end of the last work
};

/// Instructions of the waves of a stage, their work, and the waves themselves.
struct StageCounts {
    /// `stage`: its two letters.
    StageCounts(sim::StatisticsRegistry& registry, std::string_view stage);

    void countInstruction(const InstructionPlan& plan);
    /// A wave has come to a unit, which is accounted for up to now.
    void begin() { ++present_; }
    /// A wave that came in cycle `since` leaves.
    void end(sim::Cycle since, sim::Cycle now) {
        --present_;
        waveCycles.add(now - since);
        ++waveSamples;
    }
    /// Cycles have passed without a wave coming or leaving.
    void account(uint64_t cycles) {
        if (present_ != 0) duration.add(cycles);
    }

    sim::Counter all, fullArithmetic, halfArithmetic, special, halfSpecial, textures, flow, interpolations;
    sim::Counter waveCycles, waveSamples, duration;
    sim::Counter working;
    AnyWorking anyWorking;

  private:
    uint32_t present_ = 0;
};

}  // namespace cyclorama::adreno
