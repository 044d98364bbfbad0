// SPDX-License-Identifier: MIT
#pragma once
// Executes a program for a wave, one instruction over all its fibers after the other.
//
// Fibers at different places: those furthest back continue first, and those at the same place continue together:
// Mesa's compiler lays programs out for that (ir3/ir3_reconvergence.c). Results are there at once: (ss), (sy) and
// delays change no value.

#include <cstddef>
#include <cstdint>
#include <span>
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

/// Runs the waves of a workgroup to their end, each as far as it can go: at a barrier it waits for the others. The
/// first failure ends them all.
WaveStatus runGroup(const Ir3Program& program, std::span<Wave> waves, std::span<WaveContext> contexts);

}  // namespace cyclorama::adreno::ir3
