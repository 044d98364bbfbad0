// SPDX-License-Identifier: MIT
#pragma once
// Grids of workgroups: CP_EXEC_CS, CP_EXEC_CS_INDIRECT, CP_RUN_OPENCL.

#include <array>
#include <cstdint>
#include <optional>

#include "families/adreno/chip/reporter.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/sp/stage_binding.h"

namespace cyclorama::adreno {

using Extent3 = std::array<uint32_t, 3>;

/// A grid of workgroups as registers and packets describe it (Mesa: a6xx.xml, HLSQ_CS_NDRANGE, HLSQ_CS_CNTL).
struct Grid {
    Extent3 groups{};
    Extent3 localSize{};  ///< fibers of a workgroup
    Extent3 offset{};     ///< of the first workgroup's number
    // Registers by component; ir3::kNoRegister: none. Each names the first of three, but the linear id's.
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

/// The program of a grid, bound. Empty if there is nothing to run; reports workgroups that are too large.
std::optional<StageBinding> bindGrid(const Grid& grid, const StageBinder& binder, Reporter& reporter);

}  // namespace cyclorama::adreno
