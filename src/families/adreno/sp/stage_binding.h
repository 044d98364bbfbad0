// SPDX-License-Identifier: MIT
#pragma once
// All that the waves of a stage work with, from the state at a draw or dispatch:
//
//     const auto binding = bind(ShaderStage::Vertex, execution);
//     if (!binding) return;                            // nothing to run; a finding says why
//     StageUnits units(binding->resources);            // one for each thread, or a subclass
//     ir3::Wave wave = binding->makeWave(lanes);       // set its registers, then
//     ir3::run(binding->program(), wave, binding->context(units));
//
// A binding stays valid until the operation ends; threads may share it.

#include <memory>
#include <optional>
#include <vector>

#include "families/adreno/isa/executor.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/sp/program_cache.h"
#include "families/adreno/sp/stage_units.h"

namespace cyclorama::adreno {

struct StageBinding {
    ShaderStage stage = ShaderStage::Vertex;
    std::shared_ptr<const CachedProgram> cached;
    ir3::WaveShape shape;
    size_t firstInstruction = 0;
    /// Behind the preamble.
    std::vector<uint32_t> constants{};
    StageResources resources{};
    bool demotesConstants = true;
    bool limitsHalves = false;
    /// Counts of the program, if wanted.
    isa::IssueCounts* issues = nullptr;

    const ir3::Program& program() const { return cached->program; }
    ir3::Wave makeWave(isa::WaveMask lanes) const;
    /// The same in the place of one that has ended, if there is one: all have this program.
    ir3::Wave& startWave(std::optional<ir3::Wave>& wave, isa::WaveMask lanes) const;
    /// For a wave whose requests `units` serves. Without local and stage memory: whoever has some adds it.
    ir3::ExecutionContext context(ir3::WaveUnits& units);
};

/// Steps of one wave after which its program counts as endless: some seconds on a chip, as its hangcheck allows.
inline constexpr uint64_t kStepLimit = uint64_t{1} << 26;

/// Nothing where the stage has no program, or it is not in memory. Runs the preamble.
std::optional<StageBinding> bind(ShaderStage stage, Execution& execution);

/// A finding where a wave did not come to its end; the chip hangs.
void reportStatus(ir3::WaveStatus status, ShaderStage stage, Reporter& reporter);

}  // namespace cyclorama::adreno
