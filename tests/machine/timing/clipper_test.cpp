// SPDX-License-Identifier: MIT
// The clipper alone: its latencies, its buffer, and the end of a batch. The expected cycles are those of ATTILA's
// Clipper::clock(), counted by hand.

#include "machine/timing/geometry/clipper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/timing/wire_probes.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::SizeIs;

/// The bench's draw reaches the clipper in cycle 2: it works from cycle 3 on.
constexpr sim::Cycle kFirstSent = 3;

ClipperParameters clipperParameters(uint32_t start, uint32_t exec, uint32_t buffer = 32) {
    ClipperParameters parameters;
    parameters.startLatency = start;
    parameters.execLatency = exec;
    parameters.clipBufferSize = buffer;
    return parameters;
}

struct ClipperBench {
    explicit ClipperBench(const ClipperParameters& parameters = {}, sim::SimulationSettings how = {})
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          clipper(simulation, domain, trianglePool, parameters, {.setupStartLatency = 4, .setupInputLatency = 2}) {
        command.out.bind(clipper.command);
        clipper.status.bind(status.in);
        input.out.bind(clipper.input);
        clipper.inputRequests.bind(asked.in);
        requests.out.bind(clipper.outputRequests);
        clipper.output.bind(output.in);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }

    /// A triangle that arrives in the cycle; `x` of all its vertices.
    TriangleId send(sim::Cycle arrival, float x = 0.0f) {
        const TriangleId id = trianglePool.acquire();
        trianglePool[id].draw = &draw;
        for (func::VertexAttributes& vertex : trianglePool[id].vertices)
            vertex[func::kPositionAttribute] = {x, 0.0f, 0.0f, 1.0f};
        input.at(arrival - 1, id);
        return id;
    }
    TriangleId sendLast(sim::Cycle arrival, float x = 0.0f) {
        const TriangleId id = send(arrival, x);
        trianglePool[id].last = true;
        return id;
    }
    void request(sim::Cycle arrival, uint32_t triangles) { requests.at(arrival - 1, {triangles}); }

    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }
    std::vector<std::pair<sim::Cycle, TriangleId>> sent() const {
        std::vector<std::pair<sim::Cycle, TriangleId>> all;
        for (const auto& triangle : output.seen) all.emplace_back(triangle.cycle, triangle.value);
        return all;
    }
    uint32_t askedFor() const {
        uint32_t triangles = 0;
        for (const auto& request : asked.seen) triangles += request.value.triangles;
        return triangles;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    DrawRecord draw;
    Clipper clipper;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<TriangleId> input{simulation, "input"};
    SignalReader<TriangleRequest> asked{simulation, "asked", 1};
    SignalWriter<TriangleRequest> requests{simulation, "requests"};
    SignalReader<TriangleId> output{simulation, "output", 2};
};

TEST(TimingClipper, TriangleStaysInItsUnitForTheExecutionLatency) {
    for (const uint32_t latency : {1u, 6u, 17u}) {
        ClipperBench bench(clipperParameters(1, latency));
        bench.request(kFirstSent, 2);
        const TriangleId last = bench.sendLast(10);
        bench.run(60);
        EXPECT_THAT(bench.sent(), ElementsAre(Pair(10 + latency, last))) << latency;
        EXPECT_EQ(bench.status.when(UnitStatus::End), 10 + latency);
    }
}

TEST(TimingClipper, LoneTriangleWaitsForAFullGroupOrTheLast) {
    ClipperBench bench(clipperParameters(1, 6));
    bench.request(kFirstSent, 8);
    const TriangleId first = bench.send(10);
    const TriangleId second = bench.send(20);
    const TriangleId third = bench.send(30);
    const TriangleId last = bench.sendLast(40);
    bench.run(80);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(26, first), Pair(26, second), Pair(46, third), Pair(46, last)));
}

TEST(TimingClipper, SetupGetsTrianglesEverySetupStartLatencyCycles) {
    ClipperBench bench(clipperParameters(1, 1));
    bench.request(kFirstSent, 8);
    for (sim::Cycle cycle = 10; cycle < 13; ++cycle) {
        bench.send(cycle);
        bench.send(cycle);
    }
    bench.run(60);
    ASSERT_THAT(bench.sent(), SizeIs(6));
    EXPECT_EQ(bench.sent()[0].first, 11u);
    EXPECT_EQ(bench.sent()[2].first, 15u);
    EXPECT_EQ(bench.sent()[4].first, 19u);
}

TEST(TimingClipper, SendsNoMoreThanAskedForAndInTheCycleOfTheRequest) {
    ClipperBench bench(clipperParameters(1, 1));
    const TriangleId first = bench.send(10);
    const TriangleId second = bench.send(10);
    bench.request(30, 1);
    bench.run(40);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(30, first)));
    // The second alone is no full group.
    bench.request(50, 1);
    const TriangleId last = bench.sendLast(60);
    bench.run(80);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(30, first), Pair(61, second)));
    bench.request(90, 1);
    bench.run(100);
    EXPECT_EQ(bench.sent().back(), std::make_pair(sim::Cycle{90}, last));
}

TEST(TimingClipper, AsksForTwoACycleUntilTheBufferIsSpokenFor) {
    ClipperBench bench(clipperParameters(1, 6, 7));
    bench.run(40);
    ASSERT_THAT(bench.asked.seen, SizeIs(4));
    EXPECT_EQ(bench.asked.seen[0].cycle, kFirstSent);
    EXPECT_EQ(bench.asked.seen[0].value.triangles, 2u);
    EXPECT_EQ(bench.asked.seen[3].cycle, kFirstSent + 3);
    EXPECT_EQ(bench.asked.seen[3].value.triangles, 1u);

    // A place is free again in the cycle after its triangle left, or was dropped.
    bench.send(50, 5.0f);
    bench.send(50);
    bench.send(50 + 6 + 10);
    bench.run(70);
    EXPECT_EQ(bench.askedFor(), 8u);
    EXPECT_EQ(bench.asked.seen.back().cycle, 57u);
    bench.request(80, 2);
    bench.run(90);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(80, 1), Pair(80, 2)));
    EXPECT_EQ(bench.askedFor(), 10u);
    EXPECT_EQ(bench.asked.seen.back().cycle, 81u);
}

TEST(TimingClipper, DropsTrianglesOutsideOfAPlaneButNeverTheLast) {
    ClipperBench bench;
    bench.request(kFirstSent, 8);
    bench.send(10, -1.5f);
    const TriangleId inside = bench.send(10, 0.5f);
    bench.send(11, 1.5f);
    const TriangleId last = bench.sendLast(12, 1.5f);
    bench.run(60);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(18, inside), Pair(18, last)));
    EXPECT_EQ(bench.count("InputTriangles_CLP"), "4");
    EXPECT_EQ(bench.count("ClippedTriangles_CLP"), "2");
    EXPECT_EQ(bench.count("OutputTriangles_CLP"), "2");
    EXPECT_EQ(bench.trianglePool.inUse(), 2u);
}

TEST(TimingClipper, FrustumClippingCanBeTurnedOff) {
    ClipperBench bench;
    bench.draw.state.clipping.frustum = false;
    bench.request(kFirstSent, 8);
    bench.send(10, 1.5f);
    bench.sendLast(11);
    bench.run(60);
    EXPECT_THAT(bench.sent(), SizeIs(2));
}

/// ATTILA clears the requests in the setupInputLatency + 4 cycles after the last triangle.
TEST(TimingClipper, RequestsAfterTheLastTriangleDoNotCountForAWhile) {
    constexpr sim::Cycle kSent = 16;
    for (const sim::Cycle after : {sim::Cycle{6}, sim::Cycle{7}}) {
        ClipperBench bench;
        bench.request(kFirstSent, 1);
        bench.sendLast(10);
        bench.command.at(kSent + 1, {.operation = UnitOperation::End, .draw = &bench.draw});
        bench.command.at(kSent + 2, {.operation = UnitOperation::Draw, .draw = &bench.draw});
        bench.request(kSent + after, 1);
        const TriangleId last = bench.sendLast(40);
        bench.run(80);
        ASSERT_EQ(bench.sent().front().first, kSent);
        if (after == 6)
            EXPECT_THAT(bench.sent(), SizeIs(1));
        else
            EXPECT_THAT(bench.sent(), ElementsAre(testing::_, Pair(46, last)));
    }
}

TEST(TimingClipper, SaysWhatItWaitsFor) {
    ClipperBench bench;
    bench.run(1);
    EXPECT_EQ(bench.clipper.describeWait(), "");
    bench.run(20);
    EXPECT_EQ(bench.clipper.describeWait(), "waits for triangles from primitive assembly");
    bench.sendLast(30);
    bench.run(40);
    EXPECT_EQ(bench.clipper.describeWait(), "waits for triangle setup to ask for triangles");
}

TEST(TimingClipper, SleepingAndOrderOfBoxesChangeNothing) {
    const auto run = [](sim::SimulationSettings how) {
        ClipperBench bench(clipperParameters(1, 6, 9), how);
        sim::Cycle cycle = 10;
        for (uint32_t i = 0; i < 7; ++i) bench.send(cycle += 1 + i * i % 7, i % 3 == 1 ? 2.0f : 0.0f);
        bench.sendLast(cycle + 40);
        for (uint32_t i = 0; i < 6; ++i) bench.request(5 + 13 * i, 1 + i % 2);
        bench.run(200);
        return std::make_tuple(bench.sent(), bench.askedFor(), bench.count("ClippedTriangles_CLP"));
    };
    const auto expected = run({});
    EXPECT_THAT(std::get<0>(expected), SizeIs(6));
    EXPECT_EQ(run({.sleeping = false}), expected);
    EXPECT_EQ(run({.sleeping = false, .reverseOrder = true}), expected);
}

}  // namespace
}  // namespace cyclorama::machine::timing
