// SPDX-License-Identifier: MIT
#pragma once
// A wave that a unit executes, and an instruction of it on its way to UCHE.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "families/adreno/isa/executor.h"
#include "families/adreno/sp/stage_units.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/programs/wave_group.h"
#include "families/adreno/timing/sp/instruction_messages.h"
#include "families/adreno/timing/sp/scoreboard.h"

namespace cyclorama::adreno {

/// A wave in one of a unit's slots. Refers to parts of itself.
class ShaderWave {
  public:
    /// The wave `index` of a group. The group outlives it. `place`: where its private memory is. `stepper`: any.
    ShaderWave(WaveGroup& group, unsigned index, const WaveSlot& place, std::unique_ptr<ir3::WaveStepper> stepper,
               sim::Cycle now);
    ShaderWave(const ShaderWave&) = delete;
    ShaderWave& operator=(const ShaderWave&) = delete;

    WaveGroup& group() { return *group_; }
    const WaveGroup& group() const { return *group_; }
    unsigned width() const { return wave_.shape.width; }

    /// The plan of the next instruction; null for a wave that has ended or failed.
    const InstructionPlan* plan() const { return plan_; }
    const ir3::NextStep& next() const { return next_; }
    /// Executes the next instruction. True if the wave came to a barrier.
    bool step();
    /// Goes past the next instruction, an access, whose effect follows.
    void skip();
    /// The effect of an instruction that was gone past; the lines that it accesses.
    void finish(const ir3::NextStep& skipped, uint32_t address1, LineAccesses& lines);
    /// The same of a texture instruction, and the texels that it reads.
    void sample(const ir3::NextStep& skipped, uint32_t address1, TexelListener& texels);
    uint32_t address1() const { return wave_.address1; }
    /// The line of 16 instructions that the next one is in, and the last of the program.
    uint64_t nextLine() const { return lineOf(next_.instruction); }
    uint64_t lastLine() const { return lineOf(group_->program().binding().program().steps.size() - 1); }
    /// Gives its group what its program has left. Nothing else follows; the stepper is free.
    std::unique_ptr<ir3::WaveStepper> end();

    enum class State : uint8_t { Running, AtBarrier, Ending };
    State state = State::Running;
    Scoreboard board;
    /// The cycle before which no instruction is issued, whatever it is: repetitions, (nopN), barriers.
    sim::Cycle nextIssue = 0;
    /// The cycle in which it came into its slot.
    sim::Cycle started = 0;
    /// The number of that slot.
    size_t slot = 0;
    /// Accesses that are on their way.
    uint32_t accesses = 0;
    /// Such an access keeps the wave from everything else.
    bool blocked = false;
    static constexpr uint64_t kNoLine = UINT64_MAX;
    /// The line of instructions that it executes.
    uint64_t line = kNoLine;
    /// The one that it waits for.
    uint64_t awaitedLine = kNoLine;

  private:
    void look();
    uint64_t lineOf(size_t instruction) const {
        return (address_ + instruction * sizeof(uint64_t)) / kInstructionLineBytes;
    }

    WaveGroup* group_;
    uint64_t address_;  ///< of its program
    ir3::Wave wave_;
    std::unique_ptr<StageUnits> units_;
    ir3::WaveContext context_;
    std::unique_ptr<ir3::WaveStepper> stepper_;
    ir3::NextStep next_{};
    const InstructionPlan* plan_ = nullptr;
};

/// An instruction on its way from a wave to UCHE or the texture unit and back; or textures that are read ahead of the
/// wave's program.
struct MemoryAccess {
    ShaderWave* wave = nullptr;
    ir3::NextStep step{};
    uint32_t address1 = 0;
    const InstructionPlan* plan = nullptr;    ///< null: these textures
    const TexelGroups* prefetched = nullptr;  ///< their texels
    sim::Cycle issued = 0;
    /// Lines that UCHE has still to serve, and the end of those that it has served; its own.
    uint32_t linesLeft = 0;
    sim::Cycle linesEnd = 0;

    bool hasResult() const { return plan == nullptr || plan->access != AccessKind::Store; }
    bool isTexture() const { return plan == nullptr || plan->path == IssuePath::Texture; }
};

/// An access that UCHE or the texture unit is to take.
struct AccessMessage {
    MemoryAccess* access = nullptr;
};
std::string describe(const AccessMessage& message);

/// Their answer: it has taken an access, or, with `done`, has its result.
struct AccessAnswer {
    MemoryAccess* access = nullptr;
    bool done = false;
};
std::string describe(const AccessAnswer& answer);

}  // namespace cyclorama::adreno
