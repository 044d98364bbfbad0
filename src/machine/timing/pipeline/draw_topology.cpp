// SPDX-License-Identifier: MIT
#include "machine/timing/pipeline/draw_topology.h"

#include <fmt/format.h>

#include "machine/configuration/settings.h"
#include "machine/timing/pipeline/pipeline_changes.h"

namespace cyclorama::machine::timing {

namespace {

mem::ClientSettings memoryClients(const Configuration& configuration, std::span<const mem::ClientInfo> engines,
                                  bool flatAddresses) {
    mem::ClientSettings settings{.clients = {}, .flatAddresses = flatAddresses};
    settings.clients.add({.name = CommandProcessor::kMemoryClient,
                          .busWidth = configuration.memoryController.commandProcessorBusWidth,
                          .writes = true});
    DrawPipeline::addClients(configuration, settings.clients);
    for (const mem::ClientInfo& engine : engines) settings.clients.add(engine);
    return settings;
}

CommandSettings commandSettings(const TopologyContext& context, uint32_t depthFlushDelay,
                                const std::optional<sim::StatisticInfo>& engineCycles) {
    const Configuration& configuration = context.configuration;
    const uint32_t shaders = configuration.gpu.numFragmentShaders;
    return {.pipelinedBatches = configuration.commandProcessor.pipelinedBatchRendering,
            .units = {.ropUnits = configuration.gpu.numStampPipes,
                      .shaders = shaders,
                      .textureUnits = shaders * configuration.shader.textureUnits},
            .depthFlushDelay = depthFlushDelay,
            .firstFrame = context.firstFrame,
            .tiles = tileSizes(configuration.rasterization),
            .engineCycles = engineCycles};
}

}  // namespace

DrawTopology::DrawTopology(const TopologyContext& context, const Settings& settings)
    : Topology(context, memoryClients(context.configuration, settings.engines, settings.flatAddresses)),
      context_(context),
      drawInFlight_(context.configuration, context.space),
      drawChecks_(context.configuration, settings.dialect, context.space, context.findings, context.drawWork),
      commandProcessor_(context.simulation, domains().gpu,
                        commandSettings(context, settings.depthFlushDelay, settings.engineCycles),
                        {.source = nullptr,
                         .space = &context.space,
                         .earlier = &earlier_,
                         .drawInFlight = &drawInFlight_,
                         .checks = &drawChecks_,
                         .findings = &context.findings,
                         .onEvent = context.onEvent,
                         .samplesPassed = [this] { return samplesPassed(); },
                         .observer = context.observer}),
      pipeline_({.simulation = context.simulation,
                 .configuration = context.configuration,
                 .space = context.space,
                 .earlier = earlier_,
                 .domains = domains()},
                fastClears_, settings.tileStatus),
      limitingUnit_(commandProcessor_, pipeline_, memory()) {
    memory().connect(CommandProcessor::kMemoryClient, 0, commandProcessor_.transfer.port);
    pipeline_.bindCommands(commandProcessor_.units);
    pipeline_.connect(memory());
    pipeline_.addCaches(caches());
}

std::vector<Change> DrawTopology::changes(const Configuration& configuration) const {
    return pipelineChanges(configuration);
}

void DrawTopology::afterFrame(const PresentedFrame& frame, func::RowOrder order) {
    if (FragmentMap* const map = pipeline_.pixels.fragmentMap.get())
        context_.frames.dump(fmt::format("fragmentmap{:04}", frame.index),
                             map->finishFrame(frame.picture.width, frame.picture.height, order));
}

}  // namespace cyclorama::machine::timing
