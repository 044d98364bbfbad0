// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/work_distributor_vertices.h"

#include <fmt/format.h>

#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

VertexPath::Channel::Channel(sim::Box& owner, uint32_t number)
    : input(owner, {.name = fmt::format("channel{}.input", number)}),
      output(owner, fmt::format("channel{}.output", number)) {}

VertexPath::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : inputs(registry, {"InputVertices_FFU", "vertices", "Vertices from the streamer."}),
      outputs(registry, {"OutputVertices_FFU", "vertices", "Shaded vertices sent to the streamer."}),
      shaded(registry, {"ShadedVertices_FFU", "vertices", "Vertices from the shader processors, padding included."}),
      inputOccupation(registry, {"VertexInputQueueOccupation_FFU", "vertices x cycles",
                                 "Vertices waiting for a shader processor, summed over cycles."}),
      shadedOccupation(registry, {"VertexOutputQueueOccupation_FFU", "vertices x cycles",
                                  "Shaded vertices waiting for the streamer, summed over cycles."}) {}

VertexPath::VertexPath(sim::Box& owner, const WorkDistributorSettings& settings)
    : lastVertexCommitted(owner, "lastVertexCommitted", false),
      group_(settings.group),
      inputs_(settings.vertexInputQueueSize),
      shaded_(settings.shadedVertexQueueSize),
      statistics_(owner.simulation().statistics()) {
    for (uint32_t channel = 0; channel < settings.vertexChannels; ++channel)
        channels.push_back(std::make_unique<Channel>(owner, channel));
    for (uint32_t loader = 0; loader < settings.loaders; ++loader)
        loadersReady.push_back(std::make_unique<sim::LevelOutput<bool>>(owner, fmt::format("loader{}.ready", loader)));
}

void VertexPath::reset() {
    inputs_.clear();
    shaded_.clear();
    reserved_ = 0;
    lastReceived_ = false;
}

bool VertexPath::send(sim::Cycle cycle) {
    const bool moved = !shaded_.empty();
    for (auto& channel : channels) {
        if (shaded_.empty()) break;
        channel->output.write(cycle, shaded_.pop());
        --reserved_;
        ++statistics_.outputs;
    }
    return moved;
}

bool VertexPath::receive(sim::Cycle cycle, const VertexPool& vertices) {
    lastReceived_ = false;
    bool moved = false;
    for (auto& channel : channels) {
        if (channel->input.inFlight() == 0) continue;
        const std::optional<VertexId> id = channel->input.read(cycle);
        if (!id) continue;
        inputs_.push({.target = ShaderTarget::Vertex, .id = *id});
        lastReceived_ |= vertices[*id].last;
        if (!firstSeen_) {
            firstSeen_ = true;
            lastGroup_ = cycle;
        }
        ++statistics_.inputs;
        moved = true;
    }
    return moved;
}

bool VertexPath::groupDue(sim::Cycle cycle) const {
    if (inputs_.empty()) return false;
    return inputs_.size() >= group_ || (lastReceived_ && !lastVertexCommitted.read(cycle)) ||
           cycle - lastGroup_ > kGroupThreshold;
}

bool VertexPath::shade(sim::Cycle cycle, ShaderQueues& shaders) {
    bool moved = false;
    if (inputs_.size() < group_ && inputs_.capacity() >= group_) {
        while (inputs_.size() < group_) inputs_.push({.target = ShaderTarget::Vertex, .padding = true});
        moved = true;
    }
    if (inputs_.size() < group_ || shaded_.capacity() - reserved_ < group_ || !shaders.roomForGroup()) return moved;
    for (uint32_t element = 0; element < group_; ++element) shaders.push(inputs_.pop());
    reserved_ += group_;
    lastGroup_ = cycle;
    shaders.endGroup();
    shaders.passTurn();
    return true;
}

void VertexPath::takeShaded(const ShaderElements& output) {
    ++statistics_.shaded;
    if (output.padding)
        --reserved_;
    else
        shaded_.push(output.id);
}

void VertexPath::showStatus(sim::Cycle cycle) {
    if (inputs_.free() == shownFree_) return;
    shownFree_ = inputs_.free();
    const bool ready = shownFree_ >= 2 * channels.size();
    for (auto& loader : loadersReady) loader->write(cycle, ready);
}

void VertexPath::account(uint64_t cycles) {
    statistics_.inputOccupation.add(inputs_.size() * cycles);
    statistics_.shadedOccupation.add(shaded_.size() * cycles);
}

sim::Cycle VertexPath::alarm() const {
    return inputs_.empty() || inputs_.size() >= group_ ? sim::kNever : lastGroup_ + kGroupThreshold + 1;
}

void VertexPath::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "vertices",
                      .unit = "vertices",
                      .used = inputs_.size(),
                      .capacity = inputs_.capacity(),
                      .needed = 2 * channels.size()});
    queues.push_back({.name = "vertices at the shaders and after",
                      .unit = "vertices",
                      .used = reserved_,
                      .capacity = shaded_.capacity()});
}

std::string VertexPath::describeWait() const {
    if (!inputs_.empty())
        return fmt::format(
            "waits with {} vertices for the rest of a group of {}, for room in a shader queue or for "
            "shaded vertices to leave",
            inputs_.size(), group_);
    if (reserved_ > 0) return "waits for vertices from the shader processors";
    return {};
}

}  // namespace cyclorama::machine::timing
