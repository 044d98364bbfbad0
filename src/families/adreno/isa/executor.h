// SPDX-License-Identifier: MIT
#pragma once
// Executes a program for a wave, one instruction over all its fibers after the other.
//
// Fibers at different places: those furthest back continue first, and those at the same place continue together:
// Mesa's compiler lays programs out for that (ir3/ir3_reconvergence.c). Results are there at once: (ss), (sy) and
// delays change no value.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "families/adreno/isa/program.h"
#include "families/adreno/isa/wave.h"
#include "isa/issue_counts.h"

namespace cyclorama::adreno::ir3 {

/// The part of a program from SHPS to SHPE, which computes constants for all waves.
enum class Preamble : uint8_t {
    Skipped,  ///< SHPS jumps to after it
    Alone,    ///< the wave executes it, and stops at its end
    First     ///< the wave executes it, and continues
};

/// The path that a wave took.
struct WaveTrace {
    struct Entry {
        uint32_t instruction;
        isa::WaveMask lanes;
    };
    std::vector<Entry> entries;
};

/// A look at a wave while it executes.
class StepTracer {
  public:
    virtual ~StepTracer() = default;
    /// Some lanes executed the instruction at an index of the program, flow apart; the wave is up to date.
    virtual void executed(size_t index, const Step& step, const Wave& wave, isa::WaveMask lanes) = 0;
};

/// Surroundings of a wave, beside its registers.
struct WaveContext {
    /// c0.x and on. The preamble writes them; others beyond the end read zero.
    std::span<uint32_t> constants;
    /// Memory of the workgroup. An access beyond its end is to its first bytes.
    std::span<std::byte> local;
    /// Memory between the geometry stages (LDLW, STLW); offsets wrap around at its end.
    std::span<std::byte> stage;
    WaveUnits* units = nullptr;  ///< none: loads give zero, stores are lost
    Preamble preamble = Preamble::Skipped;
    uint32_t waveId = 0;       ///< GETWID
    uint32_t processorId = 0;  ///< GETSPID
    /// Denormal floats count as zeros. Halves' always do.
    bool flushesDenormals = true;
    /// Constants of half registers are constants of 32 bits, brought to 16; else halves of those.
    bool demotesConstants = true;
    /// Halves that are computed or converted to, and too large, become the largest finite ones.
    bool limitsHalves = false;
    /// Steps of the wave, from its start, after which it is given up as endless.
    uint64_t stepLimit = uint64_t{1} << 24;
    WaveTrace* trace = nullptr;          ///< entries are appended, if wanted
    isa::IssueCounts* issues = nullptr;  ///< of the program, if wanted
    StepTracer* tracer = nullptr;        ///< called for each instruction; null: none
};

enum class WaveStatus : uint8_t {
    Finished,
    AtBarrier,      ///< continues when run() is called again
    ChangesShader,  ///< CHSH: the next stage continues in the wave
    PreambleEnded,  ///< with Preamble::Alone
    StepLimit,
    NoInstruction,  ///< some fibers came to a word that is no instruction
    LeftTheProgram  ///< some fibers jumped or ran out of the program
};

/// Runs a wave until all its fibers have ended, or it has to wait.
WaveStatus run(const Ir3Program& program, Wave& wave, const WaveContext& context);

class WaveRunner;

/// An instruction that a wave executes next.
struct NextStep {
    size_t instruction = 0;  ///< index in the program
    isa::WaveMask lanes{};   ///< fibers that it has effect on
};

/// One wave, executed instruction by instruction, for machines that decide when each is issued. The registers of the
/// wave itself are up to date only after end().
///
/// A stepper takes 100 KiB: whoever runs many waves keeps some steppers for them.
class WaveStepper {
  public:
    WaveStepper();
    WaveStepper(const WaveStepper&) = delete;
    WaveStepper& operator=(const WaveStepper&) = delete;
    ~WaveStepper();

    /// Before the others: they are about this wave from now on. All outlive its steps.
    void start(const Ir3Program& program, Wave& wave, const WaveContext& context);

    /// The next instruction of the fibers that are furthest back; the status of a wave that has none.
    std::variant<NextStep, WaveStatus> next();
    /// Executes it. Empty unless the wave waits, or a branch leaves the program. Requires an instruction of next().
    std::optional<WaveStatus> step();
    /// Goes past it without its effect, which is finish()'s. Requires an instruction of a memory or texture unit.
    void skip();
    /// The effect of an instruction that was gone past, on the fibers that it had then. a1.x is `address1`, as it was
    /// then; other registers that it reads must not have changed since.
    void finish(const NextStep& skipped, uint32_t address1);
    /// Brings the wave's registers up to date and counts what it has issued. Only start() may follow.
    void end();

  private:
    bool flushesDenormals_ = false;
    /// Empty before the first wave.
    std::unique_ptr<std::optional<WaveRunner>> runner_;
};

/// Runs the waves of a workgroup to their end, each as far as it can go: at a barrier it waits for the others. The
/// first failure ends them all.
WaveStatus runGroup(const Ir3Program& program, std::span<Wave> waves, std::span<WaveContext> contexts);

}  // namespace cyclorama::adreno::ir3
