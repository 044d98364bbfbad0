// SPDX-License-Identifier: MIT
#pragma once
// The work of a packet under way: a dispatch or a draw. And a program of it, as its waves use it.

#include <cstdint>
#include <memory>

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/timing/programs/instruction_plan.h"
#include "families/adreno/timing/programs/occupancy.h"
#include "families/adreno/timing/programs/texel_groups.h"
#include "sim/box.h"

namespace cyclorama::adreno {

class PacketWork {
  public:
    /// The operation, and the command unit, outlive it.
    PacketWork(const ChipOperation& operation, uint32_t itsNumber, sim::Box& commandUnit)
        : number(itsNumber), operation_(operation), commandUnit_(commandUnit) {}
    PacketWork(const PacketWork&) = delete;
    PacketWork& operator=(const PacketWork&) = delete;
    virtual ~PacketWork() = default;

    const ChipOperation& operation() const { return operation_; }
    /// Findings that follow are of this work.
    void claimFindings() const { operation_.reporter().setPlace(operation_.describe()); }
    /// Reports that the chip hangs; the command unit hears of it.
    void hang(const sim::FindingKind& kind);
    /// The same if one of its waves has just brought the chip to a halt.
    void noticeHang();
    /// True if that was for this work.
    bool hangs() const { return hangs_; }
    /// The command unit takes the work for endless.
    virtual void giveUp() = 0;
    /// Counts an instruction of its waves, of one that has executed `ofWave`.
    virtual void countStep(uint64_t ofWave) = 0;
    /// The command unit has heard that all of it is done, and none of it was left out.
    virtual void finish() {}
    /// Between two cycles: what is left of the work is left out, as the chip hangs.
    void drop() { dropped_ = true; }
    bool dropped() const { return dropped_; }

    const uint32_t number;

  private:
    const ChipOperation& operation_;
    sim::Box& commandUnit_;
    bool hangs_ = false;
    bool dropped_ = false;
};

/// How programs are executed: limits of units, and what the chip's units are.
struct ProgramSettings {
    OccupancySettings occupancy;
    bool scalarUnit = false;
    TexelGroupShape texels{};
};

class ShaderProgram {
  public:
    /// The work and the binding outlive it. `demand`: of its waves.
    ShaderProgram(PacketWork& work, StageBinding& binding, const WaveDemand& demand, const ProgramSettings& settings);

    PacketWork& work() const { return work_; }
    StageBinding& binding() const { return binding_; }
    ProgramPlans& plans() { return plans_; }
    const std::shared_ptr<TextureViews>& views() const { return views_; }
    const TexelGroupShape& texels() const { return texels_; }
    /// Waves that a unit holds of it; more only where a single workgroup has more.
    uint32_t wavesPerUnit() const { return wavesPerUnit_; }
    /// Reports the end of a wave that does not come to its program's end.
    void report(ir3::WaveStatus status) const;

  private:
    PacketWork& work_;
    StageBinding& binding_;
    ProgramPlans plans_;
    std::shared_ptr<TextureViews> views_;
    uint32_t wavesPerUnit_;
    TexelGroupShape texels_;
};

}  // namespace cyclorama::adreno
