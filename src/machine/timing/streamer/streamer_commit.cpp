// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/streamer_commit.h"

#include <algorithm>

#include "func/formats/color_format.h"
#include "machine/timing/draw/work_names.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

StreamerCommit::Statistics::Statistics(sim::StatisticsRegistry& r)
    : indices(r, {"Indices_StC", "indices", "Indices that took an entry of the output queue."}),
      shaderOutputs(r, {"ShaderOutputs_StC", "vertices", "Vertices that came back from the shaders."}),
      outputs(r, {"Outputs_StC", "vertices", "Vertices sent to primitive assembly."}),
      requests(r, {"Requests_StC", "vertices", "Vertices asked for by primitive assembly."}),
      outputAttributes(r, {"OutputAttributes_StC", "attributes", "Attributes of a vertex sent, added up by batch."}),
      shadeLatency(r, {"AvgShadeLatency_StC", "cycles", "From a vertex's index to its shaded attributes."}) {}

StreamerCommit::StreamerCommit(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertexPool,
                               const StreamerParameters& parameters, const Links& links)
    : UnitBox(simulation, domain, "StreamerCommit"),
      indices(*this, {.name = "indices", .width = parameters.indicesPerCycle}),
      requests(*this, {.name = "requests"}),
      vertices(*this, "vertices"),
      freed(*this, "freed"),
      lineReleases(*this, "lineReleases"),
      lastVertexCommitted(*this, "lastVertexCommitted"),
      vertices_(&vertexPool),
      attributesPerCycle_(parameters.attributesSentPerCycle),
      busLatency_(links.assemblyBusLatency),
      statistics_(simulation.statistics()),
      busCycles_(parameters.verticesPerCycle),
      queue_(parameters.outputFifoSize),
      lines_(parameters.outputMemorySize) {
    for (uint32_t channel = 0; channel < links.channels; ++channel)
        shaded.push_back(std::make_unique<sim::Signal<VertexId>>(
            *this, sim::SignalInfo{.name = "shaded" + std::to_string(channel), .latency = links.shaderOutputLatency}));
    for (const auto& signal : shaded) signal->describeBy(vertexNames(vertexPool));
    releases_.reserve(parameters.verticesPerCycle);
}

bool StreamerCommit::receive(sim::Cycle cycle) {
    const auto request = requests.read(cycle);
    if (!request) return false;
    requested_ += request->vertices;
    statistics_.requests.add(request->vertices);
    return true;
}

void StreamerCommit::start(sim::Cycle, DrawRecord& draw) {
    const gpu::DrawState& state = draw.state;
    const auto active = static_cast<uint32_t>(std::ranges::count(state.vertexOutputs, true));
    cyclesOfVertex_ = (active + attributesPerCycle_ - 1) / attributesPerCycle_;
    statistics_.outputAttributes.add(active);
    total_ = draw.vertices();
    clampsColors_ = draw.dialect.vertexColors == gpu::VertexColors::ClampedToUnit;
    sent_ = 0;
    requested_ = 0;
    std::fill(busCycles_.begin(), busCycles_.end(), 0);
    std::fill(queue_.begin(), queue_.end(), Entry{});
    next_ = 0;
    for (Line& line : lines_) {
        if (line.vertex != kNoVertex) vertices_->drop(line.vertex);
        line = {};
    }
    releases_.clear();
    if (total_ == 0) enter(UnitStatus::End);
}

bool StreamerCommit::work(sim::Cycle cycle) {
    changed_ = false;
    freedNow_ = {};
    takeIndices(cycle);
    confirmReleases(cycle);
    sendVertices(cycle);
    takeShaded(cycle);
    if (freedNow_.entries != 0 || freedNow_.lines != 0) freed.write(cycle, freedNow_);
    if (state() == UnitStatus::End) lastVertexCommitted.write(cycle, true);
    return changed_;
}

void StreamerCommit::takeIndices(sim::Cycle cycle) {
    for (const StreamIndex& index : indices.take(cycle)) {
        for (Release& release : releases_) release.usedAgain |= release.name == index.name;
        queue_[index.outputEntry] = {
            .name = index.name, .line = index.outputLine, .shaded = index.hit && !index.last, .received = cycle};
        Line& line = lines_[index.outputLine];
        // Fetch counted a line for every index.
        if (line.lastUser) ++freedNow_.lines;
        line.lastUser = index.outputEntry;
        if (sent_ == 0) lastVertexCommitted.write(cycle, false);
        ++statistics_.indices;
        changed_ = true;
    }
}

void StreamerCommit::confirmReleases(sim::Cycle cycle) {
    for (const Release& release : releases_) {
        ++freedNow_.lines;
        if (!release.usedAgain) lineReleases.write(cycle, LineRelease{.line = release.line, .confirmed = true});
    }
    releases_.clear();
}

void StreamerCommit::sendVertices(sim::Cycle cycle) {
    for (uint32_t& cycles : busCycles_) {
        if (cycles == 0) continue;
        --cycles;
        changed_ = true;
    }
    for (size_t i = 0; i < busCycles_.size() && working(); ++i) {
        const auto bus = std::ranges::find(busCycles_, 0u);
        if (bus == busCycles_.end() || !queue_[next_].shaded || requested_ == 0) return;
        send(cycle, *bus);
    }
}

void StreamerCommit::send(sim::Cycle cycle, uint32_t& busCycles) {
    Entry& entry = queue_[next_];
    Line& line = lines_[entry.line];
    vertices_->use(line.vertex);
    busCycles = cyclesOfVertex_;
    vertices.write(cycle, line.vertex, cyclesOfVertex_ + busLatency_);
    if (line.lastUser == next_) {
        line.lastUser.reset();
        releases_.push_back({.name = entry.name, .line = entry.line, .usedAgain = false});
        lineReleases.write(cycle, LineRelease{.line = entry.line, .confirmed = false});
    }
    entry.shaded = false;
    next_ = next_ + 1 == queue_.size() ? 0 : next_ + 1;
    ++freedNow_.entries;
    --requested_;
    ++statistics_.outputs;
    changed_ = true;
    if (++sent_ == total_) enter(UnitStatus::End);
}

void StreamerCommit::takeShaded(sim::Cycle cycle) {
    for (const auto& channel : shaded)
        if (const auto id = channel->read(cycle)) store(cycle, *id);
}

void StreamerCommit::store(sim::Cycle cycle, VertexId id) {
    VertexInFlight& vertex = (*vertices_)[id];
    Entry& entry = queue_[vertex.outputEntry];
    entry.shaded = true;
    statistics_.shadeLatency.sample(cycle - entry.received);
    ++statistics_.shaderOutputs;
    changed_ = true;
    if (vertex.repeated) {
        vertices_->drop(id);
        return;
    }
    if (clampsColors_)
        for (float& component : vertex.attributes[func::kColorAttribute]) component = func::clampToUnit(component);
    VertexId& place = lines_[entry.line].vertex;
    if (place != kNoVertex) vertices_->drop(place);
    place = id;
}

std::string StreamerCommit::describeWait() const {
    if (!working()) return {};
    const std::string progress = " (" + std::to_string(sent_) + " of " + std::to_string(total_) + " vertices sent)";
    if (queue_[next_].shaded) return "waits for primitive assembly to ask for vertices" + progress;
    return "waits for vertices from the shaders" + progress;
}

sim::Backlog StreamerCommit::backlog() const {
    return working() && queue_[next_].shaded ? sim::Backlog::Some : sim::Backlog::None;
}

template class UnitBox<StreamerCommit, DrawProtocol>;

}  // namespace cyclorama::machine::timing
