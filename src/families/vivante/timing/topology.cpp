// SPDX-License-Identifier: MIT
#include "families/vivante/timing/topology.h"

#include <array>

#include "families/vivante/chip/dialect.h"
#include "families/vivante/chip/parameters.h"
#include "families/vivante/chip/performance_signals.h"
#include "families/vivante/timing/command_front.h"
#include "families/vivante/timing/resolve_unit.h"
#include "families/vivante/timing/tile_status_settings.h"
#include "families/vivante/timing/timed_signals.h"
#include "machine/timing/pipeline/draw_topology.h"

namespace cyclorama::vivante {

namespace {

using machine::timing::Change;
using machine::timing::DrawTopology;
using machine::timing::DriverCounter;
using machine::timing::TopologyContext;

/// After each submission (Linux: etnaviv_buffer.c, etnaviv_buffer_queue).
constexpr std::array kBuffersAfterCommands{gpu::Buffer::Color, gpu::Buffer::DepthStencil, gpu::Buffer::TileStatus};
/// Before commands on another memory, for the caches that the submission before them did not leave empty (Linux:
/// etnaviv_buffer.c, the flush before an MMU update).
constexpr std::array kBuffersOfOtherMemory{gpu::Buffer::Texture, gpu::Buffer::VertexTexture, gpu::Buffer::ShaderCode};

CommandFront::Settings frontSettings(const EngineParameters& parameters) {
    return {.stream = {.queueBytes = parameters.streamQueueBytes, .bytesPerCycle = parameters.streamBytesPerCycle}};
}

ResolveUnit::Settings resolveSettings(const EngineParameters& parameters) {
    return {.samplesPerCycle = parameters.resolveSamplesPerCycle,
            .blocks = parameters.resolveBlocks,
            .startLatency = parameters.resolveStartLatency};
}

class VivanteTopology final : public DrawTopology {
  public:
    explicit VivanteTopology(const TopologyContext& context);

    void afterCycle() override;
    std::vector<Change> changes(const machine::Configuration& configuration) const override;
    std::vector<DriverCounter> driverCounters() const override;
    Flushes flushes() const override {
        return {.after = kBuffersAfterCommands, .beforeOtherMemory = kBuffersOfOtherMemory};
    }

  private:
    static Settings drawSettings(const EngineParameters& parameters);

    CommandFront front_;
    ResolveUnit resolve_;
};

DrawTopology::Settings VivanteTopology::drawSettings(const EngineParameters& parameters) {
    return {.dialect = dialect(),
            .tileStatus = tileStatusSettings(parameters),
            // Read last, and without entries of its own in the request buffer.
            .engines = {{.name = ResolveUnit::kMemoryClient,
                         .busWidth = parameters.resolveBusWidth,
                         .unitsWithEntries = 0,
                         .turn = 6}},
            .engineCycles = CommandFront::resolveCycles(),
            .flatAddresses = true};
}

VivanteTopology::VivanteTopology(const TopologyContext& context)
    : DrawTopology(context, drawSettings(parametersOf(context.configuration).engines)),
      front_(commandUnit(), frontSettings(parametersOf(context.configuration).engines), context.space),
      resolve_(context.simulation, domains().gpu, resolveSettings(parametersOf(context.configuration).engines)) {
    commandUnit().setFront(front_);
    addEngine(resolve_);
    // The memory has one interleaving of channels, which never changes.
    memory().commands.driveFromOutside();
    front_.resolveCommand.bind(resolve_.command);
    resolve_.status.bind(front_.resolveStatus);
    memory().connect(ResolveUnit::kMemoryClient, 0, resolve_.memory);
}

std::vector<Change> VivanteTopology::changes(const machine::Configuration& configuration) const {
    std::vector<Change> changes = DrawTopology::changes(configuration);
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

std::vector<DriverCounter> VivanteTopology::driverCounters() const {
    std::vector<DriverCounter> counters;
    for (const PerformanceDomain& domain : performanceDomains())
        for (const std::string_view signal : domain.signals)
            counters.push_back({.group = domain.name, .name = signal, .sources = columnsOf(signal)});
    return counters;
}

void VivanteTopology::afterCycle() {
    if (commandUnit().events().endedDraw != nullptr) fastClears().report(context().findings, commandUnit().place());
}

}  // namespace

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context) {
    return std::make_unique<VivanteTopology>(context);
}

}  // namespace cyclorama::vivante
