// SPDX-License-Identifier: MIT
#include "machine/timing/topology/clock_domains.h"

namespace cyclorama::machine::timing {

ClockDomains addClockDomains(sim::Simulation& simulation, const GpuParameters& parameters) {
    ClockDomains domains;
    const auto add = [&](const char* name, uint32_t megahertz) {
        return simulation.addDomain({.name = name, .periodPicoseconds = sim::periodOfMegahertz(megahertz)});
    };
    domains.gpu = domains.shader = domains.memory = add("GPU", parameters.gpuClock);
    if (parameters.shaderClock != parameters.gpuClock) domains.shader = add("shader", parameters.shaderClock);
    if (parameters.memoryClock != parameters.gpuClock) domains.memory = add("memory", parameters.memoryClock);
    return domains;
}

CycleCounter::CycleCounter(sim::Simulation& simulation, sim::DomainId domain)
    : Box(simulation, domain, "CycleCounter"),
      cycles_(simulation.statistics(), {"CycleCounter", "cycles", "Cycles of the main clock."}) {}

void CycleCounter::clock(sim::Cycle) {
    ++cycles_;
    sleep();
}

void CycleCounter::accountSleep(sim::Cycle, uint64_t count) { cycles_.add(count); }

}  // namespace cyclorama::machine::timing
