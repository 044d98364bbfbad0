// SPDX-License-Identifier: MIT
#pragma once
// State of an LRZ buffer beside its depths: its fast clear and its direction (Mesa: common/freedreno_lrz.h,
// fd_lrzfc_layout<A6XX>; registers/adreno/a6xx.xml, adreno_pm4.xml).
//
//   offset  bytes
//   0       512    a bit for each block of 16x4 depths: 0 where it is cleared, whatever its depths are
//   512     1      direction in which depths are replaced
//   514     4      GRAS_LRZ_DEPTH_VIEW of the depths

#include <cstdint>

#include "families/adreno/memory/address_listener.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

struct LrzControl;

struct LrzTracking {
    static constexpr uint64_t kFastClearBytes = 512;
    static constexpr uint64_t kDirection = 512;
    static constexpr uint64_t kDepthView = 514;

    /// Less and Greater have the values of GRAS_LRZ_CNTL/DIR. There 3 asks for no direction, and 0 leaves the direction
    /// alone.
    enum class Direction : uint8_t { Disabled = 0, Less = 1, Greater = 2, NotSet = 3 };
};

/// True where the buffer's direction and depth view let a draw use its depths. Sets the direction, or ends LRZ, where
/// the draw writes it.
bool followsDirection(const LrzControl& control, const GpuMemory& memory);

/// The event LRZ_CLEAR: clears all blocks, or forgets the direction, or both, as GRAS_LRZ_CNTL says. `writes`, which
/// may be null, hears of what is written.
void clearLrz(const RegisterValues& registers, const GpuMemory& memory, AddressListener* writes);

}  // namespace cyclorama::adreno
