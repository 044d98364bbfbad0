// SPDX-License-Identifier: MIT
#pragma once
// All that the waves of a stage work with, from the state at a draw or dispatch:
//
//     const auto binding = binder.bind(ShaderStage::Vertex);
//     if (!binding) return;                            // nothing to run; a finding says why
//     StageUnits units(binding->resources);            // one for each thread, or a subclass
//     ir3::Wave wave = binding->makeWave(lanes);       // set its registers, then
//     ir3::run(binding->program(), wave, binding->context(units));
//
// A binding stays valid until the operation ends. Programs may write its constants: each thread needs a copy.

#include <memory>
#include <optional>
#include <vector>

#include "families/adreno/chip/chip.h"
#include "families/adreno/isa/executor.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/sp/loaded_units.h"
#include "families/adreno/sp/program_cache.h"
#include "families/adreno/sp/program_listener.h"
#include "families/adreno/sp/stage_units.h"
#include "families/adreno/sp/textures_used.h"
#include "machine/values/operation_context.h"

namespace cyclorama::adreno {

struct StageBinding {
    ShaderStage stage = ShaderStage::Vertex;
    std::shared_ptr<const CachedProgram> cached;
    ir3::WaveShape shape;
    size_t firstInstruction = 0;
    /// GPU address of the program's first instruction.
    uint64_t address = 0;
    /// c0.x and on, as the preamble left them; programs may write them.
    std::vector<uint32_t> constants{};
    /// Instructions that the preamble executed.
    uint64_t preambleSteps = 0;
    StageResources resources{};
    bool demotesConstants = true;
    bool limitsHalves = false;
    /// Counts of the program, if wanted.
    isa::IssueCounts* issues = nullptr;

    const ir3::Ir3Program& program() const { return cached->program; }
    ir3::Wave makeWave(isa::WaveMask lanes) const;
    /// As makeWave(), reusing the ended wave in `wave`, if any, which must be of the same program.
    ir3::Wave& startWave(std::optional<ir3::Wave>& wave, isa::WaveMask lanes) const;
    /// A finding where a wave of the stage did not come to its end; the chip hangs.
    void report(ir3::WaveStatus status) const;
    /// True once a unit has brought the chip to a halt: the rest of the stage's waves need not run.
    bool hung() const { return resources.reporter->hung(); }
    /// For a wave whose requests `units` serves. Without local and stage memory, which callers add.
    ir3::WaveContext context(ir3::WaveUnits& units);
};

/// Steps of one wave after which its program counts as endless: some seconds on a chip, as its hangcheck allows.
inline constexpr uint64_t kStepLimit = uint64_t{1} << 26;

/// The part of the state that stages are bound from.
struct StageBindingState {
    const RegisterValues& registers;
    const LoadedUnits& loaded;
};

/// Binds programs to the stages of one draw or dispatch.
class StageBinder {
  public:
    /// All outlive it and its bindings.
    StageBinder(const StageBindingState& state, const GpuMemory& memory, const Chip& chip, ProgramCache& programs,
                Reporter& reporter)
        : state_(state), memory_(memory), chip_(chip), programs_(programs), reporter_(reporter) {}

    /// Both may be null.
    void setListeners(ProgramListener* programs, ImageListener* images) {
        programListener_ = programs;
        imageListener_ = images;
    }
    /// Counts of instructions, and textures that programs use, for observers of the run; both may be null.
    void observe(machine::OperationContext* context, TexturesUsed* textures) {
        context_ = context;
        textures_ = textures;
    }

    /// Empty if the stage has no program, or it is not in memory. Runs the preamble.
    std::optional<StageBinding> bind(ShaderStage stage) const;

  private:
    StageResources resourcesOf(ShaderStage stage, const CachedProgram& program) const;
    PrivateMemory privateMemoryOf(ShaderStage stage) const;
    isa::IssueCounts* countIssues(const StageBinding& binding) const;

    StageBindingState state_;
    const GpuMemory& memory_;
    const Chip& chip_;
    ProgramCache& programs_;
    Reporter& reporter_;
    ProgramListener* programListener_ = nullptr;
    ImageListener* imageListener_ = nullptr;
    machine::OperationContext* context_ = nullptr;
    TexturesUsed* textures_ = nullptr;
};

}  // namespace cyclorama::adreno
