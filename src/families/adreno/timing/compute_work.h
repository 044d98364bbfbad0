// SPDX-License-Identifier: MIT
#pragma once
// A dispatch under way.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "families/adreno/hlsq/workgroup_waves.h"
#include "families/adreno/operations/dispatch_operations.h"
#include "families/adreno/timing/instruction_plan.h"
#include "families/adreno/timing/occupancy.h"
#include "sim/box.h"

namespace cyclorama::adreno {

/// Refers to parts of itself: it stays where it was made.
class ComputeWork {
  public:
    /// `space` outlives it, as does the command unit. Use bind() before anything else.
    ComputeWork(std::shared_ptr<const ComputeOperation> operation, mem::AddressSpace& space, uint32_t itsNumber,
                sim::Box& commandUnit)
        : number(itsNumber),
          operation_(std::move(operation)),
          memory_(operation_->memoryIn(space)),
          commandUnit_(commandUnit) {}
    ComputeWork(const ComputeWork&) = delete;
    ComputeWork& operator=(const ComputeWork&) = delete;

    /// Binds the program and runs its preamble; false if there is nothing to run.
    bool bind(machine::OperationContext& context, const OccupancySettings& occupancy, bool scalarUnit);

    const Grid& grid() const { return bound_->grid; }
    StageBinding& binding() { return bound_->binding; }
    const WorkgroupWaves& waves() const { return *waves_; }
    ProgramPlans& plans() { return *plans_; }
    const std::shared_ptr<TextureViews>& views() const { return views_; }
    const ComputeOperation& operation() const { return *operation_; }
    /// Waves that a unit holds of it; more only where a single workgroup has more.
    uint32_t wavesPerUnit() const { return wavesPerUnit_; }
    /// Findings that follow are of this work.
    void claimFindings() const { operation_->reporter().setPlace(operation_->describe()); }
    /// Reports the end of a wave that does not come to its program's end.
    void report(ir3::WaveStatus status);
    /// Reports that the chip hangs; the command unit hears of it.
    void hang(const sim::FindingKind& kind);
    /// True if that was for this work.
    bool hangs() const { return hangs_; }
    /// The command unit takes the work for endless.
    void giveUp();
    /// Counts an instruction of its waves, of one that has executed `ofWave`; the chip hangs after too many.
    void countStep(uint64_t ofWave);
    /// Between two cycles: what is left of the work is left out, as the chip hangs.
    void drop() { dropped_ = true; }
    bool dropped() const { return dropped_; }

    const uint32_t number;

  private:
    std::shared_ptr<const ComputeOperation> operation_;
    GpuMemory memory_;
    std::optional<ComputeOperation::BoundGrid> bound_;
    std::optional<WorkgroupWaves> waves_;
    std::optional<ProgramPlans> plans_;
    std::shared_ptr<TextureViews> views_;
    sim::Box& commandUnit_;
    uint32_t wavesPerUnit_ = 1;
    uint64_t steps_ = 0;
    uint64_t mostOfWave_ = 0;  ///< steps that one wave has executed
    bool hangs_ = false;
    bool dropped_ = false;
};

}  // namespace cyclorama::adreno
