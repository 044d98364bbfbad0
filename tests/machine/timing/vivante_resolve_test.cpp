// SPDX-License-Identifier: MIT
// The resolve engine alone: what it asks of memory, in which order, and when. Expected cycles follow from the header: a
// cycle from the command to the unit, StartLatency, a read a cycle, a cycle each way to memory and its latency, the
// conversion, a write a cycle.

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "families/vivante/timing/resolve_plan.h"
#include "families/vivante/timing/resolve_unit.h"
#include "machine/timing/rop_bench.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::vivante {
namespace {

using namespace machine::timing;

/// Gives one plan, and acknowledges its end.
class Commander final : public sim::Box {
  public:
    Commander(sim::Simulation& simulation, ResolveUnit& unit)
        : Box(simulation, 0, "Commander"), command(*this, "command"), status(*this, "status", {}) {
        command.bind(unit.command);
        unit.status.bind(status);
    }

    sim::Output<ResolveCommand> command;
    sim::Level<UnitStatus> status;
    const ResolvePlan* plan = nullptr;
    sim::Cycle ended = 0;

    void clock(sim::Cycle cycle) override {
        if (cycle == 0) command.write(cycle, ResolveCommand{.plan = plan});
        if (ended == 0 && status.read(cycle) == UnitStatus::End) {
            ended = cycle;
            command.write(cycle, ResolveCommand{});
        }
    }
    std::string describeWait() const override { return {}; }
};

constexpr sim::Cycle kMemoryLatency = 20;

struct ResolveBench {
    ResolveBench(ResolvePlan work, const ResolveUnit::Settings& settings, sim::SimulationSettings how = {})
        : plan(std::move(work)),
          simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          unit(simulation, domain, settings),
          commander(simulation, unit),
          memory(simulation, ResolveUnit::kMemoryClient, kMemoryLatency, transfers) {
        memory.connect(ResolveUnit::kMemoryClient, 0, unit.memory);
        commander.plan = &plan;
    }
    ResolveBench& run(sim::Cycle last = 2000) {
        simulation.runThrough(domain, last);
        return *this;
    }

    ResolvePlan plan;
    sim::Simulation simulation;
    sim::DomainId domain;
    ResolveUnit unit;
    Commander commander;
    std::vector<RopEvent> transfers;
    FixedMemory memory;
};

/// Blocks of one line read and one written.
ResolvePlan copies(uint32_t blocks, uint32_t samples = 16) {
    ResolvePlan plan;
    for (uint32_t i = 0; i < blocks; ++i) {
        plan.blocks.push_back({.reads = 1, .writes = 1, .samples = samples});
        plan.reads.push_back({.address = 0x1000 + 64 * i, .bytes = 64});
        plan.writes.push_back({.address = 0x8000 + 64 * i, .bytes = 64});
    }
    return plan;
}

sim::Cycle firstCycle(const std::vector<RopEvent>& events, const std::string& what) {
    for (const RopEvent& event : events)
        if (event.what == what) return event.cycle;
    return 0;
}

TEST(ResolveUnit, ReadsConvertsAndWritesALineNotOneCycleEarlier) {
    for (const uint32_t latency : {0u, 7u}) {
        ResolveBench bench(copies(1), {.samplesPerCycle = 4, .blocks = 8, .startLatency = latency});
        bench.run();
        // The command comes in cycle 1; a block is started in the cycle that the latency ends with and asked for in the
        // next; the memory sees it another cycle later.
        const sim::Cycle asked = 1 + latency + 1 + 1;
        EXPECT_EQ(firstCycle(bench.transfers, "read"), asked);
        // The answer comes a cycle after the memory's latency, the data is there in the same cycle; 16 samples take 4
        // cycles, and the write goes out in the one after.
        EXPECT_EQ(firstCycle(bench.transfers, "write"), asked + kMemoryLatency + 1 + 4 + 1);
    }
}

TEST(ResolveUnit, ConvertsSamplesAtItsRate) {
    ResolveBench slow(copies(8, 64), {.samplesPerCycle = 1, .blocks = 8, .startLatency = 0});
    ResolveBench fast(copies(8, 64), {.samplesPerCycle = 16, .blocks = 8, .startLatency = 0});
    slow.run();
    fast.run();
    // Eight blocks one after the other, 64 cycles each against 4.
    EXPECT_EQ(slow.commander.ended - fast.commander.ended, 8u * (64 - 4));
}

TEST(ResolveUnit, HasAsManyBlocksUnderWayAsItHolds) {
    ResolveBench bench(copies(8), {.samplesPerCycle = 16, .blocks = 2, .startLatency = 0});
    bench.run();
    uint32_t underWay = 0;
    uint32_t most = 0;
    for (const RopEvent& event : bench.transfers) {
        underWay += event.what == "read" ? 1 : 0;
        most = std::max(most, underWay);
        underWay -= event.what == "write" ? 1 : 0;
    }
    EXPECT_EQ(most, 2u);
    EXPECT_EQ(bench.transfers.size(), 16u);
}

TEST(ResolveUnit, WaitsWhereMemoryTakesNoWrites) {
    ResolveBench bench(copies(4), {.samplesPerCycle = 16, .blocks = 8, .startLatency = 0});
    bench.memory.accepts = {.reads = true, .writes = false};
    bench.run(500);
    EXPECT_EQ(firstCycle(bench.transfers, "write"), 0u);
    EXPECT_EQ(bench.commander.ended, 0u);
    EXPECT_NE(bench.unit.describeWait(), "");
    bench.memory.accepts = {};
    bench.memory.wake();
    bench.run(1000);
    EXPECT_GT(firstCycle(bench.transfers, "write"), 500u);
    EXPECT_NE(bench.commander.ended, 0u);
    EXPECT_EQ(bench.unit.describeWait(), "");
}

TEST(ResolveUnit, TakesAsLongWithEveryBoxAwake) {
    const auto ended = [](sim::SimulationSettings how) {
        ResolveBench bench(copies(20), {.samplesPerCycle = 3, .blocks = 3, .startLatency = 5}, how);
        return bench.run().commander.ended;
    };
    EXPECT_NE(ended({}), 0u);
    EXPECT_EQ(ended({}), ended({.sleeping = false}));
    EXPECT_EQ(ended({}), ended({.reverseOrder = true}));
}

TEST(ResolveUnit, EndsAnEmptyPlan) {
    ResolveBench bench({}, {});
    EXPECT_NE(bench.run().commander.ended, 0u);
    EXPECT_TRUE(bench.transfers.empty());
}

// Plans ---------------------------------------------------------------------------------------------------------------

constexpr uint32_t kSource = 0x100000;
constexpr uint32_t kDestination = 0x200000;
constexpr uint32_t kStatus = 0x300000;

gpu::Surface image(uint32_t address, func::Tiling tiling, uint32_t width, uint32_t height) {
    gpu::Surface surface{.address = address, .storage = {}, .width = width, .height = height};
    surface.storage.tiling = tiling;
    surface.storage.stride = width * 4;
    return surface;
}

struct Memory {
    Memory() {
        for (const uint32_t address : {kSource, kDestination, kStatus}) space.mappings()->mapZeros(address, 0x40000);
    }
    mem::AddressSpace space{mem::FlatAddressSpace{}};
};

uint64_t bytesOf(const std::vector<ResolvePlan::Access>& accesses) {
    uint64_t bytes = 0;
    for (const ResolvePlan::Access& access : accesses) bytes += access.bytes;
    return bytes;
}

TEST(ResolvePlan, ReadsAndWritesEachByteOfBothImagesOnce) {
    Memory memory;
    ResolvePlanner planner(memory.space);
    const ResolvePlan& plan =
        planner.plan(gpu::Resolve{.source = image(kSource, func::Tiling::Tiled, 64, 32),
                                  .destination = image(kDestination, func::Tiling::Linear, 64, 32),
                                  .width = 64,
                                  .height = 32});
    EXPECT_EQ(plan.blocks.size(), 4u * 8);
    EXPECT_EQ(bytesOf(plan.reads), 64u * 32 * 4);
    EXPECT_EQ(bytesOf(plan.writes), 64u * 32 * 4);
    std::map<uint64_t, int> lines;
    for (const ResolvePlan::Access& access : plan.writes) ++lines[access.address.bits()];
    for (const auto& [address, times] : lines) EXPECT_EQ(times, 1) << address;
}

TEST(ResolvePlan, DoesNotReadClearedTiles) {
    Memory memory;
    // The first 128 of 512 tiles are cleared: two bits each.
    for (uint32_t i = 0; i < 32; ++i) memory.space.store(kStatus + i, uint8_t{0x55});
    ResolvePlanner planner(memory.space);
    gpu::Surface source = image(kSource, func::Tiling::Tiled, 128, 64);
    source.storage.tileStatus = {.enabled = true, .address = kStatus};
    const ResolvePlan& plan =
        planner.plan(gpu::Resolve{.source = source,
                                  .destination = image(kDestination, func::Tiling::Linear, 128, 64),
                                  .width = 128,
                                  .height = 64});
    // Bytes that are not cleared, and two lines of status.
    EXPECT_EQ(bytesOf(plan.reads), (512u - 128) * 64 + 2 * 64);
    EXPECT_EQ(bytesOf(plan.writes), 512u * 64);
}

TEST(ResolvePlan, ReadsFourSamplesForAPixelOfTheirAverage) {
    Memory memory;
    ResolvePlanner planner(memory.space);
    const ResolvePlan& plan =
        planner.plan(gpu::Resolve{.source = image(kSource, func::Tiling::Tiled, 64, 64),
                                  .destination = image(kDestination, func::Tiling::Linear, 32, 32),
                                  .width = 32,
                                  .height = 32,
                                  .averageX = 2,
                                  .averageY = 2});
    EXPECT_EQ(bytesOf(plan.reads), 4 * bytesOf(plan.writes));
    EXPECT_EQ(plan.blocks.front().samples, 16u * 4 * (4 + 1));
}

TEST(ResolvePlan, AFillReadsWhereItKeepsBits) {
    Memory memory;
    ResolvePlanner planner(memory.space);
    gpu::Fill fill{.destination = image(kDestination, func::Tiling::Tiled, 64, 16), .width = 64, .height = 16};
    EXPECT_TRUE(planner.plan(fill).reads.empty());
    EXPECT_EQ(bytesOf(planner.plan(fill).writes), 64u * 16 * 4);
    fill.writeBits = {0xffffff00, 0xffffff00, 0xffffff00, 0xffffff00};
    EXPECT_EQ(bytesOf(planner.plan(fill).reads), 64u * 16 * 4);
}

TEST(ResolvePlan, ACopyTouchesTheLinesOfBothRanges) {
    Memory memory;
    ResolvePlanner planner(memory.space);
    const ResolvePlan& plan =
        planner.plan(gpu::CopyMemory{.source = kSource + 32, .destination = kDestination, .bytes = 128});
    EXPECT_EQ(bytesOf(plan.writes), 128u);
    EXPECT_EQ(bytesOf(plan.reads), 128u);
    EXPECT_EQ(plan.reads.front().address, kSource + 32);
}

TEST(ResolvePlan, GivesClearedTilesTheirValue) {
    Memory memory;
    for (uint32_t i = 0; i < 4; ++i) memory.space.store(kStatus + i, uint8_t{0x55});
    ResolvePlanner planner(memory.space);
    gpu::Surface surface = image(kSource, func::Tiling::Tiled, 128, 64);
    surface.storage.tileStatus = {.enabled = true, .address = kStatus};
    const ResolvePlan& plan = planner.plan(gpu::ResolveTileStatus{.surface = surface});
    // Two lines of status cover the surface; the first has cleared tiles and is written back.
    EXPECT_EQ(bytesOf(plan.reads), 2u * 64);
    EXPECT_EQ(bytesOf(plan.writes), 16u * 64 + 64);
}

TEST(ResolvePlan, MovesAsMuchInPlaceAsOverAnImageOfTheSameBytes) {
    Memory memory;
    for (uint32_t i = 0; i < 4; ++i) memory.space.store(kStatus + i, uint8_t{0x55});
    ResolvePlanner planner(memory.space);
    gpu::Surface surface = image(kSource, func::Tiling::Tiled, 128, 64);
    surface.storage.tileStatus = {.enabled = true, .address = kStatus};
    surface.width = surface.height = 0;
    const ResolvePlan& plan = planner.plan(gpu::ResolveTileStatus{.surface = surface, .bytes = 128 * 64 * 4});
    EXPECT_EQ(bytesOf(plan.reads), 2u * 64);
    EXPECT_EQ(bytesOf(plan.writes), 16u * 64 + 64);
}

}  // namespace
}  // namespace cyclorama::vivante
