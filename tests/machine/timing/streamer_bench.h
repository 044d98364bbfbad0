// SPDX-License-Identifier: MIT
#pragma once
// The streamer with a memory that answers after a fixed time, shaders that give every vertex back after a fixed time,
// and a primitive assembly that asks for what it is told to.

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "isa/program.h"
#include "machine/timing/streamer/streamer.h"
#include "machine/timing/wire_probes.h"
#include "sim/level.h"

namespace cyclorama::machine::timing {

inline constexpr uint32_t kBenchIndices = 0x1000;
inline constexpr uint32_t kBenchVertices = 0x4000;
inline constexpr uint32_t kBenchInstances = 0x8000;

class StreamMemory final : public mem::MemoryController {
  public:
    StreamMemory(sim::Simulation& simulation, Streamer& streamer, sim::Cycle latency)
        : MemoryController(simulation, 0, "Memory", settings(streamer)), latency_(latency) {
        commands.driveFromOutside();
        connect(StreamerFetch::kMemoryClient, 0, streamer.fetch().memory);
        for (uint32_t unit = 0; unit < streamer.loaders(); ++unit)
            connect(StreamerLoader::kMemoryClient, unit, streamer.loader(unit).memory);
    }

    /// Requests, each with the cycle in which it was sent.
    std::vector<Written<mem::MemoryTransaction>> seen;
    /// Cycles in which no reads are accepted.
    sim::Cycle refusesUntil = 0;

    void clock(sim::Cycle cycle) override {
        for (const auto& unit : buses()) {
            unit->accepts.write(cycle, mem::AcceptState{.reads = cycle >= refusesUntil, .writes = true});
            for (const mem::MemoryTransaction& request : unit->request.take(cycle)) {
                seen.push_back({cycle - 1, request});
                waiting_.push_back({cycle + latency_, unit.get(), request});
            }
        }
        std::vector<const Bus*> answered;
        std::erase_if(waiting_, [&](const Waiting& answer) {
            if (answer.from > cycle || std::ranges::find(answered, answer.bus) != answered.end()) return false;
            answered.push_back(answer.bus);
            answer.bus->data.write(cycle, answer.request);
            return true;
        });
    }
    std::string describeWait() const override { return {}; }
    bool idle() const override { return waiting_.empty(); }

  private:
    struct Waiting {
        sim::Cycle from = 0;
        Bus* bus = nullptr;
        mem::MemoryTransaction request;
    };

    static mem::ClientSettings settings(const Streamer& streamer) {
        mem::ClientSettings settings;
        settings.clients.add({.name = StreamerFetch::kMemoryClient});
        settings.clients.add({.name = StreamerLoader::kMemoryClient, .units = streamer.loaders()});
        return settings;
    }

    sim::Cycle latency_;
    std::vector<Waiting> waiting_;
};

/// Stands for the work distributor and the shaders. The output of a vertex is its inputs with the index in attribute 5.
class FixedShaders final : public sim::Box {
  public:
    FixedShaders(sim::Simulation& simulation, VertexPool& vertexPool, Streamer& streamer, sim::Cycle delay)
        : Box(simulation, 0, "Shaders"),
          lastVertexCommitted(*this, "lastVertexCommitted", false),
          vertexPool_(&vertexPool),
          delay_(delay) {
        streamer.commit().lastVertexCommitted.bind(lastVertexCommitted);
        for (uint32_t unit = 0; unit < streamer.loaders(); ++unit) {
            ready_.push_back(std::make_unique<sim::LevelOutput<bool>>(*this, "ready"));
            ready_.back()->bind(streamer.loader(unit).distributorReady);
        }
        for (uint32_t channel = 0; channel < streamer.channels(); ++channel) {
            inputs_.push_back(
                std::make_unique<sim::Signal<VertexId>>(*this, sim::SignalInfo{.name = std::to_string(channel)}));
            streamer.unshaded(channel).bind(*inputs_.back());
            outputs_.push_back(std::make_unique<sim::Output<VertexId>>(*this, std::to_string(channel)));
            outputs_.back()->bind(streamer.shaded(channel));
        }
    }

    struct Sent {
        sim::Cycle cycle = 0;
        uint32_t channel = 0;
        VertexInFlight vertex;
    };
    /// Messages of the loaders, in order.
    std::vector<Sent> seen;
    sim::Level<bool> lastVertexCommitted;
    std::vector<std::pair<sim::Cycle, bool>> committed;
    sim::Cycle busyUntil = 0;

    void clock(sim::Cycle cycle) override {
        if (const bool now = lastVertexCommitted.read(cycle); now != (!committed.empty() && committed.back().second))
            committed.emplace_back(cycle - 1, now);
        for (const auto& ready : ready_) ready->write(cycle, cycle >= busyUntil);
        for (uint32_t channel = 0; channel < inputs_.size(); ++channel) {
            const auto id = inputs_[channel]->read(cycle);
            if (!id) continue;
            VertexInFlight& vertex = (*vertexPool_)[*id];
            seen.push_back({cycle - 1, channel, vertex});
            vertex.attributes[5][0] = static_cast<float>(vertex.name.index);
            shading_.emplace_back(cycle + delay_, *id);
        }
        uint32_t channel = 0;
        while (!shading_.empty() && shading_.front().first <= cycle && channel < outputs_.size()) {
            outputs_[channel++]->write(cycle, shading_.front().second);
            shading_.erase(shading_.begin());
        }
    }
    std::string describeWait() const override { return {}; }

  private:
    VertexPool* vertexPool_;
    sim::Cycle delay_;
    std::vector<std::unique_ptr<sim::Signal<VertexId>>> inputs_;
    std::vector<std::unique_ptr<sim::Output<VertexId>>> outputs_;
    std::vector<std::unique_ptr<sim::LevelOutput<bool>>> ready_;
    std::vector<std::pair<sim::Cycle, VertexId>> shading_;
};

class FixedAssembly final : public sim::Box {
  public:
    FixedAssembly(sim::Simulation& simulation, VertexPool& vertexPool, Streamer& streamer)
        : Box(simulation, 0, "Assembly"),
          vertices(*this, {.name = "vertices", .width = 2, .latency = 14}),
          requests(*this, "requests"),
          vertexPool_(&vertexPool) {
        streamer.commit().vertices.bind(vertices);
        requests.bind(streamer.commit().requests);
    }

    sim::Signal<VertexId> vertices;
    sim::Output<VertexRequest> requests;
    /// Cycle of arrival, index, and what the shader made of it.
    std::vector<std::tuple<sim::Cycle, uint32_t, float>> seen;
    /// Red of each.
    std::vector<float> colors;
    sim::Cycle asksFrom = 0;
    uint32_t asksFor = 2;

    std::vector<uint32_t> indices() const {
        std::vector<uint32_t> all;
        for (const auto& vertex : seen) all.push_back(std::get<1>(vertex));
        return all;
    }

    void clock(sim::Cycle cycle) override {
        for (const VertexId id : vertices.take(cycle)) {
            const VertexInFlight& vertex = (*vertexPool_)[id];
            seen.emplace_back(cycle, vertex.name.index, vertex.attributes[5][0]);
            colors.push_back(vertex.attributes[func::kColorAttribute][0]);
            vertexPool_->drop(id);
        }
        if (asksFor > 0 && cycle >= asksFrom) requests.write(cycle, VertexRequest{asksFor});
    }
    std::string describeWait() const override { return {}; }

  private:
    VertexPool* vertexPool_;
};

struct StreamerTiming {
    sim::Cycle memory = 20;
    sim::Cycle shaders = 30;
};

/// The draw, of 4 attributes out, arrives in cycle 9 if start(8) is called.
struct StreamerBench {
    explicit StreamerBench(const StreamerParameters& parameters = {}, const StreamerTiming& timing = {},
                           sim::SimulationSettings how = {}, const StreamerLinks& links = {})
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          streamer(simulation, domain, vertexPool, memory, earlier, parameters, links),
          controller(simulation, streamer, timing.memory),
          shaders(simulation, vertexPool, streamer, timing.shaders),
          assembly(simulation, vertexPool, streamer) {
        command.out.bind(streamer.command);
        streamer.status.bind(status.in);
        auto program = std::make_shared<isa::Program>();
        program->resources.inputsRead = 0b111;
        draw.state.stages[gpu::Stage::Vertex].program = program;
        for (uint32_t a = 0; a < 4; ++a) draw.state.vertexOutputs[a] = true;
        gpu::VertexInput& input = draw.state.input.edit();
        input.streams[0] = {.address = kBenchVertices,
                            .stride = 16,
                            .format = func::StreamFormat::Float32,
                            .components = 4,
                            .instancesPerEntry = 0,
                            .d3d9ColorOrder = false};
        input.attributeStream[1] = 0;
        input.indexed = false;
        for (uint32_t i = 0; i < 1024; ++i)
            memory.store(kBenchVertices + 16 * i, std::array<float, 4>{static_cast<float>(i), 1.0f, 2.0f, 3.0f});
    }

    void setIndices(const std::vector<uint16_t>& indices, uint32_t address = kBenchIndices) {
        gpu::VertexInput& input = draw.state.input.edit();
        input.indexed = true;
        input.indexStream = 7;
        input.streams[7] = {.address = address,
                            .stride = 0,
                            .format = func::StreamFormat::Uint16,
                            .components = 1,
                            .instancesPerEntry = 0,
                            .d3d9ColorOrder = false};
        input.count = static_cast<uint32_t>(indices.size());
        for (size_t i = 0; i < indices.size(); ++i) memory.store(address + 2 * static_cast<uint32_t>(i), indices[i]);
    }
    void start(sim::Cycle cycle) { command.at(cycle, {.operation = UnitOperation::Draw, .draw = &draw}); }
    void end(sim::Cycle cycle) { command.at(cycle, {.operation = UnitOperation::End, .draw = &draw}); }
    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) {
        simulation.settle();
        return simulation.statistics().text(name, sim::Interval::Frame);
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    VertexPool vertexPool;
    mem::StaleContents earlier;
    mem::AddressSpace memory{{.gpuMemoryBytes = 1 << 20}};
    DrawRecord draw;
    Streamer streamer;
    StreamMemory controller;
    FixedShaders shaders;
    FixedAssembly assembly;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Ready};
};

}  // namespace cyclorama::machine::timing
