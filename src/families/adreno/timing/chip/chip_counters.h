// SPDX-License-Identifier: MIT
#pragma once
// The chips' own performance counters, as far as boxes have one that counts the same: each box adds its own.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "families/adreno/chip/counter_source.h"
#include "families/adreno/registers/performance_counters.h"
#include "machine/timing/observation/driver_counter.h"
#include "sim/simulation.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class ChipCounters final : public CounterSource {
  public:
    /// The simulation and all counters outlive it.
    explicit ChipCounters(sim::Simulation& simulation) : simulation_(simulation) {}

    /// Of several units that add the same one, the sum is counted.
    void add(const PerformanceCounter& counter, const sim::Counter& statistic) {
        counters_[{counter.block, counter.number}].push_back(&statistic);
    }

    std::optional<uint64_t> count(uint32_t block, uint32_t number) override;

    /// All counters by name, with what answers each.
    std::vector<machine::timing::DriverCounter> list() const;

  private:
    std::vector<std::string> sourcesOf(uint32_t block, uint32_t number) const;

    sim::Simulation& simulation_;
    /// By block and number.
    std::map<std::pair<uint32_t, uint32_t>, std::vector<const sim::Counter*>> counters_;
};

}  // namespace cyclorama::adreno
