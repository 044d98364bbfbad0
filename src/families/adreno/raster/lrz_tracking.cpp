// SPDX-License-Identifier: MIT
#include "families/adreno/raster/lrz_tracking.h"

#include <cstring>

namespace cyclorama::adreno {

void LrzClear::run(Execution& execution) const {
    const RegisterValues& registers = execution.state.registers;
    const uint64_t base = registers.address("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg);
    if (!registers.flag("GRAS_LRZ_CNTL/ENABLE"_field) || base == 0) return;
    const GpuMemory& memory = execution.memory;
    if (registers.flag("GRAS_LRZ_CNTL/FC_ENABLE"_field))
        if (std::byte* const blocks = memory.find(base, LrzTracking::kFastClearBytes, MemoryClient::Lrz))
            std::memset(blocks, 0, LrzTracking::kFastClearBytes);
    if (!registers.flag("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field)) return;
    memory.store(base + LrzTracking::kDirection, LrzTracking::Direction::NotSet, MemoryClient::Lrz);
    memory.store(base + LrzTracking::kDepthView, registers.word("GRAS_LRZ_DEPTH_VIEW"_reg), MemoryClient::Lrz);
}

}  // namespace cyclorama::adreno
