// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/streamer.h"

#include <utility>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

Streamer::Streamer(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertices,
                   const mem::AddressSpace& memory, mem::StaleContents& earlier, const StreamerParameters& parameters,
                   const StreamerLinks& links)
    : UnitBox(simulation, domain, "Streamer"),
      channels_(links.channels),
      fetchStatus_(*this, "fetchStatus", UnitStatus::Reset),
      commitStatus_(*this, "commitStatus", UnitStatus::Reset),
      fetch_(std::make_unique<StreamerFetch>(simulation, domain, memory, earlier, parameters)),
      outputCache_(std::make_unique<StreamerOutputCache>(simulation, domain, parameters)),
      commit_(std::make_unique<StreamerCommit>(simulation, domain, vertices, parameters,
                                               StreamerCommit::Links{.channels = links.channels,
                                                                     .shaderOutputLatency = links.shaderOutputLatency,
                                                                     .assemblyBusLatency = links.assemblyBusLatency})) {
    const uint32_t units = parameters.loaderUnits;
    if (links.channels == 0 || links.channels % units != 0)
        throw sim::Fault("the streamer's channels are no multiple of its loaders");
    for (uint32_t unit = 0; unit < units; ++unit)
        loaders_.push_back(std::make_unique<StreamerLoader>(
            simulation, domain, vertices, memory, earlier, parameters,
            StreamerLoader::Links{
                .unit = unit, .channels = links.channels / units, .attributesByShader = links.attributesByShader}));
    bindParts();
}

void Streamer::bindParts() {
    const auto addCommand = [this](sim::Signal<UnitCommand>& input) {
        partCommands_.push_back(std::make_unique<sim::Output<UnitCommand>>(*this, input.reader().name() + ".command"));
        partCommands_.back()->bind(input);
    };
    addCommand(fetch_->command);
    addCommand(outputCache_->command);
    addCommand(commit_->command);
    fetch_->status.bind(fetchStatus_);
    commit_->status.bind(commitStatus_);
    fetch_->indices.bind(outputCache_->indices);
    outputCache_->toCommit.bind(commit_->indices);
    commit_->freed.bind(fetch_->freedOutputs);
    commit_->lineReleases.bind(outputCache_->releases);
    for (size_t unit = 0; unit < loaders_.size(); ++unit) {
        addCommand(loaders_[unit]->command);
        outputCache_->toLoaders[unit]->bind(loaders_[unit]->indices);
        loaders_[unit]->freed.bind(*fetch_->freedRequests[unit]);
    }
}

sim::Output<VertexId>& Streamer::unshaded(uint32_t channel) {
    const uint32_t channelsOfLoader = channels_ / loaders();
    return *loaders_[channel / channelsOfLoader]->channels[channel % channelsOfLoader];
}

void Streamer::collectFaults() {
    uint64_t reads = fetch_->readsOutOfRange();
    for (const auto& loader : loaders_) reads += loader->readsOutOfRange();
    if (reads != readsCollected_)
        faults_.push_back({.place = place_,
                           .vertexReads = reads - readsCollected_,
                           .textures = {},
                           .memoryAccesses = 0,
                           .brokenPrograms = 0});
    readsCollected_ = reads;
}

std::vector<DrawFaults> Streamer::takeFaults() {
    collectFaults();
    return std::exchange(faults_, {});
}

void Streamer::reset(sim::Cycle cycle) { passOn(cycle, {.operation = UnitOperation::Reset}); }

void Streamer::start(sim::Cycle cycle, DrawRecord& draw) {
    collectFaults();
    place_ = draw.place;
    passOn(cycle, {.operation = UnitOperation::Draw, .draw = &draw});
}

bool Streamer::work(sim::Cycle cycle) {
    if (fetchStatus_.read(cycle) != UnitStatus::End || commitStatus_.read(cycle) != UnitStatus::End) return false;
    enter(UnitStatus::End);
    return true;
}

void Streamer::finish(sim::Cycle cycle) { passOn(cycle, {.operation = UnitOperation::End}); }

void Streamer::passOn(sim::Cycle cycle, const UnitCommand& unitCommand) {
    for (const auto& part : partCommands_) part->write(cycle, unitCommand);
}

std::string Streamer::describeWait() const { return working() ? "waits for its parts to finish the batch" : ""; }

template class UnitBox<Streamer, DrawProtocol>;

}  // namespace cyclorama::machine::timing
