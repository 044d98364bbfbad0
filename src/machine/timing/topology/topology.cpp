// SPDX-License-Identifier: MIT
#include "machine/timing/topology/topology.h"

#include "machine/configuration/settings.h"
#include "machine/timing/timing_settings.h"
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

Topology::Topology(const TopologyContext& context, const Settings& settings)
    : domains_(addClockDomains(context.simulation, context.configuration.gpu)),
      drawInFlight_(context.configuration, context.space),
      drawChecks_(context.configuration, settings.dialect, context.space, context.findings, context.drawWork),
      cycles_(context.simulation, domains_.gpu),
      memory_(makeMemoryController(context.simulation, domains_, context.configuration, settings.memoryClients)),
      commandProcessor_(context.simulation, domains_.gpu,
                        {.pipelinedBatches = context.configuration.commandProcessor.pipelinedBatchRendering,
                         .units = {.ropUnits = context.configuration.gpu.numStampPipes,
                                   .shaders = context.configuration.gpu.numFragmentShaders,
                                   .textureUnits = context.configuration.gpu.numFragmentShaders *
                                                   context.configuration.shader.textureUnits},
                         .depthFlushDelay = settings.depthFlushDelay,
                         .firstFrame = context.firstFrame,
                         .tiles = tileSizes(context.configuration.rasterization)},
                        {.source = nullptr,
                         .space = &context.space,
                         .earlier = &pools_.earlier,
                         .drawInFlight = &drawInFlight_,
                         .checks = &drawChecks_,
                         .findings = &context.findings,
                         .onEvent = context.onEvent,
                         .samplesPassed = [this] { return samplesPassed(); },
                         .observer = context.observer}) {
    memory_->connect(mem::Client::CommandProcessor, 0, commandProcessor_.transfer.port);
}

}  // namespace cyclorama::machine::timing
