// SPDX-License-Identifier: MIT
#include "families/adreno/timing/chip_counters.h"

namespace cyclorama::adreno {

std::optional<uint64_t> ChipCounters::count(uint32_t block, uint32_t number) {
    const auto found = counters_.find({block, number});
    if (found == counters_.end()) return std::nullopt;
    // Boxes that sleep count the cycles meanwhile.
    simulation_.settle();
    uint64_t sum = 0;
    for (const sim::Counter* const statistic : found->second) sum += statistic->total();
    return sum;
}

}  // namespace cyclorama::adreno
