// SPDX-License-Identifier: MIT
#pragma once
// Waves that a unit starts together: those of a workgroup, or one of fragments or of the stages before them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "families/adreno/isa/wave.h"
#include "families/adreno/sp/stage_units.h"
#include "families/adreno/timing/programs/packet_work.h"
#include "families/adreno/timing/programs/texel_groups.h"

namespace cyclorama::adreno {

/// A part of a unit that has become free.
struct UnitRoom {
    static constexpr uint32_t kNoUnit = ~0u;
    uint32_t unit = kNoUnit;
    uint64_t share = 0;
};
std::string describe(const UnitRoom& room);

class WaveGroup {
  public:
    enum class Kind : uint8_t { Workgroup, Vertices, Fragments };

    /// The program outlives it.
    WaveGroup(Kind itsKind, ShaderProgram& program, unsigned itsWaves, uint32_t localBytes = 0)
        : kind(itsKind),
          local(localBytes),
          constants(program.binding().constants),
          waves(itsWaves),
          program_(program) {}
    WaveGroup(const WaveGroup&) = delete;
    WaveGroup& operator=(const WaveGroup&) = delete;
    virtual ~WaveGroup() = default;

    ShaderProgram& program() const { return program_; }
    PacketWork& work() const { return program_.work(); }
    /// "workgroup 3".
    virtual std::string describe() const = 0;
    /// A wave at the program's start, with its inputs. Each is asked for once.
    virtual ir3::Wave takeWave(unsigned index) = 0;
    /// The units of that wave, at a place.
    virtual std::unique_ptr<StageUnits> takeUnits(const WaveSlot& place) = 0;
    /// What its programs have as the memory of a workgroup, and as that between stages.
    virtual std::span<std::byte> memory() { return local; }
    /// A wave's program has ended.
    virtual void keepResults(ir3::Wave& wave) { (void)wave; }

    const Kind kind;
    std::vector<std::byte> local;
    /// Programs may write them.
    std::vector<uint32_t> constants;
    unsigned waves;          ///< that have not ended
    unsigned atBarrier = 0;  ///< of these
    /// Texels that are read before the program begins; null: none.
    const TexelGroups* prefetched = nullptr;
    /// The dispatcher's: the unit that has it, and its part of that.
    uint32_t unit = UnitRoom::kNoUnit;
    uint64_t share = 0;

  private:
    ShaderProgram& program_;
};

/// A group for a unit.
struct GroupLaunch {
    WaveGroup* group = nullptr;
};
std::string describe(const GroupLaunch& launch);

/// The waves of a group have ended.
struct GroupEnd {
    WaveGroup* group = nullptr;
};
std::string describe(const GroupEnd& end);

}  // namespace cyclorama::adreno
