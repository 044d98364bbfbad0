// SPDX-License-Identifier: MIT
#pragma once
// The boards that the chips are on, as far as programs see them.

#include <cstdint>
#include <string_view>

#include "families/adreno/chip/chip.h"

namespace cyclorama::adreno {

struct Board {
    /// Chip number without the patch: 0x060300 for an a630.
    uint32_t chip = 0;
    /// The display controller, which is the device of both nodes; the GPU is a component of it.
    std::string_view displayCompatible;
    /// The chip's speed bin as it is fused; only chips that the kernel knows by their chip number alone report it.
    uint16_t speedBin = 0;
};

/// The display controller's path in the device trees of all boards.
inline constexpr std::string_view kDisplayTreePath = "/soc@0/display-subsystem@ae00000/display-controller@ae01000";

/// The board of a chip: that of the first of the table for chips that are in none.
const Board& boardOf(const Chip& chip);

}  // namespace cyclorama::adreno
