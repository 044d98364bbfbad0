// SPDX-License-Identifier: MIT
// Hierarchical Z alone: its queue and cache, accesses to its buffer, and clears.

#include "machine/timing/raster/hierarchical_z.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/timing/rasterizer_bench.h"
#include "machine/timing/wire_probes.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint32_t kRopUnits = 2;
constexpr uint32_t kNear = 0x100000;
constexpr uint32_t kFar = 0xf00000;

/// 16 quads a cycle.
RasterizationParameters narrow() {
    RasterizationParameters parameters;
    parameters.stampsPerCycle = 1;
    return parameters;
}

HierarchicalZParameters smallQueue() {
    HierarchicalZParameters parameters;
    parameters.earlyZQueueSize = 48;
    return parameters;
}

struct HierarchicalZBench {
    explicit HierarchicalZBench(const HierarchicalZParameters& parameters = {})
        : domain(simulation.addDomain({.name = "gpu"})),
          hierarchicalZ(simulation, domain, quadPool, narrow(), parameters, kRopUnits) {
        draw.state.hierarchicalZ = true;
        draw.state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
        command.out.bind(hierarchicalZ.command);
        hierarchicalZ.status.bind(status.in);
        input.out.bind(hierarchicalZ.input);
        hierarchicalZ.ready.bind(ready.in);
        for (uint32_t unit = 0; unit < kRopUnits; ++unit) {
            updates.push_back(std::make_unique<SignalWriter<HierarchicalZUpdate>>(simulation, "update"));
            updates.back()->out.bind(*hierarchicalZ.updates[unit]);
        }
        hierarchicalZ.output.bind(output.in);
        outputReady.out.bind(hierarchicalZ.outputReady);
    }

    void drawAt(sim::Cycle cycle) { command.at(cycle, {.operation = UnitOperation::Draw, .draw = &draw}); }
    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }
    /// A quad that arrives in `cycle`.
    QuadId quadAt(sim::Cycle cycle, int32_t x, int32_t y, uint32_t depth = kNear, uint32_t coverage = 0xf) {
        const QuadId id = addQuad(trianglePool, quadPool, draw, triangle, x, y, depth, coverage);
        input.at(cycle - 1, {.empty = 0, .quad = id});
        return id;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    DrawRecord draw = smallDraw();
    TriangleId triangle = addTriangle(trianglePool, draw, 0, 0, 32);
    HierarchicalZ hierarchicalZ;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<TraversedQuads> input{simulation, "input"};
    LevelReader<bool> ready{simulation, "ready", true};
    std::vector<std::unique_ptr<SignalWriter<HierarchicalZUpdate>>> updates;
    SignalReader<QuadId> output{simulation, "output", 16};
    LevelWriter<bool> outputReady{simulation, "outputReady"};
};

TEST(HierarchicalZ, PassesAQuadOnAtOnceWhereTheTestIsOff) {
    for (const char* reason : {"disabled", "off", "shader depth"}) {
        HierarchicalZParameters parameters;
        parameters.disable = std::string_view(reason) == "disabled";
        HierarchicalZBench bench(parameters);
        bench.draw.state.hierarchicalZ = std::string_view(reason) != "off";
        bench.draw.state.fragmentWritesDepth = std::string_view(reason) == "shader depth";
        bench.drawAt(1);
        bench.quadAt(10, 2, 4);
        bench.run(30);
        EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(10)) << reason;
    }
}

TEST(HierarchicalZ, ReadsTheBufferForABlockThatIsNotCached) {
    for (const uint32_t latency : {1u, 5u, 8u}) {
        HierarchicalZParameters parameters;
        parameters.accessLatency = latency;
        HierarchicalZBench bench(parameters);
        bench.drawAt(1);
        bench.quadAt(10, 2, 4);
        bench.run(40);
        // The cycle after the test, which comes with the data.
        EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(10 + latency + 1));
        bench.quadAt(50, 2, 4);
        bench.run(80);
        EXPECT_EQ(bench.output.seen.back().cycle, 51u);
        EXPECT_EQ(bench.count("MissesHZCache_HZ"), "1");
        EXPECT_EQ(bench.count("HitsHZCache_HZ"), "1");
        EXPECT_EQ(bench.count("ReadsHZBuffer_HZ"), "1");
    }
}

TEST(HierarchicalZ, ReadsOneLineACycle) {
    HierarchicalZParameters parameters;
    parameters.cacheLineSize = 1;
    HierarchicalZBench bench(parameters);
    bench.drawAt(1);
    bench.quadAt(10, 0, 0);
    bench.quadAt(10, 8, 0);  // the next block
    bench.run(40);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(16, 17));
    // The second quad misses in the cycle of the first, as often as quads could be tried, and again in the next.
    EXPECT_EQ(bench.count("MissesHZCache_HZ"), std::to_string(1 + 15 + 1));
}

TEST(HierarchicalZ, WaitsForALineThatNothingReserves) {
    HierarchicalZParameters parameters;
    parameters.cacheLineSize = 1;
    parameters.cacheLines = 1;
    HierarchicalZBench bench(parameters);
    bench.drawAt(1);
    bench.quadAt(10, 0, 0);
    bench.quadAt(10, 8, 0);
    bench.run(40);
    // The first is tested in cycle 15; the line is taken in the next.
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(16, 16 + 5 + 1));
}

TEST(HierarchicalZ, CullsWhatIsBehindTheUpdatesOfTheDepthTest) {
    HierarchicalZParameters parameters;  // accesses 5 cycles
    const auto draw = [&](sim::Cycle update, uint32_t depth) {
        HierarchicalZBench bench(parameters);
        bench.drawAt(1);
        bench.updates[1]->at(update, {.block = 0, .depth = 0x800000});
        bench.quadAt(20, 2, 4, depth);
        bench.run(60);
        EXPECT_EQ(bench.count("WritesHZBuffer_HZ"), "1");
        EXPECT_EQ(bench.count("CulledHZFragments_HZ"), bench.output.seen.empty() ? "1" : "0");
        return !bench.output.seen.empty();
    };
    for (const uint32_t latency : {1u, 4u, 9u}) {
        parameters.updateLatency = latency;
        // Written before the line is read, or after.
        EXPECT_FALSE(draw(19 - latency, kFar));
        EXPECT_TRUE(draw(21 - latency, kFar));
        EXPECT_TRUE(draw(19 - latency, kNear));
        EXPECT_FALSE(draw(19 - latency, 0x800000));
    }
}

TEST(HierarchicalZ, AnUpdateTakesTheBufferForItsCycle) {
    HierarchicalZBench bench;
    bench.drawAt(1);
    bench.updates[0]->at(16, {.block = 100, .depth = 0});
    bench.quadAt(20, 2, 4);
    bench.run(60);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(27));
}

TEST(HierarchicalZ, TestsAgainstTheFarthestOfAllBlocksOfAQuad) {
    HierarchicalZParameters parameters;
    parameters.stampsPerBlock = 1;
    parameters.cacheLineSize = 2;
    HierarchicalZBench bench(parameters);
    bench.draw.state.raster.edit().samples = 2;  // a quad lies in two blocks
    bench.updates[0]->at(1, {.block = 0, .depth = 0x10});
    bench.updates[0]->at(2, {.block = 1, .depth = 0x800000});
    bench.updates[0]->at(3, {.block = 2, .depth = 0x10});
    bench.updates[0]->at(4, {.block = 3, .depth = 0x10});
    bench.drawAt(10);
    for (const int32_t x : {0, 2}) {
        QuadInFlight& quad = bench.quadPool[bench.quadAt(30, x, 0)];
        quad.quad.sampleCoverage.fill(3);
        for (auto& depths : quad.quad.sampleDepth) depths.fill(kNear);
    }
    bench.run(80);
    EXPECT_EQ(bench.output.seen.size(), 1u);
    EXPECT_EQ(bench.count("CulledHZFragments_HZ"), "1");
}

TEST(HierarchicalZ, LetsPassWhatItCannotTest) {
    HierarchicalZBench bench;
    bench.draw.state.depthStencil.edit().depthFunction = func::CompareFunction::Greater;
    bench.updates[0]->at(1, {.block = 0, .depth = 0});
    bench.drawAt(10);
    bench.quadAt(30, 2, 4);
    bench.run(80);
    EXPECT_EQ(bench.output.seen.size(), 1u);
}

TEST(HierarchicalZ, HoldsQuadsBackUntilTheWorkDistributorTakesThem) {
    HierarchicalZBench bench(smallQueue());
    bench.draw.state.hierarchicalZ = false;
    bench.drawAt(1);
    bench.outputReady.at(5, false);
    for (int32_t i = 0; i < 16; ++i) bench.quadAt(10, 2 * i, 0);
    bench.outputReady.at(30, true);
    bench.run(60);
    ASSERT_EQ(bench.output.seen.size(), 16u);
    EXPECT_EQ(bench.output.seen.front().cycle, 31u);
    EXPECT_EQ(bench.output.seen.back().cycle, 31u);
    // Room for two cycles' worth and one more, or not.
    EXPECT_THAT(bench.ready.seen, ElementsAre(Written<bool>{10, false}, Written<bool>{31, true}));
}

TEST(HierarchicalZ, CullsFragmentsOutsideOfTheScissor) {
    HierarchicalZBench bench;
    bench.draw.state.hierarchicalZ = false;
    bench.draw.state.raster.edit().scissor = {.enabled = true, .x = 3, .y = 4, .width = 20, .height = 20};
    bench.drawAt(1);
    const QuadId kept = bench.quadAt(10, 2, 4, kNear, 0x7);
    bench.quadAt(11, 0, 4);
    bench.input.at(11, {.empty = 3, .quad = kNoQuad});
    bench.run(30);
    ASSERT_EQ(bench.output.seen.size(), 1u);
    EXPECT_EQ(bench.output.seen[0].value, kept);
    EXPECT_EQ(bench.quadPool[kept].culled, 0xdu);
    EXPECT_EQ(bench.quadPool[kept].samples, 0x2u);
    EXPECT_EQ(bench.count("InputFragments_HZ"), "20");
    EXPECT_EQ(bench.count("OutsideTriangleFragments_HZ"), "13");
    EXPECT_EQ(bench.count("OutsideViewportFragments_HZ"), "6");
    EXPECT_EQ(bench.count("CulledOutsideFragments_HZ"), "16");
    EXPECT_EQ(bench.count("CulledFragments_HZ"), "16");
    EXPECT_EQ(bench.quadPool.inUse(), 1u);
}

TEST(HierarchicalZ, GivesQuadsThePipeOfTheirScanTile) {
    HierarchicalZBench bench;
    bench.draw.state.hierarchicalZ = false;
    bench.drawAt(1);
    const QuadId first = bench.quadAt(10, 14, 0);
    const QuadId second = bench.quadAt(10, 16, 0);
    bench.run(30);
    EXPECT_EQ(bench.quadPool[first].ropUnit, 0u);
    EXPECT_EQ(bench.quadPool[second].ropUnit, 1u);
}

TEST(HierarchicalZ, CullsSamplesWithTheirFragmentOrTheirQuad) {
    for (const bool wholeQuads : {true, false}) {
        HierarchicalZBench bench;
        bench.draw.state.hierarchicalZ = false;
        bench.draw.state.raster.edit().samples = 4;
        bench.draw.state.raster.edit().rules.multisampleCullsWholeQuads = wholeQuads;
        bench.draw.state.raster.edit().scissor = {.enabled = true, .x = 0, .y = 0, .width = 1, .height = 1};
        bench.drawAt(1);
        const QuadId id = bench.quadAt(10, 0, 0);
        bench.quadPool[id].quad.sampleCoverage = {0x5, 0x1, 0x0, 0xf};
        bench.run(30);
        EXPECT_EQ(bench.quadPool[id].samples, wholeQuads ? 0xf015u : 0x5u);
    }
}

TEST(HierarchicalZ, SendsTheLastQuadWhenAllOthersHaveLeft) {
    HierarchicalZBench bench;
    bench.drawAt(1);
    const QuadId first = bench.quadAt(10, 2, 4);
    const QuadId last = addLastQuad(bench.quadPool, bench.draw);
    bench.input.at(9, {.empty = 0, .quad = last});
    bench.command.at(40, {.operation = UnitOperation::End, .draw = &bench.draw});
    bench.run(60);
    EXPECT_THAT(bench.output.seen, ElementsAre(Written<QuadId>{16, first}, Written<QuadId>{17, last}));
    EXPECT_EQ(bench.status.when(UnitStatus::End), 17u);
    EXPECT_EQ(bench.status.seen.back(), (Written<UnitStatus>{41, UnitStatus::Ready}));
    EXPECT_EQ(bench.count("OutputFragments_HZ"), "8");
}

TEST(HierarchicalZ, ClearsItsBufferAtItsRateOfBlocks) {
    for (const auto& [perCycle, cycles] : {std::pair{256u, 1u}, {16u, 4u}, {15u, 5u}, {1u, 64u}}) {
        HierarchicalZParameters parameters;
        parameters.blocksClearedPerCycle = perCycle;
        HierarchicalZBench bench(parameters);  // 64x64 pixels in blocks of 64
        bench.updates[0]->at(1, {.block = 0, .depth = 0});
        bench.draw.state.depthBuffer.edit().clearDepth = 0xff800000;
        bench.command.at(20, {.operation = UnitOperation::Clear, .draw = &bench.draw});
        bench.run(150);
        EXPECT_EQ(bench.status.when(UnitStatus::Clear), 21u);
        EXPECT_EQ(bench.status.when(UnitStatus::ClearEnd), 21 + 1 + cycles);
        bench.command.at(160, {.operation = UnitOperation::End, .draw = &bench.draw});
        bench.drawAt(170);
        bench.quadAt(180, 0, 0, 0x7fffff);
        bench.quadAt(180, 2, 0, 0x800000);
        bench.run(200);
        EXPECT_EQ(bench.output.seen.size(), 1u);
        EXPECT_EQ(bench.count("CulledHZFragments_HZ"), "1");
    }
}

TEST(HierarchicalZCache, NeverTouchesWhatIsReserved) {
    HierarchicalZCache cache(2, 4);
    EXPECT_FALSE(cache.find(5));
    const auto first = cache.allocate(5);
    ASSERT_TRUE(first);
    EXPECT_FALSE(cache.filled(*first));
    std::ranges::copy(std::array{10u, 11u, 12u, 13u}, cache.fill(*first).begin());
    EXPECT_EQ(cache.depth(*first, 6), 12u);
    EXPECT_EQ(cache.find(7), first);  // two reservations
    EXPECT_TRUE(cache.allocate(8));
    EXPECT_FALSE(cache.allocate(12));
    cache.release(*first);
    EXPECT_FALSE(cache.allocate(12));
    cache.release(*first);
    EXPECT_EQ(cache.find(4), first);
    cache.release(*first);
    EXPECT_EQ(cache.allocate(12), first);
    EXPECT_FALSE(cache.find(5));
}

TEST(HierarchicalZBuffer, HoldsTheFarthestDepthBeforeAClearAndBeyondItsEnd) {
    HierarchicalZBuffer buffer(6);
    buffer.write(1, 7);
    buffer.write(6, 7);
    std::array<uint32_t, 4> depths{};
    buffer.read(0, depths);
    EXPECT_THAT(depths, ElementsAre(0xffffff, 7, 0xffffff, 0xffffff));
    buffer.fill(3);
    buffer.read(4, depths);
    EXPECT_THAT(depths, ElementsAre(3, 3, 0xffffff, 0xffffff));
    buffer.read(8, depths);
    EXPECT_THAT(depths, ElementsAre(0xffffff, 0xffffff, 0xffffff, 0xffffff));
}

}  // namespace
}  // namespace cyclorama::machine::timing
