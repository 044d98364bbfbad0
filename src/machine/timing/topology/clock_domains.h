// SPDX-License-Identifier: MIT
#pragma once

#include "machine/configuration/configuration.h"
#include "sim/box.h"
#include "sim/simulation.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// The domains of the three clocks; those with the same frequency as the GPU's are the same.
struct ClockDomains {
    sim::DomainId gpu = 0;
    sim::DomainId shader = 0;
    sim::DomainId memory = 0;
};
ClockDomains addClockDomains(sim::Simulation& simulation, const GpuParameters& parameters);

/// Counts cycles of the main clock.
class CycleCounter final : public sim::Box {
  public:
    CycleCounter(sim::Simulation& simulation, sim::DomainId domain);
    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override { return {}; }

  private:
    sim::Counter cycles_;
};

}  // namespace cyclorama::machine::timing
