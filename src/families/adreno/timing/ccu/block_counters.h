// SPDX-License-Identifier: MIT
#pragma once
// Counts of compressed blocks (UBWC) by their sectors, as the chips' counters have them in classes.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "families/adreno/timing/ccu/target_caching.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

enum class BlockMove : uint8_t { Read, Write };

class BlockCounters {
  public:
    /// `unit`: of the statistics' names.
    BlockCounters(sim::StatisticsRegistry& registry, CcuTarget target, BlockMove move, std::string_view unit);

    void count(uint32_t sectors) { ++*counters_[sectors < counters_.size() ? sectors : counters_.size() - 1]; }
    void addTo(ChipCounters& counters) const;

  private:
    bool color_;
    BlockMove move_;
    /// Blocks of 0 to 6 sectors, and of 8.
    std::vector<std::unique_ptr<sim::Counter>> counters_;
};

}  // namespace cyclorama::adreno
