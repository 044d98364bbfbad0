// SPDX-License-Identifier: MIT
#pragma once
// A dispatch under way.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/hlsq/workgroup_waves.h"
#include "families/adreno/operations/dispatch_operations.h"
#include "families/adreno/timing/programs/packet_work.h"
#include "families/adreno/timing/programs/wave_group.h"

namespace cyclorama::adreno {

/// Refers to parts of itself: it stays where it was made.
class ComputeWork final : public PacketWork {
  public:
    /// `space` outlives it, as does the command unit. Use bind() before anything else.
    ComputeWork(std::shared_ptr<const ComputeOperation> operation, mem::AddressSpace& space, uint32_t itsNumber,
                sim::Box& commandUnit)
        : PacketWork(*operation, itsNumber, commandUnit),
          compute_(std::move(operation)),
          memory_(compute_->memoryIn(space)) {}

    /// Binds the program and runs its preamble; false if there is nothing to run.
    bool bind(machine::OperationContext& context, const ProgramSettings& settings);

    const Grid& grid() const { return bound_->grid; }
    StageBinding& binding() { return bound_->binding; }
    const WorkgroupWaves& waves() const { return *waves_; }
    ShaderProgram& program() { return *program_; }

    /// The waves of a workgroup, by its place in the grid, until they have ended.
    WaveGroup& makeGroup(uint64_t place);
    void forgetGroup(const WaveGroup& group);

    void giveUp() override;
    /// The chip hangs after too many.
    void countStep(uint64_t ofWave) override;
    void finish() override { compute_->countFibers(grid()); }

  private:
    std::shared_ptr<const ComputeOperation> compute_;
    GpuMemory memory_;
    std::optional<ComputeOperation::BoundGrid> bound_;
    std::optional<WorkgroupWaves> waves_;
    std::optional<ShaderProgram> program_;
    std::vector<std::unique_ptr<WaveGroup>> groups_;
    uint64_t steps_ = 0;
    uint64_t mostOfWave_ = 0;  ///< steps that one wave has executed
};

}  // namespace cyclorama::adreno
