// SPDX-License-Identifier: MIT
// Triangle setup alone: its latencies, its requests, and the end of a batch.

#include "machine/timing/raster/triangle_setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/timing/rasterizer_bench.h"
#include "machine/timing/wire_probes.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

struct TriangleSetupBench {
    explicit TriangleSetupBench(const TriangleSetupParameters& parameters = {}, sim::SimulationSettings how = {})
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          setup(simulation, domain, trianglePool, parameters) {
        command.out.bind(setup.command);
        setup.status.bind(status.in);
        input.out.bind(setup.input);
        setup.inputRequest.bind(inputRequest.in);
        outputRequest.out.bind(setup.outputRequest);
        setup.output.bind(output.in);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }

    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }
    std::vector<std::pair<sim::Cycle, TriangleId>> sent() const {
        std::vector<std::pair<sim::Cycle, TriangleId>> all;
        for (const auto& triangle : output.seen) all.emplace_back(triangle.cycle, triangle.value);
        return all;
    }
    uint32_t asked() const {
        uint32_t triangles = 0;
        for (const auto& request : inputRequest.seen) triangles += request.value.triangles;
        return triangles;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    DrawRecord draw = smallDraw();
    TriangleSetup setup;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<TriangleId> input{simulation, "input"};
    SignalReader<TriangleRequest> inputRequest{simulation, "inputRequest", 1};
    SignalWriter<TriangleRequest> outputRequest{simulation, "outputRequest"};
    SignalReader<TriangleId> output{simulation, "output", 64};
};

TriangleSetupParameters latencies(uint32_t input, uint32_t setup) {
    TriangleSetupParameters parameters;
    parameters.triangleInputLatency = input;
    parameters.setupLatency = setup;
    return parameters;
}

TEST(TriangleSetup, TakesTheLatenciesOfTheClipperAndOfItsUnits) {
    for (const auto& [inputLatency, setupLatency] : {std::pair{2u, 10u}, {1u, 1u}, {5u, 3u}}) {
        TriangleSetupBench bench(latencies(inputLatency, setupLatency));
        const TriangleId triangle = addTriangle(bench.trianglePool, bench.draw, 1, 1, 8);
        bench.outputRequest.at(5, {1});
        bench.input.at(10, triangle);
        bench.run(60);
        EXPECT_THAT(bench.sent(), ElementsAre(Pair(10 + inputLatency + setupLatency, triangle)));
    }
}

TEST(TriangleSetup, SendsOnlyAsTraversalAsksAndAsManyACycleAsItIsWide) {
    TriangleSetupBench bench;  // 2 a cycle
    const TriangleId a = addTriangle(bench.trianglePool, bench.draw, 1, 1, 8);
    const TriangleId b = addTriangle(bench.trianglePool, bench.draw, 1, 1, 8);
    const TriangleId c = addTriangle(bench.trianglePool, bench.draw, 1, 1, 8);
    bench.input.at(10, a);
    bench.input.at(10, b);
    bench.input.at(14, c);
    bench.run(49);
    EXPECT_THAT(bench.sent(), IsEmpty());
    bench.outputRequest.at(50, {4});
    bench.run(60);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(51, a), Pair(51, b), Pair(52, c)));
}

TEST(TriangleSetup, AsksForAsManyTrianglesAsItHasRoomFor) {
    TriangleSetupParameters parameters;
    parameters.setupFifoSize = 7;
    TriangleSetupBench bench(parameters);
    bench.run(40);
    // Drawing from cycle 3 on.
    EXPECT_THAT(cyclesOf(bench.inputRequest.seen), ElementsAre(3, 4, 5, 6));
    EXPECT_EQ(bench.asked(), 7u);

    // Room for two comes when two leave, not before.
    bench.input.at(41, addTriangle(bench.trianglePool, bench.draw, 1, 1, 8));
    bench.input.at(41, addTriangle(bench.trianglePool, bench.draw, 1, 1, 8));
    bench.run(80);
    EXPECT_EQ(bench.asked(), 7u);
    bench.outputRequest.at(90, {2});
    bench.run(100);
    EXPECT_EQ(bench.asked(), 9u);
    EXPECT_EQ(bench.inputRequest.seen.back().cycle, 92u);
}

TEST(TriangleSetup, ACulledTriangleGivesItsPlaceBack) {
    TriangleSetupParameters parameters;
    parameters.setupFifoSize = 7;
    TriangleSetupBench bench(parameters);
    bench.draw.state.raster.edit().cullMode = func::CullMode::Front;
    bench.outputRequest.at(5, {4});
    bench.input.at(41, addTriangle(bench.trianglePool, bench.draw, 1, 1, 8));
    bench.run(100);
    EXPECT_THAT(bench.sent(), IsEmpty());
    EXPECT_EQ(bench.inputRequest.seen.back(), (Written<TriangleRequest>{41 + 2 + 10 + 1, {1}}));
    EXPECT_EQ(bench.trianglePool.inUse(), 0u);
    EXPECT_EQ(bench.count("CulledTriangles_TS"), "1");
    EXPECT_EQ(bench.count("FrontFacingTriangles_TS"), "1");
}

TEST(TriangleSetup, TakesTrianglesNoSoonerThanItsStartLatencyAllows) {
    TriangleSetupParameters parameters;
    parameters.setupStartLatency = 4;
    const auto draw = [&](sim::Cycle second) {
        TriangleSetupBench bench(parameters);
        bench.input.at(10, addTriangle(bench.trianglePool, bench.draw, 1, 1, 8));
        bench.input.at(second, addTriangle(bench.trianglePool, bench.draw, 1, 1, 8));
        bench.outputRequest.at(5, {8});
        // A third, far later, finds a triangle that was not read where its own has to go.
        bench.input.at(second + 16, addTriangle(bench.trianglePool, bench.draw, 1, 1, 8));
        bench.run(60);
        return bench.output.seen.size();
    };
    EXPECT_EQ(draw(14), 3u);
    EXPECT_THROW(draw(13), sim::Fault);
}

TEST(TriangleSetup, IsAtItsEndWhenTheLastTriangleHasLeft) {
    TriangleSetupBench bench;
    const TriangleId first = addTriangle(bench.trianglePool, bench.draw, 1, 1, 8);
    const TriangleId last = addLastTriangle(bench.trianglePool, bench.draw);
    bench.input.at(10, first);
    bench.input.at(10, last);
    bench.run(39);
    EXPECT_EQ(bench.status.when(UnitStatus::End), sim::kNever);
    // No triangle is asked for after the last has come, in cycle 12.
    EXPECT_LE(bench.inputRequest.seen.back().cycle, 12u);
    bench.outputRequest.at(40, {2});
    bench.command.at(50, {.operation = UnitOperation::End, .draw = &bench.draw});
    bench.run(60);
    EXPECT_THAT(bench.sent(), ElementsAre(Pair(41, first), Pair(41, last)));
    EXPECT_EQ(bench.status.when(UnitStatus::End), 41u);
    EXPECT_EQ(bench.status.seen.back(), (Written<UnitStatus>{51, UnitStatus::Ready}));
    EXPECT_EQ(bench.count("InputTriangles_TS"), "2");
    EXPECT_EQ(bench.count("OutputTriangles_TS"), "2");
}

TEST(TriangleSetup, CountsTrianglesByTheirSize) {
    TriangleSetupBench bench;
    bench.outputRequest.at(5, {20});
    sim::Cycle cycle = 10;
    // Areas of 0.5, 2, 8, 50, 200 and 1352 pixels.
    for (const float size : {1.0f, 2.0f, 4.0f, 10.0f, 20.0f, 52.0f})
        bench.input.at(cycle += 4, addTriangle(bench.trianglePool, bench.draw, 0, 0, size));
    bench.run(100);
    for (const char* name : {"TrianglesLess_1_TS", "Triangles1_to_4_TS", "Triangles4_to_16_TS", "Triangles16_to_100_TS",
                             "Triangles100_to_1000_TS", "Triangles1000_to_Screen_TS"})
        EXPECT_EQ(bench.count(name), "1") << name;
    EXPECT_EQ(bench.count("TrianglesGreaterScreen_TS"), "0");
}

TEST(TriangleSetup, RefusesACommandThatDoesNotFit) {
    TriangleSetupBench bench;
    bench.input.at(10, addLastTriangle(bench.trianglePool, bench.draw));
    bench.outputRequest.at(10, {1});
    bench.command.at(40, {.operation = UnitOperation::Clear, .draw = &bench.draw});
    EXPECT_THROW(bench.run(60), sim::Fault);
}

}  // namespace
}  // namespace cyclorama::machine::timing
