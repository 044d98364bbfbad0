// SPDX-License-Identifier: MIT
#include "machine/timing/work_distributor_bench.h"

namespace cyclorama::machine::timing {
namespace {

using Bench = DistributorBench;

std::vector<VertexId> send(Bench& bench, uint32_t count, bool last = false) {
    std::vector<VertexId> vertices;
    for (uint32_t vertex = 0; vertex < count; ++vertex) {
        vertices.push_back(bench.vertexInFlight(last && vertex + 1 == count));
        bench.vertex(vertex % 4, vertices.back());
        if (vertex % 4 == 3 && vertex + 1 < count) bench.run(1);
    }
    return vertices;
}

std::vector<VertexId> ids(const std::vector<SentEvent>& sent) {
    std::vector<VertexId> found;
    for (const SentEvent& event : sent) found.push_back(event.id);
    return found;
}

TEST(WorkDistributorVertices, AGroupLeavesWithItsLastVertex) {
    Bench bench;
    const std::vector<VertexId> vertices = send(bench, 8);
    const sim::Cycle cycle = bench.now;
    bench.run(10);
    const std::vector<SentEvent> sent = bench.sent("shader");
    EXPECT_EQ(ids(sent), vertices);
    ASSERT_EQ(sent.size(), 8u);
    EXPECT_EQ(sent[0].cycle, cycle + 1);
    EXPECT_EQ(sent[3].cycle, cycle + 1);
    EXPECT_EQ(sent[4].cycle, cycle + 2);
}

TEST(WorkDistributorVertices, ChannelsAreReadInOrder) {
    Bench bench;
    const VertexId onThird = bench.vertexInFlight();
    const VertexId onFirst = bench.vertexInFlight(true);
    bench.vertex(2, onThird);
    bench.vertex(0, onFirst);
    bench.run(5);
    EXPECT_EQ(ids(bench.sent("shader")), (std::vector<VertexId>{onFirst, onThird}));
}

TEST(WorkDistributorVertices, TheLastOfABatchIsFilledUp) {
    Bench bench;
    send(bench, 3, true);
    const sim::Cycle cycle = bench.now;
    bench.run(10);
    const std::vector<SentEvent> sent = bench.sent("shader");
    ASSERT_EQ(sent.size(), 3u);
    EXPECT_EQ(sent[0].cycle, cycle + 1);
    EXPECT_EQ(bench.sent("padding").size(), 5u);
}

TEST(WorkDistributorVertices, TheLastIsNoReasonAfterItWasCommitted) {
    Bench bench;
    bench.show(bench.distributor.vertices.lastVertexCommitted, true);
    send(bench, 3, true);
    bench.run(100);
    EXPECT_TRUE(bench.sent("shader").empty());
}

TEST(WorkDistributorVertices, WhatIsLeftOfALargerGroupWaitsForTheThreshold) {
    Bench bench;
    // In the cycle of the last vertex ten wait, of which eight leave; ATTILA forgets that it was the last.
    send(bench, 7);
    bench.run(1);
    send(bench, 3, true);
    bench.run(500);
    EXPECT_EQ(bench.sent("shader").size(), 8u);
    bench.run(1000);
    EXPECT_EQ(bench.sent("shader").size(), 2u);
}

TEST(WorkDistributorVertices, AnIncompleteGroupLeavesAfterTheThreshold) {
    for (const bool sleeping : {true, false}) {
        Bench bench(smallDistributor(), sleeping);
        const sim::Cycle cycle = bench.now;
        send(bench, 3);
        bench.run(1002);
        EXPECT_TRUE(bench.sent("shader").empty());
        bench.run(1);
        const std::vector<SentEvent> sent = bench.sent("shader");
        ASSERT_EQ(sent.size(), 3u);
        EXPECT_EQ(sent[0].cycle, cycle + 1002);  // decided 1001 cycles after the first vertex came
    }
}

TEST(WorkDistributorVertices, ProcessorsTakeTurns) {
    Bench bench;
    send(bench, 16);
    bench.run(10);
    const std::vector<SentEvent> sent = bench.sent("shader");
    ASSERT_EQ(sent.size(), 16u);
    for (size_t vertex = 0; vertex < sent.size(); ++vertex)
        EXPECT_EQ(sent[vertex].unit, sent[vertex].id < sent[8].id ? 0u : 1u) << vertex;
}

TEST(WorkDistributorVertices, ShadedOnesGoBackOneAChannelAndCycle) {
    Bench bench;
    const std::vector<VertexId> vertices = send(bench, 7, true);
    bench.run(10);
    const sim::Cycle cycle = bench.now;
    for (uint32_t vertex = 0; vertex < 3; ++vertex) bench.shaded(0, vertexOutput(vertices[vertex]));
    bench.run(10);
    EXPECT_EQ(bench.sent("vertex"), (std::vector<SentEvent>{{cycle + 2, "vertex", 0, vertices[0]},
                                                            {cycle + 2, "vertex", 1, vertices[1]},
                                                            {cycle + 2, "vertex", 2, vertices[2]}}));
    bench.shaded(0, vertexOutput(0, true));
    bench.run(10);
    EXPECT_TRUE(bench.sent("vertex").empty());
    EXPECT_EQ(bench.statistic("ShadedVertices_FFU"), 4u);
    EXPECT_EQ(bench.statistic("OutputVertices_FFU"), 3u);
}

TEST(WorkDistributorVertices, AGroupTakesItsRoomInTheShadedQueueBeforehand) {
    Bench bench;  // room for two groups
    std::vector<VertexId> vertices = send(bench, 16);
    bench.run(5);
    const std::vector<VertexId> more = send(bench, 8);
    bench.run(50);
    EXPECT_EQ(bench.sent("shader").size(), 16u);
    for (uint32_t vertex = 0; vertex < 7; ++vertex) {
        bench.shaded(0, vertexOutput(vertices[vertex]));
        bench.run(1);
    }
    bench.run(10);
    EXPECT_TRUE(bench.sent("shader").empty());
    const sim::Cycle cycle = bench.now;
    bench.shaded(0, vertexOutput(vertices[7]));
    bench.run(10);
    const std::vector<SentEvent> sent = bench.sent("shader");
    ASSERT_EQ(ids(sent), more);
    EXPECT_EQ(sent[0].cycle, cycle + 2);
}

TEST(WorkDistributorVertices, LoadersSeeRoomForTwoVerticesOfEachChannel) {
    Bench bench;
    send(bench, 16);
    bench.run(5);  // the shaded queue is taken
    send(bench, 8);
    bench.run(1);
    EXPECT_TRUE(bench.probe.loadersReady[0]->read(bench.now));  // 8 of 16 are free
    send(bench, 1);
    bench.run(1);
    EXPECT_FALSE(bench.probe.loadersReady[0]->read(bench.now));
    EXPECT_FALSE(bench.distributor.describeWait().empty());
}

TEST(WorkDistributorVertices, ComeBeforeFragments) {
    Bench bench;
    bench.startDraw();
    bench.tested(bench.quad(0));
    bench.run(1);
    bench.tested(bench.quad(0));
    bench.run(5);
    const std::vector<SentEvent> quads = bench.sent("interpolator");
    ASSERT_EQ(quads.size(), 2u);
    send(bench, 4);
    bench.run(1);
    for (const SentEvent& quad : quads) bench.interpolated(quad.id);
    bench.run(1);
    const sim::Cycle cycle = bench.now;
    send(bench, 4);
    bench.run(10);
    // In the cycle in which the quads could go the vertices do; both are for the first processor.
    const std::vector<SentEvent> sent = bench.sent("shader");
    ASSERT_EQ(sent.size(), 10u);
    EXPECT_EQ(sent[0].cycle, cycle + 1);
    EXPECT_EQ(sent[8].cycle, cycle + 3);
    EXPECT_EQ(sent[8].id, quads[0].id);
}

TEST(WorkDistributorVertices, OutputsOfOneKindAreSortedInACycle) {
    Bench bench;
    bench.echo.interpolator = 1;
    bench.startDraw();
    const QuadId first = bench.quad(0);
    const QuadId second = bench.quad(0);
    bench.tested(first);
    bench.run(1);
    bench.tested(second);
    bench.run(10);
    const std::vector<VertexId> vertices = send(bench, 8);
    bench.run(10);
    const sim::Cycle cycle = bench.now;
    bench.shaded(0, quadOutput(first));
    bench.shaded(0, vertexOutput(vertices[0]));
    bench.run(10);
    EXPECT_EQ(bench.sent("color"), (std::vector<SentEvent>{{cycle + 2, "color", 0, first}}));
    EXPECT_EQ(bench.sent("vertex"), (std::vector<SentEvent>{{cycle + 3, "vertex", 0, vertices[0]}}));
}

TEST(WorkDistributorVertices, OccupationCountsSleepingCycles) {
    Bench bench;
    send(bench, 3);
    bench.run(1);
    const uint64_t before = bench.statistic("VertexInputQueueOccupation_FFU");
    bench.run(100);
    EXPECT_EQ(bench.statistic("VertexInputQueueOccupation_FFU"), before + 300);
    EXPECT_EQ(bench.statistic("InputVertices_FFU"), 3u);
}

TEST(WorkDistributorVertices, AnEmptyDistributorWaitsForNothing) {
    Bench bench;
    bench.run(10);
    EXPECT_EQ(bench.distributor.describeWait(), "");
    EXPECT_EQ(bench.probe.status.read(bench.now), UnitStatus::Ready);
}

}  // namespace
}  // namespace cyclorama::machine::timing
