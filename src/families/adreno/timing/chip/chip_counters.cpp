// SPDX-License-Identifier: MIT
#include "families/adreno/timing/chip/chip_counters.h"

#include <iterator>

#include "families/adreno/chip/query_counters.h"
#include "sim/fault.h"

namespace cyclorama::adreno {

namespace {

/// Its counts are those of the functional machine.
constexpr uint32_t kLrzBlock = "LRZ_BUSY_CYCLES"_counter.block;

/// The column that a counter of the registry is of.
std::string columnOf(const sim::Counter& counter, const sim::StatisticsRegistry& registry) {
    for (const auto& [name, column] : registry.columns())
        for (const auto& statistic : column)
            if (const auto total = statistic->total(); total && total->sum == &counter.total())
                return std::string(name);
    throw sim::Fault("a counter is of no column of its registry");
}

}  // namespace

std::optional<uint64_t> ChipCounters::count(uint32_t block, uint32_t number) {
    const auto found = counters_.find({block, number});
    if (found == counters_.end()) return std::nullopt;
    // Boxes that sleep count the cycles meanwhile.
    simulation_.settle();
    uint64_t sum = 0;
    for (const sim::Counter* const statistic : found->second) sum += statistic->total();
    return sum;
}

std::vector<machine::timing::DriverCounter> ChipCounters::list() const {
    std::vector<machine::timing::DriverCounter> all;
    for (uint32_t block = 0; block < std::size(kCounterBlocks); ++block)
        for (uint32_t number = 0; number < kCounterBlocks[block].names.size(); ++number)
            all.push_back({.group = kCounterBlocks[block].name,
                           .name = kCounterBlocks[block].names[number],
                           .sources = sourcesOf(block, number)});
    return all;
}

std::vector<std::string> ChipCounters::sourcesOf(uint32_t block, uint32_t number) const {
    std::vector<std::string> sources;
    if (const auto found = counters_.find({block, number}); found != counters_.end()) {
        for (const sim::Counter* const statistic : found->second)
            sources.push_back(columnOf(*statistic, simulation_.statistics()));
    } else if (block == kLrzBlock && LrzCounts{}.selected(number)) {
        sources.emplace_back("blocks and primitives of draws that have taken effect");
    }
    return sources;
}

}  // namespace cyclorama::adreno
