// SPDX-License-Identifier: MIT
#include "families/vivante/timing/topology.h"

#include <array>

#include "families/vivante/chip/dialect.h"
#include "families/vivante/chip/parameters.h"
#include "families/vivante/timing/command_front.h"
#include "families/vivante/timing/resolve_unit.h"
#include "families/vivante/timing/tile_status_settings.h"
#include "machine/timing/timing_settings.h"
#include "machine/timing/topology/draw_pipeline.h"
#include "machine/timing/topology/limiting_unit.h"

namespace cyclorama::vivante {

namespace {

using machine::timing::CacheUses;
using machine::timing::Change;
using machine::timing::DrawFaults;
using machine::timing::DrawPipeline;
using machine::timing::FragmentMap;
using machine::timing::LimitingUnit;
using machine::timing::Pace;
using machine::timing::Topology;
using machine::timing::TopologyContext;

/// After each submission (Linux: etnaviv_buffer.c, etnaviv_buffer_queue).
constexpr std::array kBuffersBehindCommands{gpu::Buffer::Color, gpu::Buffer::DepthStencil, gpu::Buffer::TileStatus};
/// Before commands on another memory, for the caches that the submission before them did not leave empty (Linux:
/// etnaviv_buffer.c, the flush before an MMU update).
constexpr std::array kBuffersOfOtherMemory{gpu::Buffer::Texture, gpu::Buffer::VertexTexture, gpu::Buffer::ShaderCode};

mem::ClientSettings memoryClients(const machine::Configuration& configuration) {
    mem::ClientSettings settings = machine::timing::memoryClientSettings(configuration);
    settings.flatAddresses = true;
    settings.units[mem::Client::ResolveEngine] = 1;
    settings.busWidth[mem::Client::ResolveEngine] = parametersOf(configuration).engines.resolveBusWidth;
    return settings;
}

CommandFront::Settings frontSettings(const EngineParameters& parameters) {
    return {.stream = {.queueBytes = parameters.streamQueueBytes, .bytesPerCycle = parameters.streamBytesPerCycle}};
}

ResolveUnit::Settings resolveSettings(const EngineParameters& parameters) {
    return {.samplesPerCycle = parameters.resolveSamplesPerCycle,
            .blocks = parameters.resolveBlocks,
            .startLatency = parameters.resolveStartLatency};
}

class VivanteTopology final : public Topology {
  public:
    explicit VivanteTopology(const TopologyContext& context);

    void afterCycle() override;
    std::vector<DrawFaults> takeFaults() override { return pipeline_.takeFaults(); }
    Pace pace() const override { return limitingUnit_.find(); }
    std::vector<Change> changes(const machine::Configuration& configuration) const override;
    void compareCaches(bool compare) override { pipeline_.shaders.compareCaches(compare); }
    void countCacheUses(CacheUses* uses) override {
        pipeline_.shaders.countCacheUses(uses);
        pipeline_.pixels.countCacheUses(uses);
    }
    FragmentMap* fragmentMap() override { return pipeline_.pixels.fragmentMap.get(); }
    Flushes flushes() const override {
        return {.behind = kBuffersBehindCommands, .beforeOtherMemory = kBuffersOfOtherMemory};
    }
    uint64_t samplesPassed() const override { return pipeline_.pixels.samplesPassed(); }

  private:
    TopologyContext context_;
    CommandFront front_;
    DrawPipeline pipeline_;
    ResolveUnit resolve_;
    LimitingUnit limitingUnit_;
};

VivanteTopology::VivanteTopology(const TopologyContext& context)
    : Topology(context, {.memoryClients = memoryClients(context.configuration), .dialect = dialect()}),
      context_(context),
      front_(commandProcessor(), frontSettings(parametersOf(context.configuration).engines), context.space),
      pipeline_({.simulation = context.simulation,
                 .configuration = context.configuration,
                 .space = context.space,
                 .domains = domains_,
                 .pools = pools_},
                tileStatusSettings(parametersOf(context.configuration).engines)),
      resolve_(context.simulation, domains_.gpu, resolveSettings(parametersOf(context.configuration).engines)),
      limitingUnit_(commandProcessor(), pipeline_, memory(), {&resolve_}) {
    commandProcessor().setFront(front_);
    // The memory has one interleaving of channels: no other is ever set.
    memory().commands.driveFromOutside();
    front_.resolveCommand.bind(resolve_.command);
    resolve_.status.bind(front_.resolveStatus);
    pipeline_.bindCommands(commandProcessor().units);
    pipeline_.connect(memory());
    memory().connect(mem::Client::ResolveEngine, 0, resolve_.memory);
}

std::vector<Change> VivanteTopology::changes(const machine::Configuration& configuration) const {
    std::vector<Change> changes = machine::timing::pipelineChanges(configuration);
    changes.push_back({.title = "A resolve engine twice as wide",
                       .parameters = {{"VIVANTE.ResolveSamplesPerCycle"}, {"VIVANTE.ResolveBusWidth"}},
                       .effects = {{.unit = "ResolveUnit", .onlyAtFullRate = true}}});
    // More reads under way at a time hide their latency.
    changes.push_back({.title = "Twice as many blocks under way in the resolve engine",
                       .parameters = {{"VIVANTE.ResolveBlocks"}},
                       .effects = {{.unit = "ChannelScheduler.", .onlyAtFullRate = true, .saved = 0},
                                   {.unit = "ChannelScheduler.", .through = "ResolveUnit", .onlyFull = true},
                                   {.unit = "MemoryController", .through = "ResolveUnit", .onlyFull = true}}});
    return changes;
}

void VivanteTopology::afterCycle() {
    if (commandProcessor().events().endedBatch != nullptr)
        pools_.tileStatus.report(context_.findings, commandProcessor().place());
}

}  // namespace

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context) {
    return std::make_unique<VivanteTopology>(context);
}

}  // namespace cyclorama::vivante
