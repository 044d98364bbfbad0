// SPDX-License-Identifier: MIT
// Primitive assembly alone: what it assembles from each kind of stream, its latencies and queue, the end of a batch.
// The expected cycles are those of ATTILA's PrimitiveAssembly::clock(), counted by hand.

#include "func/raster/primitive_assembly.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/timing/geometry/primitive_assembly.h"
#include "machine/timing/wire_probes.h"

namespace cyclorama::machine::timing {
namespace {

using func::PrimitiveType;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using Corners = std::array<uint32_t, 3>;

/// The bench's draw arrives in cycle 2: assembly works from cycle 3 on.
constexpr sim::Cycle kFirst = 3;

struct Stream {
    PrimitiveType type = PrimitiveType::Triangles;
    uint32_t count = 3;
    uint32_t instances = 1;
};

struct PrimitiveAssemblyBench {
    explicit PrimitiveAssemblyBench(const Stream& stream, uint32_t clipperStartLatency = 1,
                                    sim::SimulationSettings how = {}, uint32_t queueSize = 32)
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          assembly(simulation, domain, vertexPool, trianglePool, withQueue(queueSize),
                   {.attributesPerCycle = 4, .clipperStartLatency = clipperStartLatency}) {
        command.out.bind(assembly.command);
        assembly.status.bind(status.in);
        vertices.out.bind(assembly.vertices);
        assembly.vertexRequests.bind(asked.in);
        requests.out.bind(assembly.triangleRequests);
        assembly.triangles.bind(output.in);
        draw.state.input.edit().primitive = stream.type;
        draw.state.input.edit().count = stream.count;
        draw.state.input.edit().instances = stream.instances;
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }

    static PrimitiveAssemblyParameters withQueue(uint32_t size) {
        PrimitiveAssemblyParameters parameters;
        parameters.assemblyQueueSize = size;
        return parameters;
    }

    /// A vertex that arrives in the cycle, with its position in the draw in its attributes.
    void send(sim::Cycle arrival, uint32_t index) {
        const VertexId id = vertexPool.acquire();
        vertexPool[id].name.index = index;
        vertexPool[id].attributes[0][0] = static_cast<float>(position_++);
        vertices.at(arrival - assembly.vertices.latency(), id);
    }
    /// Vertices on request, some cycles later, until all are there.
    void feed(uint32_t total, sim::Cycle delay) {
        while (position_ < total) {
            run(now_);
            if (!asked.seen.empty() && asked.seen.back().cycle == now_ - 1)
                for (uint32_t i = 0; i < asked.seen.back().value.vertices && position_ < total; ++i)
                    send(now_ + delay + assembly.vertices.latency(), position_);
            ++now_;
        }
        run(now_ + delay + 200);
    }
    void request(sim::Cycle arrival, uint32_t triangles) { requests.at(arrival - 1, {triangles}); }

    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }
    std::vector<Corners> triangles() {
        std::vector<Corners> all;
        for (const auto& sent : output.seen) {
            const TriangleInFlight& triangle = trianglePool[sent.value];
            if (triangle.last) continue;
            Corners corners{};
            for (size_t i = 0; i < 3; ++i) corners[i] = static_cast<uint32_t>(triangle.vertices[i][0][0]);
            all.push_back(corners);
        }
        return all;
    }
    std::vector<sim::Cycle> cycles() const {
        std::vector<sim::Cycle> all;
        for (const auto& sent : output.seen) all.push_back(sent.cycle);
        return all;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    VertexPool vertexPool;
    TrianglePool trianglePool;
    DrawRecord draw;
    PrimitiveAssembly assembly;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<VertexId> vertices{simulation, "vertices"};
    SignalReader<VertexRequest> asked{simulation, "asked", 1};
    SignalWriter<TriangleRequest> requests{simulation, "requests"};
    SignalReader<TriangleId> output{simulation, "output", 2};

  private:
    uint32_t position_ = 0;
    sim::Cycle now_ = kFirst;
};

constexpr PrimitiveType kTriangleTypes[] = {PrimitiveType::Triangles, PrimitiveType::TriangleStrip,
                                            PrimitiveType::TriangleFan, PrimitiveType::Quads, PrimitiveType::QuadStrip};

class TimingPrimitiveAssemblyTypes : public testing::TestWithParam<PrimitiveType> {};

/// Whatever the queue's size, the triangles are those that the functional machine draws.
TEST_P(TimingPrimitiveAssemblyTypes, AssemblesEveryInstanceAnew) {
    for (const uint32_t count : {1u, 3u, 4u, 7u, 23u, 70u}) {
        for (const uint32_t queueSize : {5u, 32u}) {
            PrimitiveAssemblyBench bench({.type = GetParam(), .count = count, .instances = 3}, 1, {}, queueSize);
            bench.request(kFirst, 1000);
            bench.feed(3 * count, 7);
            std::vector<Corners> expected;
            for (uint32_t instance = 0; instance < 3; ++instance)
                for (uint32_t p = 0; p < func::primitiveCount(GetParam(), count); ++p) {
                    expected.push_back(func::assemblePrimitive(GetParam(), p).vertices);
                    for (uint32_t& corner : expected.back()) corner += instance * count;
                }
            EXPECT_EQ(bench.triangles(), expected) << count << " vertices, queue of " << queueSize;
            EXPECT_EQ(bench.status.when(UnitStatus::End), bench.cycles().back());
            EXPECT_EQ(bench.count("Vertices_PA"), std::to_string(3 * count));
            EXPECT_LT(bench.vertexPool.inUse(), 4u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, TimingPrimitiveAssemblyTypes, testing::ValuesIn(kTriangleTypes));

TEST(TimingPrimitiveAssembly, DropsPrimitivesThatAreNoTriangles) {
    for (const PrimitiveType type : {PrimitiveType::Lines, PrimitiveType::LineStrip, PrimitiveType::Points}) {
        PrimitiveAssemblyBench bench({.type = type, .count = 50});
        bench.request(kFirst, 1000);
        bench.feed(50, 3);
        EXPECT_THAT(bench.output.seen, SizeIs(1));
        EXPECT_EQ(bench.vertexPool.inUse(), 0u);
    }
}

TEST(TimingPrimitiveAssembly, AssemblesInTheCycleAfterTheLastVertexArrived) {
    PrimitiveAssemblyBench bench({.count = 3});
    bench.request(kFirst, 8);
    bench.send(40, 0);
    bench.send(40, 1);
    bench.send(47, 2);
    bench.run(100);
    // The last triangle follows as soon as the queue was seen to be empty, in the cycle after.
    EXPECT_THAT(bench.cycles(), ElementsAre(48u, 49u));
    EXPECT_EQ(bench.count("Triangles_PA"), "2");
    EXPECT_TRUE(bench.trianglePool[bench.output.seen[1].value].last);
    EXPECT_EQ(bench.trianglePool[bench.output.seen[1].value].number, 1u);
}

TEST(TimingPrimitiveAssembly, SendsTwoTrianglesEveryClipperStartLatencyCycles) {
    for (const uint32_t latency : {1u, 3u}) {
        PrimitiveAssemblyBench bench({.type = PrimitiveType::TriangleStrip, .count = 8}, latency);
        bench.request(kFirst, 8);
        for (uint32_t i = 0; i < 8; ++i) bench.send(40 + i / 2, i);
        bench.run(100);
        if (latency == 1)
            EXPECT_THAT(bench.cycles(), ElementsAre(42u, 42u, 43u, 43u, 44u, 44u, 45u));
        else
            EXPECT_THAT(bench.cycles(), ElementsAre(42u, 42u, 45u, 45u, 48u, 48u, 51u));
    }
}

TEST(TimingPrimitiveAssembly, DegenerateTriangleTakesThePlaceOfAnother) {
    PrimitiveAssemblyBench bench({.type = PrimitiveType::TriangleStrip, .count = 6});
    bench.request(kFirst, 8);
    sim::Cycle twice = 80;
    for (const uint32_t index : {0u, 1u, 1u, 2u, 3u, 4u}) bench.send(twice++ / 2, index);
    bench.run(100);
    // 0 1 1 and 1 1 2 in cycle 42, 1 2 3 and 2 3 4 in cycle 43.
    EXPECT_THAT(bench.cycles(), ElementsAre(43u, 43u, 44u));
    EXPECT_EQ(bench.count("Degenerated_PA"), "2");
    EXPECT_THAT(bench.triangles(), ElementsAre(Corners{2, 3, 4}, Corners{4, 3, 5}));
    EXPECT_EQ(bench.trianglePool[bench.output.seen[0].value].number, 2u);
}

TEST(TimingPrimitiveAssembly, SendsNoMoreThanTheClipperAskedFor) {
    PrimitiveAssemblyBench bench({.type = PrimitiveType::TriangleStrip, .count = 6});
    for (uint32_t i = 0; i < 6; ++i) bench.send(40 + i / 2, i);
    bench.request(50, 1);
    bench.run(70);
    EXPECT_THAT(bench.cycles(), ElementsAre(50u));
    bench.request(80, 3);
    bench.run(90);
    EXPECT_THAT(bench.cycles(), ElementsAre(50u, 80u, 80u, 81u));
    EXPECT_EQ(bench.assembly.describeWait(), "waits for the clipper to ask for triangles");
    bench.request(95, 1);
    bench.run(100);
    EXPECT_THAT(bench.cycles(), SizeIs(5));
    EXPECT_EQ(bench.assembly.describeWait(), "");
}

TEST(TimingPrimitiveAssembly, AsksForTwoVerticesACycleUntilTheQueueIsSpokenFor) {
    PrimitiveAssemblyBench bench({.count = 300}, 1, {}, 7);
    bench.run(60);
    ASSERT_THAT(bench.asked.seen, SizeIs(4));
    EXPECT_EQ(bench.asked.seen[0].cycle, kFirst);
    EXPECT_EQ(bench.asked.seen[0].value.vertices, 2u);
    EXPECT_EQ(bench.asked.seen[3].cycle, kFirst + 3);
    EXPECT_EQ(bench.asked.seen[3].value.vertices, 1u);
    EXPECT_EQ(bench.assembly.describeWait(), "waits for vertices from the streamer (0 of 300 received)");
    // A triangle makes room for three, seen a cycle later.
    for (uint32_t i = 0; i < 4; ++i) bench.send(80 + i / 2, i);
    bench.request(90, 1);
    bench.run(120);
    ASSERT_THAT(bench.asked.seen, SizeIs(6));
    EXPECT_EQ(bench.asked.seen[4].cycle, 91u);
    EXPECT_EQ(bench.asked.seen[4].value.vertices, 2u);
    EXPECT_EQ(bench.asked.seen[5].value.vertices, 1u);
    EXPECT_EQ(bench.count("Requests_PA"), "6");
}

TEST(TimingPrimitiveAssembly, LastRequestMayAskForMoreThanIsLeft) {
    PrimitiveAssemblyBench bench({.count = 3});
    bench.run(60);
    ASSERT_THAT(bench.asked.seen, SizeIs(2));
    EXPECT_EQ(bench.asked.seen[1].value.vertices, 2u);
}

TEST(TimingPrimitiveAssembly, SleepingAndOrderOfBoxesChangeNothing) {
    const auto run = [](sim::SimulationSettings how) {
        PrimitiveAssemblyBench bench({.type = PrimitiveType::TriangleFan, .count = 60, .instances = 2}, 2, how, 9);
        for (uint32_t i = 0; i < 150; ++i) bench.request(10 + i * 4 + i % 3, 1);
        bench.feed(120, 11);
        bench.run(700);
        return std::make_tuple(bench.cycles(), bench.triangles(), bench.count("Requests_PA"));
    };
    const auto expected = run({});
    EXPECT_THAT(std::get<0>(expected), SizeIs(117));
    EXPECT_EQ(run({.sleeping = false}), expected);
    EXPECT_EQ(run({.sleeping = false, .reverseOrder = true}), expected);
}

}  // namespace
}  // namespace cyclorama::machine::timing
