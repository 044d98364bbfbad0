// SPDX-License-Identifier: MIT
// Expected cycles follow ATTILA's order of steps in FragmentFIFO::clock(): in a cycle the later stages go first, so
// that what arrives in cycle c leaves in c + 1 and is seen by the neighbour in c + 2.

#include <algorithm>
#include <random>

#include "machine/timing/work_distributor_bench.h"

namespace cyclorama::machine::timing {
namespace {

using Bench = DistributorBench;

/// Through the late path to where the interpolator has given the quads back; the cycle of the last arrival.
void interpolate(Bench& bench, const std::vector<QuadId>& quads) {
    for (size_t i = 0; i < quads.size(); i += 2) {
        bench.generate(quads[i]);
        if (i + 1 < quads.size()) bench.generate(quads[i + 1]);
        bench.run(1);
    }
    bench.run(quads.size() + 2);
}

TEST(WorkDistributorFragments, EarlyPathTakesACycleBetweenStages) {
    Bench bench;
    bench.startDraw();
    const QuadId first = bench.quad(0);
    const QuadId second = bench.quad(0);

    sim::Cycle cycle = bench.now;
    bench.generate(first);
    bench.generate(second);
    bench.run(10);
    EXPECT_EQ(bench.sent("depth"),
              (std::vector<SentEvent>{{cycle + 2, "depth", 0, first}, {cycle + 3, "depth", 0, second}}));
    EXPECT_TRUE(bench.sent("interpolator").empty());

    cycle = bench.now;
    bench.tested(first);
    bench.run(1);
    bench.tested(second);
    bench.run(10);
    EXPECT_EQ(bench.sent("interpolator"),
              (std::vector<SentEvent>{{cycle + 2, "interpolator", 0, first}, {cycle + 3, "interpolator", 0, second}}));

    cycle = bench.now;
    bench.interpolated(first);
    bench.interpolated(second);
    bench.run(10);
    EXPECT_EQ(bench.sent("shader"),
              (std::vector<SentEvent>{{cycle + 2, "shader", 0, first}, {cycle + 3, "shader", 0, second}}));
    EXPECT_EQ(bench.quadPool[first].shaderStart, cycle + 1);

    cycle = bench.now;
    bench.shaded(0, quadOutput(first));
    bench.run(1);
    bench.shaded(0, quadOutput(second));
    bench.run(10);
    EXPECT_EQ(bench.sent("color"),
              (std::vector<SentEvent>{{cycle + 2, "color", 0, first}, {cycle + 3, "color", 0, second}}));
    EXPECT_EQ(bench.quadPool[second].shaderEnd, cycle + 1);
}

TEST(WorkDistributorFragments, LatePathTestsAfterShading) {
    Bench bench;
    bench.startDraw(false);
    const QuadId first = bench.quad(0);
    const QuadId second = bench.quad(0);

    sim::Cycle cycle = bench.now;
    bench.generate(first);
    bench.generate(second);
    bench.run(5);
    EXPECT_EQ(bench.sent("interpolator"),
              (std::vector<SentEvent>{{cycle + 2, "interpolator", 0, first}, {cycle + 2, "interpolator", 0, second}}));
    bench.interpolated(first);
    bench.interpolated(second);
    bench.run(5);
    EXPECT_TRUE(bench.sent("depth").empty());

    cycle = bench.now;
    bench.shaded(0, quadOutput(first));
    bench.run(5);
    EXPECT_EQ(bench.sent("depth"), (std::vector<SentEvent>{{cycle + 2, "depth", 0, first}}));
    EXPECT_TRUE(bench.sent("color").empty());

    cycle = bench.now;
    bench.tested(first);
    bench.run(5);
    EXPECT_EQ(bench.sent("color"), (std::vector<SentEvent>{{cycle + 2, "color", 0, first}}));
}

TEST(WorkDistributorFragments, ProgramsThatWriteDepthAreTestedLate) {
    Bench bench;
    bench.record.state.fragmentWritesDepth = true;
    bench.startDraw(true);
    bench.generate(bench.quad(0));
    bench.run(5);
    EXPECT_TRUE(bench.sent("depth").empty());
    EXPECT_EQ(bench.sent("interpolator").size(), 1u);
}

TEST(WorkDistributorFragments, QuadsOfWhichTheTestLeavesNothingEnd) {
    Bench bench;
    bench.startDraw();
    const QuadId gone = bench.quad(0);
    const QuadId partly = bench.quad(1);
    const size_t before = bench.quadPool.inUse();
    bench.tested(gone, 0xf);
    bench.tested(partly, 0x7);
    bench.run(5);
    EXPECT_EQ(bench.quadPool.inUse(), before - 1);
    const std::vector<SentEvent> sent = bench.sent("interpolator");
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].id, partly);
}

TEST(WorkDistributorFragments, InterpolatorIsLeftTheCyclesOfItsAttributes) {
    Bench bench;
    bench.startDraw(true, 9);  // of 4 interpolators: 3 cycles
    const std::vector<QuadId> quads = {bench.quad(0), bench.quad(0), bench.quad(0)};
    const sim::Cycle cycle = bench.now;
    for (const QuadId id : quads) {
        bench.tested(id);
        bench.run(1);
    }
    bench.run(10);
    EXPECT_EQ(bench.sent("interpolator"), (std::vector<SentEvent>{{cycle + 2, "interpolator", 0, quads[0]},
                                                                  {cycle + 5, "interpolator", 0, quads[1]},
                                                                  {cycle + 5, "interpolator", 0, quads[2]}}));
}

TEST(WorkDistributorFragments, InterpolatorChangesPipeWithTheTile) {
    Bench bench;
    bench.startDraw(false);
    const QuadId a = bench.quad(0, 0, 0);
    const QuadId nextTile = bench.quad(0, 32, 0);
    const QuadId b = bench.quad(1, 16, 0);
    const QuadId sameTile = bench.quad(1, 16, 2);
    const sim::Cycle cycle = bench.now;
    for (const QuadId id : {a, nextTile, b, sameTile}) bench.generate(id);
    bench.run(10);
    EXPECT_EQ(bench.sent("interpolator"), (std::vector<SentEvent>{{cycle + 2, "interpolator", 0, a},
                                                                  {cycle + 2, "interpolator", 0, b},
                                                                  {cycle + 3, "interpolator", 0, sameTile},
                                                                  {cycle + 3, "interpolator", 0, nextTile}}));
}

TEST(WorkDistributorFragments, ScanTilesChooseTheProcessor) {
    Bench bench;
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    interpolate(bench, {bench.quad(0, 16, 0), bench.quad(0, 16, 0), bench.quad(1, 16, 16), bench.quad(1, 16, 16)});
    bench.run(5);
    const std::vector<SentEvent> sent = bench.sent("shader");
    ASSERT_EQ(sent.size(), 4u);
    for (const SentEvent& event : sent) {
        const bool isRight = bench.quadPool[event.id].quad.y == 0;
        EXPECT_EQ(event.unit, isRight ? 1u : 0u) << event;
    }
}

TEST(WorkDistributorFragments, WithoutTilesBatchesGoRound) {
    WorkDistributorSettings settings = smallDistributor();
    settings.tiledDistribution = false;
    settings.shadedQueueSize = 32;
    Bench bench(settings);
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    std::vector<QuadId> quads;
    for (uint32_t quad = 0; quad < 10; ++quad) quads.push_back(bench.quad(0, 16, 0));
    interpolate(bench, quads);
    bench.run(10);
    std::vector<uint32_t> units(quads.size(), 99);
    for (const SentEvent& event : bench.sent("shader"))
        units[static_cast<size_t>(std::ranges::find(quads, event.id) - quads.begin())] = event.unit;
    // Batches are of two groups of two quads.
    EXPECT_EQ(units, (std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 0, 0}));
}

TEST(WorkDistributorFragments, GroupsWaitUntilTheyAreFull) {
    Bench bench;
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    interpolate(bench, {bench.quad(0), bench.quad(0), bench.quad(0)});
    bench.run(100);
    EXPECT_EQ(bench.sent("shader").size(), 2u);
}

TEST(WorkDistributorFragments, BusyProcessorsGetNothing) {
    Bench bench;
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    bench.showBusy(0, true);
    interpolate(bench, {bench.quad(0), bench.quad(0)});
    bench.run(20);
    EXPECT_TRUE(bench.sent("shader").empty());
    EXPECT_NE(bench.distributor.describeWait().find("shader processor 0"), std::string::npos);
    bench.showBusy(0, false);
    const sim::Cycle cycle = bench.now;
    bench.run(5);
    const std::vector<SentEvent> sent = bench.sent("shader");
    ASSERT_EQ(sent.size(), 2u);
    EXPECT_EQ(sent[0].cycle, cycle + 1);
    EXPECT_EQ(sent[1].cycle, cycle + 2);
}

TEST(WorkDistributorFragments, RunsAreSplitWhereAProcessorTakesFewerElements) {
    WorkDistributorSettings settings = smallDistributor();
    settings.inputsPerCycle = 3;
    Bench bench(settings);
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    interpolate(bench, {bench.quad(0), bench.quad(0)});
    bench.run(5);
    std::vector<std::pair<uint32_t, uint32_t>> runs;
    for (const auto& input : bench.probe.shaderInputs) runs.emplace_back(input.elements.first, input.elements.count);
    EXPECT_EQ(runs, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 3}, {3, 1}, {0, 2}, {2, 2}}));
}

TEST(WorkDistributorFragments, QuadsLeaveInTheirOrderAndWithWhatWasKilled) {
    Bench bench;
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    const QuadId first = bench.quad(0);
    const QuadId second = bench.quad(0);
    bench.quadPool[first].culled = 0x1;
    interpolate(bench, {first, second});
    bench.run(5);
    bench.shaded(0, quadOutput(second, 0x8));
    bench.run(10);
    EXPECT_TRUE(bench.sent("depth").empty());
    EXPECT_EQ(bench.quadPool[second].culled, 0x8u);
    // The first comes back in two parts.
    bench.shaded(0, {.target = ShaderTarget::Fragment, .first = 0, .count = 3, .killed = 0x4, .id = first});
    bench.run(10);
    EXPECT_TRUE(bench.sent("depth").empty());
    bench.shaded(0, {.target = ShaderTarget::Fragment, .first = 3, .count = 1, .id = first});
    bench.run(10);
    const std::vector<SentEvent> sent = bench.sent("depth");
    ASSERT_EQ(sent.size(), 2u);
    EXPECT_EQ(sent[0].id, first);
    EXPECT_EQ(sent[1].id, second);
    EXPECT_EQ(bench.quadPool[first].culled, 0x5u);
}

TEST(WorkDistributorFragments, DepthTestAndColorWriteAreWaitedFor) {
    Bench bench;
    bench.startDraw();
    bench.show(bench.distributor.fragments.pipes[0]->depthTestReady, false);
    bench.generate(bench.quad(0));
    bench.generate(bench.quad(1));
    bench.run(10);
    const std::vector<SentEvent> sent = bench.sent("depth");
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].unit, 1u);
    EXPECT_NE(bench.distributor.describeWait().find("depth test 0"), std::string::npos);
    bench.show(bench.distributor.fragments.pipes[0]->depthTestReady, true);
    const sim::Cycle cycle = bench.now;
    bench.run(3);
    ASSERT_EQ(bench.sent("depth").at(0).cycle, cycle + 1);
}

TEST(WorkDistributorFragments, GeneratedReadyKeepsRoomForTwoCyclesInEveryPipe) {
    Bench bench;
    bench.startDraw();
    bench.show(bench.distributor.fragments.pipes[1]->depthTestReady, false);
    for (uint32_t quad = 0; quad < 8; ++quad) {
        bench.generate(bench.quad(1));
        bench.run(1);
    }
    bench.run(1);
    EXPECT_TRUE(bench.probe.generatedReady.read(bench.now));  // 8 of 16 are free
    bench.generate(bench.quad(1));
    bench.run(1);
    EXPECT_FALSE(bench.probe.generatedReady.read(bench.now));
}

TEST(WorkDistributorFragments, TestedReadyKeepsMoreThanTwoCyclesRoom) {
    Bench bench;
    bench.startDraw(false);
    bench.show(bench.distributor.fragments.pipes[0]->colorWriteReady, false);
    for (uint32_t quad = 0; quad < 5; ++quad) {
        bench.tested(bench.quad(0));
        bench.run(1);
    }
    EXPECT_TRUE(bench.probe.testedReady[0]->read(bench.now));  // 3 of 8 are free
    bench.tested(bench.quad(0));
    bench.run(1);
    EXPECT_FALSE(bench.probe.testedReady[0]->read(bench.now));
    EXPECT_TRUE(bench.probe.testedReady[1]->read(bench.now));
}

TEST(WorkDistributorFragments, InterpolatedQueueBoundsWhatGoesToTheInterpolator) {
    Bench bench;
    bench.startDraw(false);
    std::vector<QuadId> quads;
    for (uint32_t quad = 0; quad < 6; ++quad) quads.push_back(bench.quad(0));
    interpolate(bench, quads);
    bench.run(20);
    EXPECT_EQ(bench.sent("interpolator").size(), 4u);
    const sim::Cycle cycle = bench.now;
    bench.interpolated(quads[0]);
    bench.interpolated(quads[1]);
    bench.run(20);
    // The group leaves the queue in the cycle after, and in that cycle two more can go.
    EXPECT_EQ(bench.sent("interpolator"), (std::vector<SentEvent>{{cycle + 2, "interpolator", 0, quads[4]},
                                                                  {cycle + 2, "interpolator", 0, quads[5]}}));
}

TEST(WorkDistributorFragments, ShadedQueueBoundsWhatGoesToTheShaders) {
    Bench bench;
    bench.echo = {.depthTest = 0, .interpolator = 1, .shaders = 3};
    bench.startDraw(false);
    bench.show(bench.distributor.fragments.pipes[0]->depthTestReady, false);
    std::vector<QuadId> quads;
    for (uint32_t quad = 0; quad < 12; ++quad) quads.push_back(bench.quad(0));
    interpolate(bench, quads);
    bench.run(50);
    EXPECT_EQ(bench.sent("shader").size(), 8u);
    bench.show(bench.distributor.fragments.pipes[0]->depthTestReady, true);
    bench.run(50);
    EXPECT_EQ(bench.sent("shader").size(), 4u);
    EXPECT_EQ(bench.sent("depth").size(), 12u);
}

TEST(WorkDistributorFragments, ShaderInputQueueBoundsWhatIsQueued) {
    WorkDistributorSettings settings = smallDistributor();
    settings.shaderInputQueueSize = 16;
    settings.shadedQueueSize = 32;
    Bench bench(settings);
    bench.echo.interpolator = 1;
    bench.startDraw(false);
    bench.showBusy(0, true);
    std::vector<QuadId> quads;
    for (uint32_t quad = 0; quad < 12; ++quad) quads.push_back(bench.quad(0));
    interpolate(bench, quads);
    bench.run(50);
    // Two groups are queued, four quads are interpolated, and four wait.
    EXPECT_EQ(bench.sent("interpolator").size(), 8u);
    bench.showBusy(0, false);
    bench.run(50);
    EXPECT_EQ(bench.sent("shader").size(), 12u);
}

TEST(WorkDistributorFragments, LastQuadGoesToEveryPipeWhenAllThatWasSentIsBack) {
    Bench bench;
    bench.echo = {.depthTest = 1, .interpolator = 1, .shaders = 0};
    bench.startDraw();
    const QuadId only = bench.quad(0);
    bench.generate(only);
    bench.generate(bench.lastQuad());
    bench.run(30);
    const std::vector<SentEvent> tested = bench.sent("depth");
    ASSERT_EQ(tested.size(), 3u);
    EXPECT_EQ(bench.sent("interpolator").size(), 3u);

    // The group is filled up.
    EXPECT_EQ(bench.sent("shader").size(), 1u);
    EXPECT_EQ(bench.sent("padding").size(), 1u);
    // The other pipe's came through before anything was shaded.
    const std::vector<SentEvent> other = bench.sent("color");
    ASSERT_EQ(other.size(), 1u);
    EXPECT_EQ(other[0].unit, 1u);
    EXPECT_TRUE(bench.quadPool[other[0].id].last);

    bench.shaded(0, quadOutput(only));
    bench.run(10);
    EXPECT_EQ(bench.sent("color").size(), 1u);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::Drawing);

    const sim::Cycle cycle = bench.now;
    bench.shaded(0, quadOutput(only, 0, true));
    bench.run(1);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::Drawing);
    bench.run(1);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::End);
    bench.run(10);
    const std::vector<SentEvent> last = bench.sent("color");
    ASSERT_EQ(last.size(), 1u);
    EXPECT_EQ(last[0].cycle, cycle + 2);
    EXPECT_EQ(last[0].unit, 0u);
    EXPECT_TRUE(bench.quadPool[last[0].id].last);
    EXPECT_EQ(bench.statistic("ShadedFragments_FFU"), 8u);
    EXPECT_EQ(bench.statistic("OutputFragments_FFU"), 12u);
    EXPECT_EQ(bench.statistic("InputFragments_FFU"), 8u);
}

TEST(WorkDistributorFragments, LateBatchEndsWithTheLastTestedQuads) {
    Bench bench;
    bench.echo = {.depthTest = 0, .interpolator = 1, .shaders = 2};
    bench.startDraw(false);
    bench.generate(bench.lastQuad());
    bench.run(30);
    EXPECT_TRUE(bench.sent("shader").empty());
    const std::vector<SentEvent> last = bench.sent("depth");
    ASSERT_EQ(last.size(), 2u);
    bench.tested(last[0].id);
    bench.run(10);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::Drawing);
    bench.tested(last[1].id);
    bench.run(10);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::End);
    EXPECT_EQ(bench.sent("color").size(), 2u);

    // The next batch.
    bench.command(UnitOperation::End);
    bench.run(2);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::Ready);
    bench.echo.depthTest = 1;
    bench.startDraw();
    bench.generate(bench.lastQuad());
    bench.run(30);
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::End);
}

TEST(WorkDistributorFragments, LastQuadOfAnEarlyBatchCountsUntilTheNextDraw) {
    Bench bench;
    bench.echo = {.depthTest = 1, .interpolator = 1, .shaders = 2};
    bench.startDraw();
    bench.generate(bench.lastQuad());
    bench.run(30);
    const uint64_t before = bench.statistic("ShadedStampQueuesOccupation_FFU");
    bench.run(100);
    EXPECT_EQ(bench.statistic("ShadedStampQueuesOccupation_FFU"), before + 200);
}

/// Batches of quads and vertices, with neighbours that are busy now and then.
std::pair<std::vector<SentEvent>, std::vector<uint64_t>> runRandomly(bool sleeping) {
    Bench bench(smallDistributor(), sleeping);
    bench.echo = {.depthTest = 3, .interpolator = 5, .shaders = 9};
    std::mt19937 random(7);
    for (uint32_t batch = 0; batch < 6; ++batch) {
        bench.startDraw(batch % 2 == 0, 1 + batch * 3);
        for (uint32_t step = 0; step < 40; ++step) {
            for (uint32_t pipe = 0; pipe < 2; ++pipe) {
                bench.show(bench.distributor.fragments.pipes[pipe]->colorWriteReady, random() % 4 != 0);
                bench.show(bench.distributor.fragments.pipes[pipe]->depthTestReady, random() % 4 != 0);
                bench.showBusy(pipe, random() % 3 == 0);
            }
            if (bench.probe.generatedReady.read(bench.now))
                for (uint32_t quad = random() % 4; quad > 0; --quad)
                    bench.generate(bench.quad(random() % 2, static_cast<int32_t>(random() % 64),
                                              static_cast<int32_t>(random() % 64)));
            if (bench.probe.loadersReady[0]->read(bench.now))
                for (uint32_t channel = random() % 4; channel > 0; --channel)
                    bench.vertex(channel, bench.vertexInFlight(random() % 16 == 0));
            bench.run(1 + random() % 20);
        }
        for (uint32_t pipe = 0; pipe < 2; ++pipe) {
            bench.show(bench.distributor.fragments.pipes[pipe]->colorWriteReady, true);
            bench.show(bench.distributor.fragments.pipes[pipe]->depthTestReady, true);
            bench.showBusy(pipe, false);
        }
        bench.generate(bench.lastQuad());
        bench.run(3000);
        EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::End);
        bench.command(UnitOperation::End);
        bench.run(1);
    }
    std::vector<uint64_t> statistics;
    for (const auto& [name, column] : bench.simulation.statistics().columns())
        statistics.push_back(bench.statistic(std::string(name)));
    return {bench.probe.events, statistics};
}

TEST(WorkDistributorFragments, SleepingChangesNothing) {
    const auto asleep = runRandomly(true);
    const auto awake = runRandomly(false);
    EXPECT_GT(asleep.first.size(), 500u);
    EXPECT_EQ(asleep.first, awake.first);
    EXPECT_EQ(asleep.second, awake.second);
}

TEST(WorkDistributorSettings, ComeFromTheConfiguration) {
    Configuration configuration;
    const WorkDistributorSettings settings = workDistributorSettings(configuration);
    EXPECT_EQ(settings.generatedQuadsPerCycle, 64u);  // 4 generation tiles of 8 x 8
    EXPECT_EQ(settings.quadsPerPipe(), 1u);
    EXPECT_EQ(settings.group, configuration.vectorShader.vectorShader ? configuration.vectorShader.length.get()
                                                                      : configuration.scalarShader.threadGroup.get());
    EXPECT_EQ(settings.shadedQueueSize, 2048u);
    EXPECT_EQ(settings.testedQueueSize, 32u);
}

}  // namespace
}  // namespace cyclorama::machine::timing
