// SPDX-License-Identifier: MIT
// Cycles a second of the clocked core: the GDDR controller with all its channels under load, with little to do and with
// nothing, and a signal alone.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "mem/gddr/gddr_controller.h"
#include "sim/simulation.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::mem;

/// Streams of reads and writes from every unit, one request every `period` cycles each.
class Streams final : public sim::Box {
  public:
    Streams(sim::Simulation& simulation, MemoryController& controller, const ClientSettings& clients, uint32_t period)
        : Box(simulation, 0, "streams"), period_(period) {
        for (const ClientInfo& client : clients.clients) {
            for (uint32_t unit = 0; unit < client.units; ++unit) {
                units_.push_back({client.name == "ColorWrite",
                                  std::make_unique<MemoryPort>(*this, "port" + std::to_string(units_.size()))});
                controller.connect(client.name, unit, *units_.back().port);
            }
        }
    }

    void clock(sim::Cycle cycle) override {
        for (uint32_t i = 0; i < units_.size(); ++i) {
            Unit& unit = units_[i];
            unit.port->data.take(cycle);
            if (period_ == 0 || (cycle + i) % period_ != 0) continue;
            const bool write = unit.writes && (cycle / period_) % 2 == 0;
            const AcceptState accepts = unit.port->accepts.read(cycle);
            if (write ? !accepts.writes : !accepts.reads) continue;
            unit.port->send(cycle, {.address = (i << 20) + (unit.line++ % 16384) * 64,
                                    .bytes = 64,
                                    .access = write ? Access::Write : Access::Read});
        }
        if (period_ == 0) sleep();
    }
    std::string describeWait() const override { return {}; }

  private:
    struct Unit {
        bool writes;
        std::unique_ptr<MemoryPort> port;
        uint32_t line = 0;
    };
    std::vector<Unit> units_;
    uint32_t period_;
};

void runController(benchmark::State& state) {
    gddr::Settings settings;
    settings.clients.clients.add({.name = "CommandProcessor", .busWidth = 8, .writes = true});
    settings.clients.clients.add({.name = "StreamerFetch"});
    settings.clients.clients.add({.name = "StreamerLoader"});
    for (const char* name : {"ZStencilTest", "ColorWrite"})
        settings.clients.clients.add({.name = name, .units = 4, .writes = true, .ofRenderOutput = true});
    settings.clients.clients.add({.name = "DAC"});
    settings.clients.clients.add({.name = "TextureUnit", .units = 4});
    sim::Simulation simulation({.sleeping = true, .stallCycles = 0});
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
    gddr::GddrController controller(simulation, 0, 0, settings);
    controller.commands.driveFromOutside();
    const Streams streams(simulation, controller, settings.clients, static_cast<uint32_t>(state.range(0)));
    constexpr sim::Cycle kStep = 1000;
    sim::Cycle end = 0;
    for (auto _ : state) {
        end += kStep;
        simulation.runThrough(0, end - 1);
    }
    state.SetItemsProcessed(static_cast<int64_t>(end));
}
// The argument is the cycles between a unit's requests: saturated, busy, nearly idle, idle.
BENCHMARK(runController)->Arg(4)->Arg(64)->Arg(4096)->Arg(0);

void moveThroughSignal(benchmark::State& state) {
    class Reader final : public sim::Box {
      public:
        explicit Reader(sim::Simulation& simulation) : Box(simulation, 0, "reader") { in.driveFromOutside(); }
        void clock(sim::Cycle cycle) override { benchmark::DoNotOptimize(in.read(cycle)); }
        std::string describeWait() const override { return {}; }
        sim::Signal<MemoryTransaction> in{*this, {.name = "in", .width = 1, .latency = 4}};
    };
    sim::Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
    Reader reader(simulation);
    sim::Cycle cycle = 0;
    for (auto _ : state) {
        reader.in.write(cycle, {});
        reader.clock(cycle++);
    }
    state.SetItemsProcessed(static_cast<int64_t>(cycle));
}
BENCHMARK(moveThroughSignal);

}  // namespace
