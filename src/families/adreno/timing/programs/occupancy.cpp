// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/occupancy.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// Waves come in pairs.
constexpr uint32_t kGranularity = 2;
/// Memory of workgroups is given out in pieces.
constexpr uint32_t kLocalPiece = 1024;

/// All stages have the fields of SP_CS_CTRL_REG0 at the same places. Two half registers take the place of a full one,
/// their own or, merged, the same.
WaveDemand demandOf(uint32_t control, bool mergedRegisters, uint32_t width) {
    const auto full = static_cast<uint32_t>("SP_CS_CTRL_REG0/FULLREGFOOTPRINT"_field.of(control));
    const auto half = static_cast<uint32_t>("SP_CS_CTRL_REG0/HALFREGFOOTPRINT"_field.of(control));
    const uint32_t halfAsFull = (half + 1) / 2;
    return {.vectors = mergedRegisters ? std::max(full, halfAsFull) : full + halfAsFull,
            .branchStack = static_cast<uint32_t>("SP_CS_CTRL_REG0/BRANCHSTACK"_field.of(control)),
            .width = width};
}

}  // namespace

WaveDemand computeDemand(const RegisterValues& registers, const Grid& grid, uint32_t width) {
    WaveDemand demand =
        demandOf(registers.word("SP_CS_CTRL_REG0"_reg), registers.flag("SP_CS_CTRL_REG0/MERGEDREGS"_field), width);
    demand.groupFibers = static_cast<uint32_t>(grid.fibers());
    demand.localBytes = grid.localBytes;
    return demand;
}

WaveDemand drawDemand(const RegisterValues& registers, const StageBinding& binding) {
    return demandOf(registers.read(registersOf(binding.stage).control), binding.shape.mergedRegisters,
                    binding.shape.width);
}

uint32_t wavesPerUnit(const WaveDemand& demand, const OccupancySettings& settings) {
    uint32_t waves = settings.waves;
    const uint32_t wide = demand.width == 128 ? 2 : 1;
    if (demand.vectors != 0) waves = std::min(waves, settings.registerVectors / (demand.vectors * wide) * kGranularity);
    if (demand.branchStack != 0)
        waves = std::min(waves, settings.branchStackEntries / demand.branchStack * kGranularity);
    if (demand.localBytes != 0) {
        const uint32_t pairs = (demand.groupFibers + demand.width * kGranularity - 1) / (demand.width * kGranularity);
        const uint32_t bytes = (demand.localBytes + kLocalPiece - 1) / kLocalPiece * kLocalPiece;
        waves = std::min(waves, pairs * (settings.localBytes / bytes) * kGranularity);
    }
    return std::max(waves, 1u);
}

}  // namespace cyclorama::adreno
