// SPDX-License-Identifier: MIT
#pragma once
// A render output pipe's unit alone: a box that plays the command processor, the work distributor, the DAC and
// Hierarchical Z, and a memory that answers after a fixed time.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/timing/rop/color_write.h"
#include "machine/timing/rop/tile_status_unit.h"
#include "machine/timing/rop/z_stencil_test.h"
#include "mem/memory_controller.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

inline constexpr uint32_t kBufferAddress = 0x100000;
inline constexpr uint32_t kStateAddress = 0x40000;

/// Something that the bench saw, in the cycle in which it saw it.
struct RopEvent {
    sim::Cycle cycle = 0;
    std::string what;
    uint64_t value = 0;
    bool operator==(const RopEvent&) const = default;
};

class FixedMemory final : public mem::MemoryController {
  public:
    /// Of one unit of `client`.
    FixedMemory(sim::Simulation& simulation, std::string_view client, sim::Cycle latency, std::vector<RopEvent>& events,
                uint32_t busWidth = 64)
        : MemoryController(simulation, 0, "Memory", settings(client, busWidth)), latency_(latency), events_(&events) {
        commands.driveFromOutside();
    }

    mem::AcceptState accepts{};

    void clock(sim::Cycle cycle) override {
        Bus& unit = *buses().front();
        for (const mem::MemoryTransaction& request : unit.request.take(cycle)) {
            const bool read = request.access == mem::Access::Read;
            events_->push_back({cycle, read ? "read" : "write", request.address.bits()});
            bytes += request.bytes;
            if (read) answers_.push_back({cycle + latency_, request});
        }
        unit.accepts.write(cycle, accepts);
        // One answer occupies the bus for as long as its bytes take.
        if (!answers_.empty() && answers_.front().first <= cycle && cycle >= busFree_) {
            unit.data.write(cycle, answers_.front().second);
            busFree_ = cycle + mem::busCycles(answers_.front().second.bytes, unit.width);
            answers_.erase(answers_.begin());
        }
    }
    std::string describeWait() const override { return {}; }
    bool idle() const override { return answers_.empty(); }

    uint64_t bytes = 0;

  private:
    static mem::ClientSettings settings(std::string_view client, uint32_t busWidth) {
        mem::ClientSettings settings;
        settings.clients.add({.name = client, .busWidth = busWidth});
        return settings;
    }

    sim::Cycle latency_;
    sim::Cycle busFree_ = 0;
    std::vector<RopEvent>* events_;
    std::vector<std::pair<sim::Cycle, mem::MemoryTransaction>> answers_;
};

/// Does what it is told in given cycles and notes what it sees.
class RopProbe final : public sim::Box {
  public:
    RopProbe(sim::Simulation& simulation, std::vector<RopEvent>& events, uint32_t quadWidth)
        : Box(simulation, 0, "Probe"),
          command(*this, "command"),
          status(*this, "status", UnitStatus::Reset),
          quads(*this, "quads"),
          ready(*this, "ready", true),
          blockStates(*this, {.name = "blockStates", .width = 1, .latency = 1}),
          tested(*this, {.name = "tested", .width = 1, .latency = 1}),
          testedReady(*this, "testedReady"),
          hierarchicalZ(*this, {.name = "hierarchicalZ", .width = 1, .latency = 4}),
          width_(quadWidth),
          events_(&events) {}

    sim::Output<UnitCommand> command;
    sim::Level<UnitStatus> status;
    sim::Output<QuadId> quads;
    sim::Level<bool> ready;
    sim::Signal<BlockStateUpdate> blockStates;
    sim::Signal<QuadId> tested;
    sim::LevelOutput<bool> testedReady;
    sim::Signal<HierarchicalZUpdate> hierarchicalZ;

    /// In the order in which they are to be sent; each is sent when the unit is ready, not before its cycle.
    std::vector<std::pair<sim::Cycle, QuadId>> queue;
    std::map<sim::Cycle, std::function<void(sim::Cycle)>> script;
    std::vector<BlockInfo> lastStates;

    void clock(sim::Cycle cycle) override {
        if (const UnitStatus now = status.read(cycle); now != lastStatus_) {
            events_->push_back({cycle, "status", static_cast<uint64_t>(now)});
            lastStatus_ = now;
        }
        if (const bool now = ready.read(cycle); now != lastReady_) {
            events_->push_back({cycle, "ready", now});
            lastReady_ = now;
        }
        for (const QuadId quad : tested.take(cycle)) events_->push_back({cycle, "tested", quad});
        for (const BlockStateUpdate& update : blockStates.take(cycle)) {
            events_->push_back({cycle, "states", update.blocks->size()});
            lastStates = *update.blocks;
        }
        for (const HierarchicalZUpdate& update : hierarchicalZ.take(cycle))
            events_->push_back({cycle, "hz", uint64_t{update.block} << 32 | update.depth});
        if (const auto action = script.find(cycle); action != script.end()) action->second(cycle);
        for (uint32_t i = 0; i < width_ && next_ < queue.size() && queue[next_].first <= cycle && ready.read(cycle);
             ++i)
            quads.write(cycle, queue[next_++].second);
    }
    std::string describeWait() const override { return {}; }

  private:
    uint32_t width_;
    std::vector<RopEvent>* events_;
    UnitStatus lastStatus_ = UnitStatus::Reset;
    bool lastReady_ = true;
    size_t next_ = 0;
};

/// The unit, its surroundings and the work.
template <typename Unit, typename Settings>
class RopBench {
  public:
    explicit RopBench(const Settings& settings, sim::Cycle memoryLatency = 40, sim::SimulationSettings how = {},
                      const TileStatusUnit::Settings& status = {})
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          space(mem::AddressSpaceSettings{.gpuMemoryBytes = 8 << 20}),
          unit(simulation, domain, quadPool, {.space = space, .earlier = earlier, .fastClears = fastClears}, settings),
          memory(simulation, Unit::kMemoryClient, memoryLatency, events),
          probe(simulation, events, unit.settings().stampsPerCycle),
          tileStatus(simulation, domain, "TileStatusUnit", "TSt-SU0", status) {
        probe.command.bind(unit.command);
        unit.status.bind(probe.status);
        probe.quads.bind(unit.input);
        unit.ready.bind(probe.ready);
        unit.blockStates.bind(probe.blockStates);
        memory.connect(Unit::kMemoryClient, 0, unit.memory);
        if constexpr (std::is_same_v<Unit, ZStencilTest>) {
            unit.output.bind(probe.tested);
            probe.testedReady.bind(unit.outputReady);
            unit.hierarchicalZ.bind(probe.hierarchicalZ);
            sink_.ready.driveFromOutside();
        } else {
            probe.tested.driveFromOutside();
            probe.testedReady.bind(sink_.ready);
            probe.hierarchicalZ.driveFromOutside();
        }
        const auto user = [](bool depth) {
            return depth ? TileStatusUnit::User::DepthTest : TileStatusUnit::User::ColorWrite;
        };
        const bool depth = std::is_same_v<Unit, ZStencilTest>;
        tileStatus.connect(user(!depth), sink_.otherStatus);
        tileStatus.connect(user(depth), unit.statusCache ? *unit.statusCache : sink_.ownStatus.emplace(sink_, "own"));
        record.state.raster.edit().surfaceWidth = 256;
        record.state.raster.edit().surfaceHeight = 256;
        record.state.depthBuffer.edit().address = kBufferAddress;
        record.state.depthBuffer.edit().stateAddress = kStateAddress;
        record.state.color.edit().stateAddress = kStateAddress;
        record.state.color.edit().targets[0].enabled = true;
        record.state.color.edit().targets[0].address = kBufferAddress;
        triangle = trianglePool.acquire();
    }

    /// Sends a command in `cycle`.
    void at(sim::Cycle cycle, UnitOperation operation) {
        probe.script[cycle] = [this, operation](sim::Cycle now) {
            probe.command.write(now, UnitCommand{.operation = operation, .draw = &record});
        };
    }

    QuadId quad(sim::Cycle from, int32_t x, int32_t y, uint32_t depth = 0x1000, uint32_t culled = 0) {
        const QuadId id = quadPool.acquire();
        QuadInFlight& q = quadPool[id];
        q.draw = &record;
        q.triangle = triangle;
        trianglePool.use(triangle);
        q.quad.x = x;
        q.quad.y = y;
        q.quad.depth.fill(depth);
        for (auto& samples : q.quad.sampleDepth) samples.fill(depth);
        q.culled = culled;
        q.samples = ~0u;
        for (uint32_t target = 0; target < gpu::kRenderTargets; ++target)
            quadPool.color(target, id).fill({0.25f, 0.5f, 0.75f, 1.0f});
        probe.queue.push_back({from, id});
        return id;
    }
    QuadId last(sim::Cycle from) {
        const QuadId id = quadPool.acquire();
        quadPool[id].last = true;
        probe.queue.push_back({from, id});
        return id;
    }

    void run(sim::Cycle through) { simulation.runThrough(domain, through); }

    /// The cycle of the n-th event of a kind, kNever without.
    sim::Cycle cycleOf(std::string_view what, size_t n = 0) const {
        for (const RopEvent& event : events)
            if (event.what == what && n-- == 0) return event.cycle;
        return sim::kNever;
    }
    sim::Cycle cycleOfStatus(UnitStatus status, size_t n = 0) const {
        for (const RopEvent& event : events)
            if (event.what == "status" && event.value == static_cast<uint64_t>(status) && n-- == 0) return event.cycle;
        return sim::kNever;
    }
    std::vector<uint64_t> valuesOf(std::string_view what) const {
        std::vector<uint64_t> values;
        for (const RopEvent& event : events)
            if (event.what == what) values.push_back(event.value);
        return values;
    }
    uint64_t statistic(const std::string& name) {
        simulation.settle();
        const auto found = simulation.statistics().columns().find(name);
        return found == simulation.statistics().columns().end()
                   ? ~uint64_t{0}
                   : found->second.front()->value(sim::Interval::Frame).sum;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    std::vector<RopEvent> events;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    mem::StaleContents earlier;
    FastClearTracker fastClears;
    mem::AddressSpace space;
    DrawRecord record;
    Unit unit;
    FixedMemory memory;
    RopProbe probe;
    TileStatusUnit tileStatus;
    TriangleId triangle = 0;

  private:
    /// Takes what the probe shows where the unit has no consumer.
    class Sink final : public sim::Box {
      public:
        explicit Sink(sim::Simulation& simulation)
            : Box(simulation, 0, "Sink"), ready(*this, "ready", true), otherStatus(*this, "other") {}
        sim::Level<bool> ready;
        /// The other user of the cache for tile status asks for nothing, nor does a unit without tile status.
        TileStatusPort otherStatus;
        std::optional<TileStatusPort> ownStatus;
        void clock(sim::Cycle) override { sleep(); }
        std::string describeWait() const override { return {}; }
    };
    Sink sink_{simulation};
};

using ZBench = RopBench<ZStencilTest, ZStencilTestSettings>;
using ColorBench = RopBench<ColorWrite, RopSettings>;

inline ZStencilTestSettings smallZSettings() {
    ZStencilTestParameters parameters;
    ZStencilTestSettings settings = zStencilTestSettings(parameters, func::TileSizes{}, 1, 0, true);
    settings.rop.cache.stateBlocks = 4096;
    return settings;
}
inline RopSettings smallColorSettings() {
    ColorWriteParameters parameters;
    RopSettings settings = colorWriteSettings(parameters, func::TileSizes{}, 1, 0);
    settings.cache.stateBlocks = 4096;
    return settings;
}

}  // namespace cyclorama::machine::timing
