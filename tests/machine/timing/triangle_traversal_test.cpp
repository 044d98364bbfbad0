// SPDX-License-Identifier: MIT
// Triangle traversal alone: its queue, its groups of triangles, and how many quads come out when.

#include "machine/timing/raster/triangle_traversal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "machine/timing/rasterizer_bench.h"
#include "machine/timing/wire_probes.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct TraversalBench {
    explicit TraversalBench(const RasterizationParameters& parameters = {}, const TriangleSetupParameters& setup = {})
        : domain(simulation.addDomain({.name = "gpu"})),
          traversal(simulation, domain, trianglePool, quadPool, parameters, setup),
          output(simulation, "output", generatedQuadsPerCycle(parameters)) {
        command.out.bind(traversal.command);
        traversal.status.bind(status.in);
        input.out.bind(traversal.input);
        traversal.inputRequest.bind(inputRequest.in);
        traversal.output.bind(output.in);
        ready.out.bind(traversal.outputReady);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }

    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }
    TriangleId triangle(float x, float y, float size) { return addSetUpTriangle(trianglePool, draw, x, y, size); }

    /// Quads of a cycle, covered or not.
    uint32_t quadsOf(sim::Cycle cycle) const {
        uint32_t quads = 0;
        for (const auto& run : output.seen)
            if (run.cycle == cycle) quads += run.value.empty + (run.value.quad == kNoQuad ? 0 : 1);
        return quads;
    }
    sim::Cycle firstQuads() const { return output.seen.empty() ? sim::kNever : output.seen.front().cycle; }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    DrawRecord draw = smallDraw();
    TriangleTraversal traversal;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<TriangleId> input{simulation, "input"};
    SignalReader<TriangleRequest> inputRequest{simulation, "inputRequest", 1};
    SignalReader<TraversedQuads> output;
    LevelWriter<bool> ready{simulation, "ready"};
};

RasterizationParameters oneGenerationTileACycle() {
    RasterizationParameters parameters;
    parameters.stampsPerCycle = 1;
    return parameters;
}

TEST(TriangleTraversal, AsksForTrianglesUntilItsQueueIsFull) {
    TraversalBench bench;  // 16 triangles, 2 at a time
    bench.run(50);
    EXPECT_THAT(cyclesOf(bench.inputRequest.seen), ElementsAre(3, 4, 5, 6, 7, 8, 9, 10));
    for (const auto& request : bench.inputRequest.seen) EXPECT_EQ(request.value.triangles, 2u);
}

TEST(TriangleTraversal, AsksForNoMoreThanItsQueueHolds) {
    for (const uint32_t size : {4u, 9u, 20u}) {
        RasterizationParameters parameters;
        parameters.batchQueueSize = size;
        TraversalBench bench(parameters);
        bench.run(50);
        // Two at a time.
        EXPECT_EQ(bench.inputRequest.seen.size(), size / 2) << size;
    }
}

TEST(TriangleTraversal, StartsTheCycleAfterItsTrianglesArriveAndGeneratesTheNext) {
    for (const uint32_t latency : {1u, 2u, 7u}) {
        TriangleSetupParameters setup;
        setup.triangleOutputLatency = latency;
        TraversalBench bench({}, setup);
        bench.input.at(10, bench.triangle(1, 1, 6));
        bench.input.at(10, addLastTriangle(bench.trianglePool, bench.draw));
        bench.run(60);
        // The triangle's start tile is a scan tile: the first step finds it.
        EXPECT_EQ(bench.firstQuads(), 10 + latency + 2);
    }
}

TEST(TriangleTraversal, DescendsALevelOfTilesACycle) {
    TraversalBench bench;
    // Bounds of 33 pixels and more: the start tile is of 64 pixels, two levels above scan tiles of 16.
    bench.input.at(10, bench.triangle(1, 1, 60));
    bench.input.at(10, addLastTriangle(bench.trianglePool, bench.draw));
    bench.run(100);
    EXPECT_EQ(bench.firstQuads(), 12 + 2 + 2);
}

TEST(TriangleTraversal, WaitsForAFullGroupOrTheLastTriangle) {
    TraversalBench bench;  // groups of 4
    for (int i = 0; i < 3; ++i) bench.input.at(10 + static_cast<sim::Cycle>(i), bench.triangle(1, 1, 6));
    bench.run(49);
    EXPECT_THAT(bench.output.seen, IsEmpty());
    bench.input.at(50, bench.triangle(1, 1, 6));
    bench.run(60);
    EXPECT_EQ(bench.firstQuads(), 54u);
    // One scan tile for all four.
    EXPECT_EQ(bench.count("GeneratedFragments_TT"), std::to_string(4 * 16 * 16));
}

TEST(TriangleTraversal, GeneratesAsManyTilesACycleAsItIsWide) {
    TraversalBench bench(oneGenerationTileACycle());
    bench.input.at(10, bench.triangle(1, 1, 6));
    bench.input.at(10, addLastTriangle(bench.trianglePool, bench.draw));
    bench.run(60);
    for (const sim::Cycle cycle : {14u, 15u, 16u, 17u}) EXPECT_EQ(bench.quadsOf(cycle), 16u) << cycle;
    // The group is found done in the cycle of its last quad, the end of the batch is started at once.
    EXPECT_EQ(bench.quadsOf(18), 1u);
    EXPECT_EQ(bench.quadsOf(19), 0u);
}

TEST(TriangleTraversal, GeneratesNothingWhileHierarchicalZIsFull) {
    TraversalBench bench(oneGenerationTileACycle());
    bench.ready.at(14, false);
    bench.ready.at(30, true);
    bench.input.at(10, bench.triangle(1, 1, 6));
    bench.input.at(10, addLastTriangle(bench.trianglePool, bench.draw));
    bench.run(60);
    EXPECT_EQ(bench.quadsOf(14), 16u);
    for (sim::Cycle cycle = 15; cycle <= 30; ++cycle) EXPECT_EQ(bench.quadsOf(cycle), 0u) << cycle;
    EXPECT_EQ(bench.quadsOf(31), 16u);
}

TEST(TriangleTraversal, SendsCoveredQuadsThatNameTheirTriangle) {
    TraversalBench bench;
    const TriangleId triangle = bench.triangle(0, 0, 16);
    bench.input.at(10, triangle);
    bench.run(11);
    bench.input.at(12, addLastTriangle(bench.trianglePool, bench.draw));
    bench.run(60);
    uint32_t fragments = 0;
    for (const auto& run : bench.output.seen) {
        if (run.value.quad == kNoQuad || bench.quadPool[run.value.quad].last) continue;
        const QuadInFlight& quad = bench.quadPool[run.value.quad];
        EXPECT_EQ(quad.triangle, triangle);
        EXPECT_NE(quad.quad.coverage, 0u);
        EXPECT_EQ(quad.created, run.cycle);
        fragments += static_cast<uint32_t>(std::popcount(quad.quad.coverage));
    }
    // Half of 16x16, with what the fill rule gives of the diagonal's 16.
    EXPECT_GE(fragments, 120u);
    EXPECT_LE(fragments, 136u);
    for (const auto& run : bench.output.seen)
        if (run.value.quad != kNoQuad) bench.quadPool.drop(run.value.quad);
    EXPECT_EQ(bench.trianglePool.inUse(), 0u);
    EXPECT_EQ(bench.quadPool.inUse(), 0u);
}

TEST(TriangleTraversal, EndsWithALastQuadAfterAllOthers) {
    TraversalBench bench;
    bench.input.at(10, addLastTriangle(bench.trianglePool, bench.draw));
    bench.command.at(30, {.operation = UnitOperation::End, .draw = &bench.draw});
    bench.run(60);
    ASSERT_EQ(bench.output.seen.size(), 1u);
    EXPECT_EQ(bench.output.seen[0].cycle, 14u);
    EXPECT_TRUE(bench.quadPool[bench.output.seen[0].value.quad].last);
    EXPECT_EQ(bench.status.when(UnitStatus::End), 14u);
    EXPECT_EQ(bench.status.seen.back(), (Written<UnitStatus>{31, UnitStatus::Ready}));
    EXPECT_EQ(bench.count("Stamps0Fragment_TT"), "1");
}

TEST(TriangleTraversal, TakesTrianglesOneByOneWithScanLines) {
    RasterizationParameters parameters;
    parameters.recursiveMode = false;
    TraversalBench bench(parameters);
    bench.input.at(10, bench.triangle(1, 1, 6));
    bench.run(40);
    EXPECT_EQ(bench.firstQuads(), 14u);
}

TEST(TriangleTraversal, CountsTheCornersOfPixelsWithMultisampling) {
    TraversalBench bench;
    bench.draw.state.raster.edit().samples = 4;
    // Covers samples of the quad at (4, 4), and no corner of a pixel.
    bench.input.at(10, addSetUpTriangle(bench.trianglePool, bench.draw, 4.05f, 4.05f, 1.5f));
    bench.input.at(11, addLastTriangle(bench.trianglePool, bench.draw));
    bench.run(40);
    uint32_t covered = 0;
    for (const auto& run : bench.output.seen)
        if (run.value.quad != kNoQuad && !bench.quadPool[run.value.quad].last) ++covered;
    EXPECT_EQ(covered, 1u);
    EXPECT_EQ(bench.count("Stamps0Fragment_TT"), "65");  // those of a scan tile, and the last
}

}  // namespace
}  // namespace cyclorama::machine::timing
