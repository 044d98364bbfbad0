// SPDX-License-Identifier: MIT
#pragma once
// A shader processor alone between a feeder, which also plays the texture units, and a reader of its outputs.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shading.h"
#include "sim/level.h"
#include "sim/simulation.h"
#include "support/shader_program.h"

namespace cyclorama::machine::timing {

struct ArrivedElements {
    sim::Cycle cycle = 0;
    ShaderElements elements;
    bool operator==(const ArrivedElements& other) const {
        return cycle == other.cycle && elements.target == other.elements.target && elements.id == other.elements.id &&
               elements.first == other.elements.first && elements.count == other.elements.count;
    }
};

struct ArrivedRequest {
    sim::Cycle cycle = 0;
    TextureRequest request;
};

/// Writes what it is told when, one cycle before it is to arrive, and keeps what comes back.
class ShaderProbe final : public sim::Box {
  public:
    ShaderProbe(sim::Simulation& simulation, sim::DomainId domain, ShaderProcessor& processor,
                const ShaderSettings& settings)
        : Box(simulation, domain, "probe"),
          status(*this, "status", ShaderStatus::Ready),
          outputs(*this, {.name = "outputs", .width = settings.outputsPerCycle, .latency = settings.outputLatency}),
          inputs_(*this, "inputs"),
          vertexCommands_(*this, "vertexCommands"),
          fragmentCommands_(*this, "fragmentCommands"),
          ready_(*this, "ready") {
        processor.status.bind(status);
        processor.outputs.bind(outputs);
        inputs_.bind(processor.inputs);
        vertexCommands_.bind(processor.vertexCommands);
        fragmentCommands_.bind(processor.fragmentCommands);
        ready_.bind(processor.consumerReady);
        for (uint32_t u = 0; u < settings.textureUnits; ++u) {
            requests_.push_back(std::make_unique<sim::Signal<TextureRequest>>(
                *this, sim::SignalInfo{.name = "requests" + std::to_string(u), .width = settings.textureRequestRate}));
            results_.push_back(std::make_unique<sim::Output<TextureResult>>(*this, "results"));
            tickets_.push_back(std::make_unique<sim::Output<TextureTicket>>(*this, "tickets"));
            processor.textures[u]->requests.bind(*requests_[u]);
            results_[u]->bind(processor.textures[u]->results);
            tickets_[u]->bind(processor.textures[u]->tickets);
        }
        sent.resize(settings.textureUnits);
    }

    void clock(sim::Cycle cycle) override {
        if (cycle == 0 && draw != nullptr) {
            vertexCommands_.write(cycle, UnitCommand{UnitOperation::Draw, draw});
            fragmentCommands_.write(cycle, UnitCommand{UnitOperation::Draw, draw});
        }
        for (const ShaderElements& elements : outputs.take(cycle)) arrived.push_back({cycle, elements});
        statuses[cycle] = status.read(cycle);
        const auto [first, last] = feed.equal_range(cycle + 1);
        for (auto each = first; each != last; ++each) inputs_.write(cycle, each->second);
        if (const auto change = consumer.find(cycle + 1); change != consumer.end()) ready_.write(cycle, change->second);
        for (size_t u = 0; u < requests_.size(); ++u) {
            for (const TextureRequest& request : requests_[u]->take(cycle)) {
                sent[u].push_back({cycle, request});
                answers_.emplace(cycle + textureLatency, std::pair{u, request.thread});
            }
            if (cycle >= firstTicket && granted_ < tickets) {
                tickets_[u]->write(cycle, TextureTicket{});
                ++granted_;
            }
        }
        const auto [from, to] = answers_.equal_range(cycle);
        for (auto each = from; each != to; ++each)
            results_[each->second.first]->write(cycle, TextureResult{each->second.second});
    }
    std::string describeWait() const override { return {}; }

    sim::Level<ShaderStatus> status;
    sim::Signal<ShaderElements> outputs;

    /// By the cycle in which the processor sees them.
    std::multimap<sim::Cycle, ShaderElements> feed;
    std::map<sim::Cycle, bool> consumer;
    DrawRecord* draw = nullptr;
    sim::Cycle textureLatency = 20;
    sim::Cycle firstTicket = 0;
    uint32_t tickets = 64;

    std::vector<ArrivedElements> arrived;
    std::vector<std::vector<ArrivedRequest>> sent;  // by texture unit
    std::map<sim::Cycle, ShaderStatus> statuses;

  private:
    sim::Output<ShaderElements> inputs_;
    sim::Output<UnitCommand> vertexCommands_;
    sim::Output<UnitCommand> fragmentCommands_;
    sim::LevelOutput<bool> ready_;
    std::vector<std::unique_ptr<sim::Signal<TextureRequest>>> requests_;
    std::vector<std::unique_ptr<sim::Output<TextureResult>>> results_;
    std::vector<std::unique_ptr<sim::Output<TextureTicket>>> tickets_;
    std::multimap<sim::Cycle, std::pair<size_t, uint32_t>> answers_;
    uint32_t granted_ = 0;
};

/// ATTILA's reference configuration of the shader processors.
inline ShaderSettings referenceSettings() {
    ShaderSettings settings;
    settings.vectorModel.length = 16;
    settings.vectorModel.aluWidth = 4;
    settings.scalarModel = {
        .threads = 2048, .inputBuffers = 16, .resources = 8192, .threadsPerCycle = 4, .threadGroup = 16};
    return settings;
}

struct ShaderBench {
    /// `shaderPeriod` other than that of the main clock, 1000 ps, gives the shaders their own.
    explicit ShaderBench(const ShaderSettings& shaderSettings, bool sleeping = true, uint64_t shaderPeriod = 1000,
                         uint64_t stallCycles = 1'000'000)
        : simulation({.sleeping = sleeping, .stallCycles = stallCycles}),
          memory({.gpuMemoryBytes = 1 << 20, .systemMemoryBytes = 0}),
          shading(vertexPool, quadPool, memory, earlier, {}),
          settings(shaderSettings) {
        domain = simulation.addDomain({.name = "GPU", .periodPicoseconds = 1000});
        const sim::DomainId shaderDomain =
            shaderPeriod == 1000 ? domain : simulation.addDomain({.name = "Shader", .periodPicoseconds = shaderPeriod});
        processor = makeShaderProcessor(simulation, domain, shaderDomain, 0, settings, shading);
        probe = std::make_unique<ShaderProbe>(simulation, domain, *processor, settings);
        probe->draw = &draw;
        draw.state.stages[gpu::Stage::Vertex].program = assembled("mov o0, i0\nmov o1, i1 <- end");
        draw.state.stages[gpu::Stage::Fragment].program = assembled("mov o1, i1 <- end");
        draw.state.vertexOutputs[0] = draw.state.vertexOutputs[1] = true;
        draw.state.color.edit().targets[0].enabled = true;
    }

    /// One vertex that arrives in `cycle`.
    VertexId vertex(sim::Cycle cycle) {
        const VertexId id = vertexPool.acquire();
        vertexPool[id].draw = &draw;
        probe->feed.emplace(cycle, ShaderElements{.target = ShaderTarget::Vertex, .id = id});
        return id;
    }
    QuadId quad(sim::Cycle cycle) {
        const QuadId id = quadPool.acquire();
        quadPool[id].draw = &draw;
        probe->feed.emplace(cycle, ShaderElements{.target = ShaderTarget::Fragment, .count = 4, .id = id});
        return id;
    }
    void padding(sim::Cycle cycle, ShaderTarget target, uint8_t count) {
        probe->feed.emplace(cycle, ShaderElements{.target = target, .padding = true, .count = count});
    }
    void run(sim::Cycle last) {
        simulation.runThrough(domain, last);
        simulation.settle();
    }
    std::string statistic(std::string_view name) const {
        return simulation.statistics().text(name, sim::Interval::Frame);
    }
    /// Cycles in which anything came out.
    std::vector<sim::Cycle> outputCycles() const {
        std::vector<sim::Cycle> cycles;
        for (const ArrivedElements& each : probe->arrived)
            if (cycles.empty() || cycles.back() != each.cycle) cycles.push_back(each.cycle);
        return cycles;
    }

    mutable sim::Simulation simulation;
    sim::DomainId domain = 0;
    mem::AddressSpace memory;
    VertexPool vertexPool;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    mem::StaleContents earlier;
    Shading shading;
    ShaderSettings settings;
    DrawRecord draw;
    std::unique_ptr<ShaderProcessor> processor;
    std::unique_ptr<ShaderProbe> probe;
};

}  // namespace cyclorama::machine::timing
