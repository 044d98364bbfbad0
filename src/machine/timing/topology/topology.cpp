// SPDX-License-Identifier: MIT
#include "machine/timing/topology/topology.h"

#include "machine/timing/topology/memory_settings.h"
#include "mem/gddr/gddr_controller.h"
#include "mem/simple/simple_controller.h"

namespace cyclorama::machine::timing {

namespace {

std::unique_ptr<mem::MemoryController> makeMemoryController(sim::Simulation& simulation, const ClockDomains& domains,
                                                            const Configuration& configuration,
                                                            const mem::ClientSettings& clients) {
    if (configuration.memoryController.memoryControllerV2)
        return std::make_unique<mem::gddr::GddrController>(simulation, domains.gpu, domains.memory,
                                                           gddrSettings(configuration, clients));
    return std::make_unique<mem::simple::SimpleController>(simulation, domains.gpu,
                                                           simpleMemorySettings(configuration, clients));
}

}  // namespace

Topology::Topology(const TopologyContext& context, const mem::ClientSettings& clients)
    : domains_(addClockDomains(context.simulation, context.configuration.gpu)),
      cycles_(context.simulation, domains_.gpu),
      memory_(makeMemoryController(context.simulation, domains_, context.configuration, clients)) {}

}  // namespace cyclorama::machine::timing
