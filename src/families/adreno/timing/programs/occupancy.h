// SPDX-License-Identifier: MIT
#pragma once
// Waves that a unit holds of a program: by registers, branch stack and the memory of workgroups (Mesa: ir3/ir3.c,
// ir3_get_reg_dependent_max_waves and ir3_get_reg_independent_max_waves; per uSPTP by ArchProbe's steps on an a640).

#include <cstdint>

#include "families/adreno/hlsq/grid.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/timing/chip/settings.h"

namespace cyclorama::adreno {

/// A program's demands.
struct WaveDemand {
    uint32_t vectors = 0;      ///< registers of four components of a fiber
    uint32_t branchStack = 0;  ///< entries; 0: none
    uint32_t width = 64;       ///< fibers of a wave
    uint32_t groupFibers = 1;
    uint32_t localBytes = 0;  ///< of a workgroup

    uint32_t wavesOfGroup() const { return (groupFibers + width - 1) / width; }
};

/// The demand of the program of SP_CS_CTRL_REG0 for a grid.
WaveDemand computeDemand(const RegisterValues& registers, const Grid& grid, uint32_t width);

/// The demand of a program of a draw.
WaveDemand drawDemand(const RegisterValues& registers, const StageBinding& binding);

/// Waves of it that a unit holds, at least one.
uint32_t wavesPerUnit(const WaveDemand& demand, const OccupancySettings& settings);

}  // namespace cyclorama::adreno
