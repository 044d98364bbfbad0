// SPDX-License-Identifier: MIT
#include "families/adreno/chip/query_counters.h"

namespace cyclorama::adreno {

std::optional<uint64_t> LrzCounts::selected(uint32_t number) const {
    switch (number) {
        case 7:
            return coveredBlocks + partialBlocks;
        case 8:
            return writtenBlocks;
        case 12:
            return rejectedPrimitives;
        case 13:
            return keptPrimitives;
        case 14:
            return coveredBlocks;
        case 15:
            return partialBlocks;
        case 16:
            return rejectedBlocks;
        case 21:
            return fedBackBlocks;
        default:
            return std::nullopt;
    }
}

}  // namespace cyclorama::adreno
