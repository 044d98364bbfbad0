// SPDX-License-Identifier: MIT
// The streamer as a whole between fixed neighbours: order, reuse, latencies, and what happens where something is full.
// Expected cycles are counted by hand along ATTILA's boxes; the whole was compared with ATTILA's logs of its own cases.

#include "machine/timing/streamer/streamer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "families/vivante/chip/dialect.h"
#include "machine/timing/streamer/output_tags.h"
#include "machine/timing/streamer_bench.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::SizeIs;

/// Indices of a grid of triangles, in rows: most are used six times.
std::vector<uint16_t> gridIndices(uint32_t columns, uint32_t rows) {
    std::vector<uint16_t> indices;
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t at = row * (columns + 1) + column;
            for (const uint32_t index : {at, at + 1, at + columns + 1, at + 1, at + columns + 2, at + columns + 1})
                indices.push_back(static_cast<uint16_t>(index));
        }
    return indices;
}

std::vector<uint32_t> counted(uint32_t count, uint32_t start = 0) {
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), start);
    return all;
}

TEST(TimingStreamer, FirstVertexOfADrawWithoutIndices) {
    StreamerBench bench;
    bench.draw.state.input.edit().count = 1;
    bench.start(8);  // read in cycle 9, by the parts in 10
    bench.run(200);
    // Fetch sends the index in cycle 11, the output cache in 12; the loader takes it in 13, fetches attribute 1 in 14
    // and ends fetching in the same cycle. The line misses, is asked for in cycle 15, 64 bytes a cycle.
    ASSERT_THAT(bench.controller.seen, SizeIs(4));
    EXPECT_EQ(bench.controller.seen[0].cycle, 15u);
    EXPECT_EQ(bench.controller.seen[0].value.address, kBenchVertices);
    // Asked for in 16, 17, 18 as well; the last data arrives in 18 + 1 + 20 + 1 = 40 and takes that cycle; 256 bytes
    // are written in cycles 40 and 41 and can be read in 42. The vertex is complete in that cycle and sent in the next.
    ASSERT_THAT(bench.shaders.seen, SizeIs(1));
    EXPECT_EQ(bench.shaders.seen[0].cycle, 43u);
    EXPECT_TRUE(bench.shaders.seen[0].vertex.last);
    // Given back in 44 + 30, 11 cycles on the way; sent in the next, one cycle of attributes and 10 of the bus.
    EXPECT_THAT(bench.assembly.seen, ElementsAre(std::make_tuple(sim::Cycle{86 + 11}, 0u, 0.0f)));
    EXPECT_EQ(bench.status.when(UnitStatus::End), 87u);
    EXPECT_THAT(bench.shaders.committed, ElementsAre(Pair(86u, true)));
    EXPECT_EQ(bench.count("AvgShadeLatency_StC"), "72");
}

TEST(TimingStreamer, ShadedVerticesTakeTheLatenciesOfBothTheirBuses) {
    for (const auto& [fromShaders, toAssembly] : {std::pair{11u, 10u}, {1u, 10u}, {25u, 10u}, {11u, 1u}, {11u, 13u}}) {
        StreamerBench bench({}, {}, {}, {.shaderOutputLatency = fromShaders, .assemblyBusLatency = toAssembly});
        bench.draw.state.input.edit().count = 1;
        bench.start(8);
        bench.run(200);
        // Given back by the shaders in 74, as above.
        ASSERT_THAT(bench.assembly.seen, SizeIs(1));
        EXPECT_EQ(std::get<0>(bench.assembly.seen[0]), 74 + fromShaders + 1 + 1 + toAssembly);
    }
}

TEST(TimingStreamer, TheLoadersCacheAsksForAsManyLinesAsItHasRoomFor) {
    const auto linesAskedFor = [](const StreamerParameters& parameters) {
        StreamerBench bench(parameters, {.memory = 1000});
        bench.draw.state.input.edit().streams[0].stride = 256;
        bench.draw.state.input.edit().count = 20;
        bench.start(8);
        bench.run(300);
        EXPECT_EQ(bench.controller.seen.size() % 4, 0u) << "four transactions a line";
        return bench.controller.seen.size() / 4;
    };
    EXPECT_EQ(linesAskedFor({}), 20u);
    for (const uint32_t size : {1u, 3u, 8u}) {
        StreamerParameters misses;
        misses.loaderCacheRequestQueueSize = size;
        EXPECT_EQ(linesAskedFor(misses), size);
        StreamerParameters fills;
        fills.loaderCacheInputQueueSize = size;
        EXPECT_EQ(linesAskedFor(fills), size);
    }
}

TEST(TimingStreamer, CountsIndicesFromTheStart) {
    StreamerBench bench;
    bench.draw.state.input.edit().start = 17;
    bench.draw.state.input.edit().count = 100;
    bench.start(8);
    bench.run(1000);
    EXPECT_EQ(bench.assembly.indices(), counted(100, 17));
    EXPECT_EQ(bench.count("IndexesSent_StF"), "100");
    EXPECT_EQ(bench.count("ReadBytes_StF"), "0");
    EXPECT_EQ(bench.count("Misses_StOC"), "100");
}

TEST(TimingStreamer, AttributesAreThoseOfTheirStreams) {
    StreamerBench bench;
    bench.draw.state.input.edit().count = 5;
    bench.draw.state.input.edit().attributeDefault[2] = {7.0f, 8.0f, 9.0f, 10.0f};
    bench.start(8);
    bench.run(300);
    ASSERT_THAT(bench.shaders.seen, SizeIs(5));
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(bench.shaders.seen[i].vertex.attributes[1], (func::Vec4{static_cast<float>(i), 1.0f, 2.0f, 3.0f}));
        EXPECT_EQ(bench.shaders.seen[i].vertex.attributes[2], (func::Vec4{7.0f, 8.0f, 9.0f, 10.0f}));
        EXPECT_EQ(bench.shaders.seen[i].vertex.name.index, i);
    }
    EXPECT_EQ(bench.count("MappedAttributes_SL0"), "1");
}

TEST(TimingStreamer, ProgramsThatLoadAttributesGetTheIndex) {
    StreamerBench bench({}, {}, {}, {.attributesByShader = true});
    bench.draw.state.input.edit().start = 3;
    bench.draw.state.input.edit().count = 2;
    bench.start(8);
    bench.run(300);
    ASSERT_THAT(bench.shaders.seen, SizeIs(2));
    EXPECT_EQ(bench.shaders.seen[1].vertex.attributes[0][0], std::bit_cast<float>(4u));
    EXPECT_THAT(bench.controller.seen, SizeIs(0));
    // Without attributes the vertex passes the loader's stages in the cycles 14, 15 and 16.
    EXPECT_EQ(bench.shaders.seen[0].cycle, 16u);
}

TEST(TimingStreamer, ShadesEachIndexOnceWhileItIsUnderWay) {
    StreamerBench bench;
    const std::vector<uint16_t> indices = gridIndices(10, 10);
    bench.setIndices(indices);
    bench.start(8);
    bench.run(3000);
    EXPECT_EQ(bench.assembly.indices(), std::vector<uint32_t>(indices.begin(), indices.end()));
    for (const auto& [cycle, index, shaded] : bench.assembly.seen) EXPECT_EQ(shaded, static_cast<float>(index));
    EXPECT_EQ(bench.count("Misses_StOC"), "121");
    EXPECT_EQ(bench.count("Hits_StOC"), "479");
    // The last index hits, and is shaded once more for the sake of the end.
    EXPECT_EQ(bench.count("ShaderOutputs_StC"), "122");
    EXPECT_TRUE(bench.shaders.seen.back().vertex.repeated);
    EXPECT_TRUE(bench.shaders.seen.back().vertex.last);
    EXPECT_EQ(bench.shaders.seen.back().vertex.attributes[1], (func::Vec4{255.0f, 255.0f, 255.0f, 255.0f}));
}

TEST(TimingStreamer, IndicesThatRestartTakeTheirTurnButNameNoVertex) {
    StreamerBench bench;
    bench.setIndices({0, 1, 2, 0xffff, 0xffff, 3, 0xffff, 3, 2, 1, 0, 5, 0xffff, 7});
    gpu::VertexInput& input = bench.draw.state.input.edit();
    input.primitive = func::PrimitiveType::TriangleStrip;
    input.restartIndex = 0xffff;
    input.instances = 2;
    findRuns(bench.memory, input, bench.draw.restartedRuns);
    bench.start(8);
    bench.run(1000);
    EXPECT_THAT(bench.assembly.indices(), ElementsAre(0, 1, 2, 3, 2, 1, 0, 5, 0, 1, 2, 3, 2, 1, 0, 5));
    EXPECT_EQ(bench.count("IndexesSent_StF"), "16");
    EXPECT_TRUE(bench.shaders.seen.back().vertex.last);
    EXPECT_NE(bench.status.when(UnitStatus::End), sim::kNever);
    // Two indices a cycle are passed over as well as sent: those of the first instance in 7 cycles.
    StreamerBench without;
    without.setIndices({0, 1, 2, 3, 2, 1, 0, 5});
    without.start(8);
    without.run(1000);
    EXPECT_EQ(std::get<0>(bench.assembly.seen[0]), std::get<0>(without.assembly.seen[0]));
}

TEST(TimingStreamer, DrawWhoseRunsAreAllTooShortEnds) {
    StreamerBench bench;
    bench.setIndices({0, 1, 0xffff, 3});
    gpu::VertexInput& input = bench.draw.state.input.edit();
    input.restartIndex = 0xffff;
    findRuns(bench.memory, input, bench.draw.restartedRuns);
    EXPECT_THAT(bench.draw.restartedRuns, SizeIs(0));
    bench.start(8);
    bench.run(200);
    EXPECT_THAT(bench.assembly.seen, SizeIs(0));
    EXPECT_NE(bench.status.when(UnitStatus::End), sim::kNever);
}

TEST(TimingStreamer, InWindowCoordinatesColoursAreNotClampedAndRepeatedVerticesAreWhole) {
    for (const bool window : {false, true}) {
        StreamerBench bench;
        if (window) bench.draw.dialect = vivante::dialect();
        bench.setIndices({7, 3, 7});
        bench.draw.state.input.edit().idAttribute = 2;
        bench.start(8);
        bench.run(1000);
        EXPECT_EQ(bench.assembly.colors, window ? std::vector({7.0f, 3.0f, 7.0f}) : std::vector({1.0f, 1.0f, 1.0f}));
        const VertexInFlight& repeated = bench.shaders.seen.back().vertex;
        EXPECT_TRUE(repeated.repeated);
        EXPECT_EQ(repeated.attributes[1][0], window ? 7.0f : 255.0f);
        EXPECT_EQ(std::bit_cast<uint32_t>(bench.shaders.seen.front().vertex.attributes[2][0]), 7u);
    }
}

TEST(TimingStreamer, ReadsIndicesInAlignedRequestsInOrder) {
    StreamerBench bench;
    std::vector<uint16_t> indices(100);
    std::iota(indices.begin(), indices.end(), uint16_t{0});
    bench.setIndices(indices, kBenchIndices + 10);
    bench.start(8);
    bench.run(1000);
    std::vector<std::tuple<sim::Cycle, uint64_t, uint32_t>> requests;
    for (const auto& [cycle, request] : bench.controller.seen)
        if (request.client == bench.controller.clients().find(StreamerFetch::kMemoryClient))
            requests.emplace_back(cycle, request.address.bits(), request.bytes);
    EXPECT_THAT(
        requests,
        ElementsAre(std::make_tuple(11u, kBenchIndices, 64u), std::make_tuple(12u, kBenchIndices + 64, 64u),
                    std::make_tuple(13u, kBenchIndices + 128, 64u), std::make_tuple(14u, kBenchIndices + 192, 18u)));
    EXPECT_EQ(bench.assembly.indices(), counted(100));
    EXPECT_EQ(bench.count("ReadBytes_StF"), "210");
}

TEST(TimingStreamer, IndexBufferBoundsWhatIsReadAhead) {
    StreamerParameters parameters;
    parameters.indexBufferSize = 128;
    StreamerBench bench(parameters);
    std::vector<uint16_t> indices(400);
    std::iota(indices.begin(), indices.end(), uint16_t{0});
    bench.setIndices(indices);
    bench.start(8);
    bench.run(30);
    EXPECT_THAT(bench.controller.seen, SizeIs(2));
    bench.run(3000);
    EXPECT_EQ(bench.assembly.indices(), counted(400));
}

TEST(TimingStreamer, EveryInstanceReadsTheIndicesAgain) {
    StreamerBench bench;
    std::vector<uint16_t> indices(45);
    std::iota(indices.begin(), indices.end(), uint16_t{0});
    bench.setIndices(indices, kBenchIndices + 6);
    gpu::VertexInput& input = bench.draw.state.input.edit();
    input.instances = 3;
    input.streams[2] = {.address = kBenchInstances,
                        .stride = 4,
                        .format = func::StreamFormat::Float32,
                        .components = 1,
                        .instancesPerEntry = 2,
                        .d3d9ColorOrder = false};
    input.attributeStream[2] = 2;
    for (uint32_t i = 0; i < 4; ++i) bench.memory.store(kBenchInstances + 4 * i, static_cast<float>(i) + 0.5f);
    bench.start(8);
    bench.run(2000);
    std::vector<uint32_t> expected;
    for (int i = 0; i < 3; ++i)
        for (uint32_t index = 0; index < 45; ++index) expected.push_back(index);
    EXPECT_EQ(bench.assembly.indices(), expected);
    EXPECT_EQ(bench.count("ReadBytes_StF"), "288");  // 96 of each: 6 more than needed
    EXPECT_EQ(bench.count("Misses_StOC"), "135");
    for (const FixedShaders::Sent& sent : bench.shaders.seen)
        EXPECT_EQ(sent.vertex.attributes[2][0], sent.vertex.name.instance == 2 ? 1.5f : 0.5f);
}

TEST(TimingStreamer, OutputQueueBoundsTheVerticesUnderWay) {
    StreamerParameters parameters;
    parameters.outputFifoSize = 24;
    parameters.outputMemorySize = 100;
    StreamerBench bench(parameters);
    bench.assembly.asksFrom = 400;
    bench.draw.state.input.edit().count = 200;
    bench.start(8);
    bench.run(390);
    EXPECT_EQ(bench.count("IndexesSent_StF"), "24");
    EXPECT_EQ(bench.streamer.fetch().describeWait(), "waits for the commit to free entries of the output queue");
    bench.run(2000);
    EXPECT_EQ(bench.assembly.indices(), counted(200));
}

TEST(TimingStreamer, OutputMemoryBoundsTheVerticesUnderWay) {
    StreamerParameters parameters;
    parameters.outputMemorySize = 16;
    StreamerBench bench(parameters);
    bench.assembly.asksFrom = 400;
    const std::vector<uint16_t> indices = gridIndices(20, 6);
    bench.setIndices(indices);
    bench.start(8);
    bench.run(390);
    EXPECT_EQ(bench.streamer.fetch().describeWait(), "waits for the commit to free lines of the output memory");
    bench.run(20000);
    EXPECT_EQ(bench.assembly.indices(), std::vector<uint32_t>(indices.begin(), indices.end()));
    for (const auto& [cycle, index, shaded] : bench.assembly.seen) EXPECT_EQ(shaded, static_cast<float>(index));
}

TEST(TimingStreamer, LoaderQueueBoundsTheVerticesBeingLoaded) {
    StreamerParameters parameters;
    parameters.loaderInputRequestQueueSize = 4;
    StreamerBench bench(parameters, {.memory = 200});
    bench.draw.state.input.edit().count = 50;
    bench.start(8);
    bench.run(150);
    EXPECT_EQ(bench.count("IndexesSent_StF"), "4");
    EXPECT_EQ(bench.streamer.fetch().describeWait(), "waits for the loaders to take more vertices");
    EXPECT_EQ(bench.streamer.loader(0).describeWait(), "4 vertices wait for their attributes from memory");
    bench.run(5000);
    EXPECT_EQ(bench.assembly.indices(), counted(50));
}

TEST(TimingStreamer, LoaderWaitsForRoomInTheWorkDistributor) {
    StreamerBench bench({}, {}, {}, {.attributesByShader = true});
    bench.shaders.busyUntil = 100;
    bench.draw.state.input.edit().count = 4;
    bench.start(8);
    bench.run(300);
    ASSERT_THAT(bench.shaders.seen, SizeIs(4));
    EXPECT_EQ(bench.shaders.seen[0].cycle, 101u);
    EXPECT_EQ(bench.shaders.seen[1].cycle, 101u);
    EXPECT_EQ(bench.shaders.seen[1].channel, 1u);
    EXPECT_EQ(bench.shaders.seen[2].cycle, 102u);
    // Two for each cycle from 16, in which the first vertices were ready, to 100.
    EXPECT_EQ(bench.count("StallsShaderBusy_SL0"), "170");
}

TEST(TimingStreamer, MemoryThatRefusesReadsIsNotAsked) {
    StreamerBench bench;
    bench.controller.refusesUntil = 120;
    bench.setIndices({0, 1, 2});
    bench.start(8);
    bench.run(500);
    EXPECT_EQ(bench.controller.seen.at(0).cycle, 121u);
    EXPECT_EQ(bench.assembly.indices(), counted(3));
}

TEST(TimingStreamer, VerticesOccupyABusForTheirAttributes) {
    StreamerBench bench({}, {}, {}, {.attributesByShader = true});
    for (uint32_t a = 0; a < 9; ++a) bench.draw.state.vertexOutputs[a] = true;  // three cycles of four
    bench.assembly.asksFrom = 300;
    bench.assembly.asksFor = 8;
    bench.draw.state.input.edit().count = 6;
    bench.start(8);
    bench.run(400);
    std::vector<sim::Cycle> arrivals;
    for (const auto& vertex : bench.assembly.seen) arrivals.push_back(std::get<0>(vertex));
    // Two buses; sent in 301, 304 and 307, three cycles of attributes and ten of the bus.
    EXPECT_THAT(arrivals, ElementsAre(314u, 314u, 317u, 317u, 320u, 320u));
    EXPECT_EQ(bench.count("OutputAttributes_StC"), "9");
}

TEST(TimingStreamer, AttributesThatCrossALineTakeTwoParts) {
    StreamerBench bench;
    gpu::VertexStream& stream = bench.draw.state.input.edit().streams[0];
    stream.address += 248;  // the first of every sixteen crosses a line of 256 bytes
    bench.draw.state.input.edit().count = 32;
    bench.start(8);
    bench.run(600);
    EXPECT_EQ(bench.count("SplittedAttributes_SL0"), "2");
    EXPECT_EQ(bench.count("Fetches_SL0"), "34");
    EXPECT_EQ(bench.count("Reads_SL0"), "34");
    EXPECT_EQ(bench.count("Unreserves_FC_InC"), "34");
    EXPECT_EQ(bench.count("ReadBytes_FC_InC"), "512");
}

/// ATTILA counts them where the program loads the attributes as well (StreamerLoader, configureAttributes).
TEST(TimingStreamer, SplitAttributesAreCountedEvenIfNotLoaded) {
    StreamerBench bench({}, {}, {}, {.attributesByShader = true});
    bench.draw.state.input.edit().streams[0].address += 248;
    bench.draw.state.input.edit().count = 32;
    bench.start(8);
    bench.run(600);
    EXPECT_EQ(bench.count("SplittedAttributes_SL0"), "2");
    EXPECT_EQ(bench.count("Fetches_SL0"), "0");
}

TEST(TimingStreamer, BatchesFollowEachOther) {
    StreamerBench bench;
    bench.setIndices(gridIndices(4, 4));
    bench.start(8);
    bench.end(600);
    bench.start(602);
    bench.end(1400);
    bench.run(1500);
    EXPECT_THAT(bench.assembly.seen, SizeIs(192));
    EXPECT_EQ(bench.count("Misses_StOC"), "50");
    ASSERT_THAT(bench.shaders.committed, SizeIs(3));
    EXPECT_FALSE(bench.shaders.committed[1].second);
    EXPECT_GT(bench.shaders.committed[1].first, 602u);
    EXPECT_EQ(bench.status.in.read(1500), UnitStatus::Ready);
}

TEST(TimingStreamer, LoadersShareTheIndices) {
    StreamerParameters parameters;
    parameters.loaderUnits = 2;
    parameters.loaderIndicesPerCycle = 1;
    StreamerBench bench(parameters);
    bench.draw.state.input.edit().count = 64;
    bench.start(8);
    bench.run(1000);
    EXPECT_EQ(bench.assembly.indices(), counted(64));
    EXPECT_EQ(bench.count("Inputs_SL0"), "32");
    EXPECT_EQ(bench.count("Inputs_SL1"), "32");
    for (const FixedShaders::Sent& sent : bench.shaders.seen) EXPECT_EQ(sent.channel / 4, sent.vertex.name.index % 2);
}

TEST(TimingStreamer, CountsReadsOutsideOfMemory) {
    StreamerBench bench;
    bench.draw.state.input.edit().streams[0].address = 0x70000000;
    bench.setIndices({0, 1, 2});
    bench.draw.state.input.edit().streams[7].address = 0x70000000;
    bench.start(8);
    bench.run(400);
    const auto faults = bench.streamer.takeFaults();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].vertexReads, 4u);  // three indices, all zero, of one vertex
    EXPECT_EQ(bench.assembly.indices(), (std::vector<uint32_t>{0, 0, 0}));
}

TEST(TimingStreamer, SleepingAndOrderOfBoxesChangeNothing) {
    const auto run = [](sim::SimulationSettings how) {
        StreamerParameters parameters;
        parameters.outputMemorySize = 40;
        parameters.outputFifoSize = 50;
        parameters.loaderCacheLines = 4;
        StreamerBench bench(parameters, {.memory = 90, .shaders = 60}, how);
        bench.shaders.busyUntil = 250;
        bench.setIndices(gridIndices(12, 9));
        bench.draw.state.input.edit().attributeStream[2] = 0;
        bench.start(8);
        bench.end(7000);
        bench.run(7100);
        std::vector<std::string> counts;
        for (const auto& [name, column] : bench.simulation.statistics().columns())
            counts.push_back(bench.count(std::string(name).c_str()));
        return std::make_tuple(bench.assembly.seen, counts, bench.status.when(UnitStatus::End));
    };
    const auto expected = run({});
    EXPECT_THAT(std::get<0>(expected), SizeIs(648));
    EXPECT_EQ(run({.sleeping = false}), expected);
    EXPECT_EQ(run({.sleeping = false, .reverseOrder = true}), expected);
}

TEST(OutputTags, FindsTheFirstValidLine) {
    OutputTags tags(8);
    const VertexName name{.index = 5, .instance = 1};
    EXPECT_FALSE(tags.find(name));
    tags.set(6, name);
    tags.set(2, name);
    tags.set(3, {.index = 5 + 8, .instance = 1});  // the same bucket
    EXPECT_EQ(tags.find(name), 2u);
    tags.setValid(2, false);
    EXPECT_EQ(tags.find(name), 6u);
    tags.setValid(2, true);
    tags.set(6, {.index = 5, .instance = 2});
    EXPECT_EQ(tags.find(name), 2u);
    tags.set(2, {.index = 4, .instance = 1});
    EXPECT_FALSE(tags.find(name));
    tags.clear();
    EXPECT_FALSE(tags.find({.index = 4, .instance = 1}));
}

}  // namespace
}  // namespace cyclorama::machine::timing
