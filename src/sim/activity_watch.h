// SPDX-License-Identifier: MIT
#pragma once
// Cycles in which each box was clocked, and in which anything moved through its inputs or outputs.

#include <cstdint>
#include <vector>

#include "sim/box.h"
#include "sim/clock_watch.h"
#include "sim/simulation.h"

namespace cyclorama::sim {

/// Counts for one run of one simulation, to be handed to Simulation::setWatch() when all boxes are there.
class ActivityWatch final : public ClockWatch {
  public:
    struct Count {
        uint64_t clocked = 0;
        /// Cycle 0 counts as one in which something moved.
        uint64_t moving = 0;
    };

    explicit ActivityWatch(const Simulation& simulation) {
        for (DomainId id = 0; id < simulation.domains(); ++id) counts_.emplace_back(simulation.boxes(id).size());
    }

    const Count& of(const Box& box) const { return counts_[box.domain()][box.place()]; }

    void clock(Box& box, Cycle cycle) override {
        box.clock(cycle);
        Count& count = counts_[box.domain()][box.place()];
        ++count.clocked;
        if (box.lastActivity() == cycle) ++count.moving;
    }

  private:
    std::vector<std::vector<Count>> counts_;  // by domain and place in it
};

}  // namespace cyclorama::sim
