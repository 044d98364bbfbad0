// SPDX-License-Identifier: MIT
#pragma once
// How many results arrive at the registers in each of the next cycles.

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/time.h"

namespace cyclorama::machine::timing {

/// Longest result latency in cycles.
inline constexpr uint32_t kMostLatency = 17;
/// Results that a register bank takes in a cycle for each instruction that can issue.
inline constexpr uint32_t kWritePorts = 2;

class WritePorts {
  public:
    /// Forgets the cycles before `cycle`.
    void passTo(sim::Cycle cycle) {
        const sim::Cycle passed = std::min<sim::Cycle>(cycle - now_, kMostLatency);
        for (sim::Cycle c = 0; c < passed; ++c) at(cycle - 1 - c) = 0;
        now_ = cycle;
    }
    uint32_t operator[](sim::Cycle cycle) const { return counts_[cycle % kMostLatency]; }
    void take(sim::Cycle cycle) { ++at(cycle); }

  private:
    uint32_t& at(sim::Cycle cycle) { return counts_[cycle % kMostLatency]; }

    std::array<uint32_t, kMostLatency> counts_{};
    sim::Cycle now_ = 0;
};

}  // namespace cyclorama::machine::timing
