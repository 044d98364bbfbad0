#include "machine/timing/streamer/streamer.h"

#include <utility>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

Streamer::Streamer(sim::Simulation& simulation, sim::DomainId domain, WorkPools& pools, const mem::AddressSpace& memory,
                   const StreamerParameters& parameters, const StreamerLinks& links)
    : Box(simulation, domain, "Streamer"),
      command(*this, {.name = "command"}),
      status(*this, "status"),
      channels_(links.channels),
      fetchStatus_(*this, "fetchStatus", UnitStatus::Reset),
      commitStatus_(*this, "commitStatus", UnitStatus::Reset),
      fetch_(std::make_unique<StreamerFetch>(simulation, domain, pools, memory, parameters)),
      outputCache_(std::make_unique<StreamerOutputCache>(simulation, domain, parameters)),
      commit_(std::make_unique<StreamerCommit>(simulation, domain, pools, parameters,
                                               StreamerCommit::Links{.channels = links.channels,
                                                                     .shaderOutputLatency = links.shaderOutputLatency,
                                                                     .assemblyBusLatency = links.assemblyBusLatency})) {
    const uint32_t units = parameters.loaderUnits;
    if (links.channels == 0 || links.channels % units != 0)
        throw sim::Fault("the streamer's channels are no multiple of its loaders");
    for (uint32_t unit = 0; unit < units; ++unit)
        loaders_.push_back(std::make_unique<StreamerLoader>(
            simulation, domain, pools, memory, parameters,
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

void Streamer::clock(sim::Cycle cycle) {
    bool changed = true;
    switch (status_) {
        case UnitStatus::Reset:
            passOn(cycle, {.operation = UnitOperation::Reset});
            status_ = UnitStatus::Ready;
            break;
        case UnitStatus::Drawing:
            changed = fetchStatus_.read(cycle) == UnitStatus::End && commitStatus_.read(cycle) == UnitStatus::End;
            if (changed) status_ = UnitStatus::End;
            break;
        default:
            changed = takeCommand(cycle);
            break;
    }
    status.write(cycle, status_);
    if (!changed) sleep();
}

bool Streamer::takeCommand(sim::Cycle cycle) {
    const auto unitCommand = command.read(cycle);
    if (!unitCommand) return false;
    switch (unitCommand->operation) {
        case UnitOperation::Reset:
            status_ = UnitStatus::Reset;
            break;
        case UnitOperation::Draw:
            collectFaults();
            place_ = unitCommand->draw->place;
            passOn(cycle, *unitCommand);
            status_ = UnitStatus::Drawing;
            break;
        case UnitOperation::End:
            passOn(cycle, *unitCommand);
            status_ = UnitStatus::Ready;
            break;
        default:
            break;
    }
    return true;
}

void Streamer::passOn(sim::Cycle cycle, const UnitCommand& unitCommand) {
    for (const auto& part : partCommands_) part->write(cycle, unitCommand);
}

std::string Streamer::describeWait() const {
    return status_ == UnitStatus::Drawing ? "waits for its parts to finish the batch" : "";
}

}  // namespace cyclorama::machine::timing
