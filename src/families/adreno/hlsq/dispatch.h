// SPDX-License-Identifier: MIT
#pragma once
// Dispatches: CP_EXEC_CS, CP_EXEC_CS_INDIRECT, CP_RUN_OPENCL.

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "families/adreno/operations/chip_operation.h"

namespace cyclorama::adreno {

using Extent3 = std::array<uint32_t, 3>;

/// A grid of workgroups as registers and packets describe it (Mesa: a6xx.xml, HLSQ_CS_NDRANGE, HLSQ_CS_CNTL).
struct Grid {
    Extent3 groups{};
    Extent3 localSize{};  ///< fibers of a workgroup
    Extent3 offset{};     ///< of the first workgroup's number
    // Registers by component; kNoRegister: none. Each names the first of three, but the linear id's.
    uint8_t groupId = 0;
    uint8_t groupCount = 0;
    uint8_t groupOffset = 0;
    uint8_t localId = 0;
    uint8_t linearLocalId = 0;
    uint32_t localBytes = 0;  ///< memory of a workgroup

    uint64_t fibers() const { return uint64_t{localSize[0]} * localSize[1] * localSize[2]; }
    /// Workgroups; the largest number where there are more.
    uint64_t count() const;

    static Grid decode(const RegisterValues& registers);
};

/// Executes the compute program for all workgroups of a grid.
class Dispatch final : public ChipOperation {
  public:
    /// The grid of the registers with these numbers of workgroups.
    Dispatch(Pipeline& pipeline, std::string place, const Extent3& groups)
        : ChipOperation(pipeline, std::move(place)), groups_(groups) {}
    gpu::WorkKind kind() const override { return gpu::WorkKind::Dispatch; }

  protected:
    void run(Execution& execution) const override;

  private:
    Extent3 groups_;
};

/// The same with the numbers, and the size of a workgroup, from the packet: three words in memory.
class IndirectDispatch final : public ChipOperation {
  public:
    IndirectDispatch(Pipeline& pipeline, std::string place, uint64_t address, const Extent3& localSize)
        : ChipOperation(pipeline, std::move(place)), address_(address), localSize_(localSize) {}
    gpu::WorkKind kind() const override { return gpu::WorkKind::Dispatch; }

  protected:
    void run(Execution& execution) const override;

  private:
    uint64_t address_;
    Extent3 localSize_;
};

}  // namespace cyclorama::adreno
