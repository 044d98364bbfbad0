// SPDX-License-Identifier: MIT
#pragma once
// Registers that the kernel keeps command streams from writing (Linux: drivers/gpu/drm/msm/adreno/a6xx_catalog.c).

#include <cstdint>
#include <span>

#include "families/adreno/chip/chip.h"

namespace cyclorama::adreno {

struct RegisterRange {
    uint32_t first = 0;
    uint32_t last = 0;
};

std::span<const RegisterRange> protectedRegisters(const Chip& chip);

/// Registers that a chip has once, not once for each of the two contexts of state: a write does not wait for the work
/// before it (all that are not in the kernel's lists of contexts: a6xx_gpu_state.h). Without those that start
/// something, and those that drivers change with no draw after them that uses them.
std::span<const RegisterRange> unbankedRegisters();

}  // namespace cyclorama::adreno
