// SPDX-License-Identifier: MIT
#pragma once
// Lanes of a request that name the same descriptor, together.

#include <cstdint>

#include "families/adreno/isa/units.h"

namespace cyclorama::adreno {

/// Calls use(lanes, number) once for each number that lanes have. All have the first one's where it is `uniform`.
template <typename Use>
void forNumbers(isa::WaveMask lanes, const ir3::LaneWords& numbers, bool uniform, Use use) {
    while (lanes.any()) {
        const uint32_t number = numbers.lane[lanes.lowest()];
        if (uniform) return use(lanes, number);
        isa::WaveMask same{};
        isa::forLanes(lanes, [&](unsigned lane) {
            if (numbers.lane[lane] == number) same |= isa::WaveMask::only(lane);
        });
        use(same, number);
        lanes &= ~same;
    }
}

}  // namespace cyclorama::adreno
