// SPDX-License-Identifier: MIT
#pragma once
// The work distributor alone: a box that sees all that it sends, and functions that play its neighbours.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "machine/timing/distributor/work_distributor.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

/// Something that the distributor sent, in the cycle in which a neighbour has it.
struct SentEvent {
    sim::Cycle cycle = 0;
    std::string where;
    uint32_t unit = 0;  // pipe, shader processor or channel
    uint32_t id = 0;
    bool operator==(const SentEvent&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const SentEvent& sent) {
    return out << sent.where << sent.unit << " " << sent.id << " in cycle " << sent.cycle;
}

class DistributorProbe final : public sim::Box {
  public:
    DistributorProbe(sim::Simulation& simulation, WorkDistributor& distributor, const WorkDistributorSettings& settings)
        : Box(simulation, 0, "Probe"),
          status(*this, "status", UnitStatus::Reset),
          generatedReady(*this, "generatedReady", true),
          interpolator_(*this, {.name = "interpolator", .width = settings.quadsPerCycle, .latency = 1}) {
        distributor.status.bind(status);
        distributor.fragments.generatedReady.bind(generatedReady);
        distributor.fragments.toInterpolator.bind(interpolator_);
        for (auto& pipe : distributor.fragments.pipes) {
            pipe->toDepthTest.bind(add(depthTests_, settings.quadsPerPipe()));
            pipe->toColorWrite.bind(add(colorWrites_, settings.quadsPerPipe()));
            pipe->testedReady.bind(addLevel(testedReady));
        }
        for (auto& processor : distributor.shaders.processors) {
            processor->inputs.bind(add(shaders_, settings.inputsPerCycle));
            processor->consumerReady.bind(addLevel(consumerReady_));
        }
        for (auto& channel : distributor.vertices.channels) channel->output.bind(add(channels_, 1));
        for (auto& loader : distributor.vertices.loadersReady) loader->bind(addLevel(loadersReady));
    }

    void clock(sim::Cycle cycle) override {
        for (const QuadId id : interpolator_.take(cycle)) events.push_back({cycle, "interpolator", 0, id});
        note(cycle, depthTests_, "depth");
        note(cycle, colorWrites_, "color");
        note(cycle, channels_, "vertex");
        for (uint32_t unit = 0; unit < shaders_.size(); ++unit)
            for (const ShaderElements& elements : shaders_[unit]->take(cycle)) {
                shaderInputs.push_back({cycle, unit, elements});
                events.push_back({cycle, elements.padding ? "padding" : "shader", unit, elements.id});
            }
        sleep();
    }
    std::string describeWait() const override { return {}; }

    struct ShaderInput {
        sim::Cycle cycle = 0;
        uint32_t unit = 0;
        ShaderElements elements;
    };
    std::vector<SentEvent> events;
    std::vector<ShaderInput> shaderInputs;
    sim::Level<UnitStatus> status;
    sim::Level<bool> generatedReady;
    std::vector<std::unique_ptr<sim::Level<bool>>> testedReady;
    std::vector<std::unique_ptr<sim::Level<bool>>> loadersReady;

  private:
    template <typename T>
    using Signals = std::vector<std::unique_ptr<sim::Signal<T>>>;

    template <typename T>
    sim::Signal<T>& add(Signals<T>& signals, uint32_t width) {
        signals.push_back(std::make_unique<sim::Signal<T>>(
            *this, sim::SignalInfo{"probe" + std::to_string(inputs().size()), width, 1}));
        return *signals.back();
    }
    sim::Level<bool>& addLevel(std::vector<std::unique_ptr<sim::Level<bool>>>& levels) {
        levels.push_back(std::make_unique<sim::Level<bool>>(*this, "probe" + std::to_string(inputs().size()), true));
        return *levels.back();
    }
    void note(sim::Cycle cycle, Signals<uint32_t>& signals, const std::string& where) {
        for (uint32_t unit = 0; unit < signals.size(); ++unit)
            for (const uint32_t id : signals[unit]->take(cycle)) events.push_back({cycle, where, unit, id});
    }

    sim::Signal<QuadId> interpolator_;
    Signals<QuadId> depthTests_;
    Signals<QuadId> colorWrites_;
    Signals<ShaderElements> shaders_;
    Signals<VertexId> channels_;
    std::vector<std::unique_ptr<sim::Level<bool>>> consumerReady_;
};

/// Two pipes, two shader processors, groups of eight elements.
inline WorkDistributorSettings smallDistributor() {
    return {.pipes = 2,
            .shaders = 2,
            .vertexChannels = 4,
            .loaders = 1,
            .group = 8,
            .tiles = {},
            .generatedQuadsPerCycle = 4,
            .quadsPerCycle = 2,
            .interpolators = 4,
            .inputsPerCycle = 4,
            .outputsPerCycle = 4,
            .outputLatency = 4,
            .shaderInputQueueSize = 32,
            .shaderOutputQueueSize = 32,
            .shaderInputBatchSize = 16,
            .tiledDistribution = true,
            .vertexInputQueueSize = 16,
            .shadedVertexQueueSize = 16,
            .generatedQueueSize = 16,
            .testedQueueSize = 8,
            .interpolatedQueueSize = 4,
            .shadedQueueSize = 8};
}

/// In each cycle first what is given arrives, then all boxes run.
class DistributorBench {
  public:
    explicit DistributorBench(const WorkDistributorSettings& settings = smallDistributor(), bool sleeping = true)
        : simulation({.sleeping = sleeping, .reverseOrder = false, .stallCycles = 0}),
          distributor(withDomain(simulation), 0, vertexPool, quadPool, settings),
          probe(simulation, distributor, settings) {
        distributor.command.driveFromOutside();
        distributor.fragments.generated.driveFromOutside();
        distributor.fragments.fromInterpolator.driveFromOutside();
        distributor.vertices.lastVertexCommitted.driveFromOutside();
        for (auto& pipe : distributor.fragments.pipes) {
            pipe->fromDepthTest.driveFromOutside();
            pipe->depthTestReady.driveFromOutside();
            pipe->colorWriteReady.driveFromOutside();
        }
        for (auto& processor : distributor.shaders.processors) {
            processor->outputs.driveFromOutside();
            processor->status.driveFromOutside();
        }
        for (auto& channel : distributor.vertices.channels) channel->input.driveFromOutside();
        triangle_ = trianglePool.acquire();
        run(2);
    }

    /// The cycle that comes next.
    sim::Cycle now = 0;
    VertexPool vertexPool;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    sim::Simulation simulation;
    WorkDistributor distributor;
    DistributorProbe probe;
    DrawRecord record;

    /// Cycles that an echoing neighbour takes; 0: it does not answer on its own.
    struct Echo {
        uint64_t depthTest = 0;
        uint64_t interpolator = 0;
        uint64_t shaders = 0;
    };
    Echo echo;

    void run(uint64_t cycles) {
        if (echo.depthTest + echo.interpolator + echo.shaders == 0 && pending_.empty()) {
            now += cycles;
            simulation.runThrough(0, now - 1);
            return;
        }
        for (uint64_t i = 0; i < cycles; ++i) {
            for (auto next = pending_.begin(); next != pending_.end() && next->first <= now;) {
                next->second();
                next = pending_.erase(next);
            }
            simulation.runThrough(0, now++);
            answer();
        }
    }

    // Inputs that arrive in the next cycle.
    void command(UnitOperation operation) { distributor.command.seed(now, {operation, &record}); }
    void generate(QuadId id) { distributor.fragments.generated.seed(now, id); }
    void tested(QuadId id, uint32_t culled = 0) {
        quadPool[id].culled = culled;
        distributor.fragments.pipes[quadPool[id].ropUnit]->fromDepthTest.seed(now, id);
    }
    void interpolated(QuadId id) { distributor.fragments.fromInterpolator.seed(now, id); }
    void shaded(uint32_t processor, const ShaderElements& elements) {
        distributor.shaders.processors[processor]->outputs.seed(now, elements);
    }
    void vertex(uint32_t channel, VertexId id) { distributor.vertices.channels[channel]->input.seed(now, id); }
    // Levels that show from the next cycle on.
    void show(sim::Level<bool>& level, bool value) { level.write(now - 1, value); }
    void showBusy(uint32_t processor, bool busy) {
        distributor.shaders.processors[processor]->status.write(now - 1,
                                                                busy ? ShaderStatus::Busy : ShaderStatus::Ready);
    }

    void startDraw(bool early = true, uint32_t attributes = 1) {
        record.state.earlyZ = early;
        record.state.fragmentInputs = {};
        for (uint32_t attribute = 0; attribute < attributes; ++attribute) record.state.fragmentInputs[attribute] = true;
        command(UnitOperation::Draw);
        run(1);
    }

    QuadId quad(uint32_t pipe, int32_t x = 0, int32_t y = 0) {
        const QuadId id = quadPool.acquire();
        QuadInFlight& quad = quadPool[id];
        quad.triangle = triangle_;
        trianglePool.use(triangle_);
        quad.ropUnit = pipe;
        quad.quad.x = x;
        quad.quad.y = y;
        return id;
    }
    QuadId lastQuad() {
        const QuadId id = quadPool.acquire();
        quadPool[id].last = true;
        return id;
    }
    VertexId vertexInFlight(bool last = false) {
        const VertexId id = vertexPool.acquire();
        vertexPool[id].last = last;
        return id;
    }

    /// Events to a neighbour since the last question.
    std::vector<SentEvent> sent(const std::string& where) {
        std::vector<SentEvent> found;
        for (size_t& next = asked_[where]; next < probe.events.size(); ++next)
            if (probe.events[next].where == where) found.push_back(probe.events[next]);
        return found;
    }
    uint64_t statistic(const std::string& name) {
        simulation.settle();
        return std::stoull(simulation.statistics().text(name, sim::Interval::Frame));
    }

  private:
    static sim::Simulation& withDomain(sim::Simulation& simulation) {
        simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
        return simulation;
    }

    void answer() {
        for (; answered_ < probe.events.size(); ++answered_) {
            const SentEvent event = probe.events[answered_];
            if (event.where == "depth" && echo.depthTest > 0)
                pending_.emplace(event.cycle + echo.depthTest,
                                 [this, event] { tested(event.id, quadPool[event.id].culled); });
            if (event.where == "interpolator" && echo.interpolator > 0)
                pending_.emplace(event.cycle + echo.interpolator, [this, event] { interpolated(event.id); });
        }
        for (; answeredInputs_ < probe.shaderInputs.size(); ++answeredInputs_) {
            const DistributorProbe::ShaderInput input = probe.shaderInputs[answeredInputs_];
            if (echo.shaders > 0)
                pending_.emplace(input.cycle + echo.shaders, [this, input] { shaded(input.unit, input.elements); });
        }
    }

    TriangleId triangle_ = 0;
    std::multimap<sim::Cycle, std::function<void()>> pending_;
    size_t answered_ = 0;
    size_t answeredInputs_ = 0;
    std::map<std::string, size_t> asked_;
};

inline ShaderElements quadOutput(QuadId id, uint8_t killed = 0, bool padding = false) {
    return {.target = ShaderTarget::Fragment,
            .padding = padding,
            .first = 0,
            .count = func::kQuadFragments,
            .killed = killed,
            .id = id};
}

inline ShaderElements vertexOutput(VertexId id, bool padding = false) {
    return {.target = ShaderTarget::Vertex, .padding = padding, .id = id};
}

}  // namespace cyclorama::machine::timing
