// SPDX-License-Identifier: MIT
// Rates and latencies of draws: what a cycle more or less of each changes.

#include "adreno/timing/draw_stream.h"

namespace cyclorama::adreno::test {
namespace {

using Vertices = std::vector<std::array<float, 8>>;

uint64_t cyclesOf(void (*build)(DrawStream& stream), const std::vector<std::string>& parameters) {
    std::vector<std::string> settings;
    for (const std::string& each : parameters) settings.push_back("ADRENO." + each);
    TimingBench bench({.parameters = settings});
    DrawStream stream(bench.memory);
    build(stream);
    return bench.run(stream.stream);
}

/// Triangles beyond the right edge: they end where primitives are set up.
void drawOutside(DrawStream& stream) {
    stream.vertices(Vertices(300, {5, 0, 0, 1}));
    stream.draw(300);
}

/// The same without attributes: the program has the position.
void drawOutsideWithoutAttributes(DrawStream& stream) {
    stream.set("VFD_CONTROL_0"_reg, 0);
    stream.vertexProgram("mov.f32f32 r0.x, (5.0)\nmov.f32f32 r0.w, (1.0)\nend");
    // Five whole waves.
    stream.draw(320);
}

/// A triangle over the whole target.
void coverAll(DrawStream& stream) {
    stream.vertices({{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1}, {-1, 3, 0.5f, 1}});
    stream.draw(3);
}

void coverAllInDepth(DrawStream& stream) {
    stream.set("SP_FS_CONFIG/ENABLED"_field, 0);
    stream.depthTest();
    coverAll(stream);
}

/// Planes of the guard band cut them.
void drawCut(DrawStream& stream) {
    Vertices vertices;
    for (int i = 0; i < 20; ++i) vertices.insert(vertices.end(), {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, -1}});
    stream.vertices(vertices);
    stream.draw(60);
}

TEST(DrawRates, AStartTakesItsCycles) {
    EXPECT_EQ(cyclesOf(drawOutsideWithoutAttributes, {"DrawStartCycles=200"}),
              cyclesOf(drawOutsideWithoutAttributes, {"DrawStartCycles=100"}) + 100);
}

TEST(DrawRates, PrimitivesTakeTheirCyclesOneAfterTheOther) {
    EXPECT_EQ(cyclesOf(drawOutside, {"PrimitiveCycles=60"}), cyclesOf(drawOutside, {"PrimitiveCycles=50"}) + 100 * 10);
}

TEST(DrawRates, PrimitivesThatAreCutTakeMore) {
    TimingBench bench({.parameters = {"ADRENO.ClipCycles=70"}});
    DrawStream stream(bench.memory);
    drawCut(stream);
    bench.run(stream.stream);
    EXPECT_EQ(bench.counter("CLIPPED_PRIM_TSE"), 20u);
    EXPECT_EQ(bench.counter("CLIPPING_CYCLES_TSE"), 20u * 70);
    EXPECT_EQ(cyclesOf(drawCut, {"ClipCycles=1070"}), cyclesOf(drawCut, {"ClipCycles=1000"}) + 20 * 70);
}

TEST(DrawRates, IndicesAreWalkedOverAtTheirRate) {
    const uint64_t one = cyclesOf(drawOutsideWithoutAttributes, {"IndicesPerCycle=1"});
    const uint64_t two = cyclesOf(drawOutsideWithoutAttributes, {"IndicesPerCycle=2"});
    EXPECT_LE(one, two + 320 - 160);
    EXPECT_GE(one + 2, two + 320 - 160);
}

TEST(DrawRates, AttributesAreDecodedAtTheirRate) {
    // Two of each vertex.
    EXPECT_EQ(cyclesOf(drawOutside, {"AttributesPerCycle=1"}) - cyclesOf(drawOutside, {"AttributesPerCycle=2"}), 300u);
}

TEST(DrawRates, SamplesAreTestedAtTheirRate) {
    for (const uint32_t rate : {1u, 2u, 4u}) {
        TimingBench bench({.parameters = {fmt::format("ADRENO.DepthPixelsPerCycle={}", rate)}});
        DrawStream stream(bench.memory);
        coverAllInDepth(stream);
        const uint64_t cycles = bench.run(stream.stream);
        constexpr uint64_t kSamples = 64 * 64;
        EXPECT_EQ(bench.counter("Z_WORKLOAD_RB"), kSamples);
        EXPECT_EQ(bench.counter("ZPROC_WORKING_RB"), kSamples / rate);
        // Packets, the first translations of addresses and the first depths come before, the last depths after.
        EXPECT_GT(cycles, kSamples / rate);
        EXPECT_LT(cycles, kSamples / rate + 1600);
    }
}

TEST(DrawRates, ColorsAreWrittenAtTheirRate) {
    EXPECT_EQ(cyclesOf(coverAll, {"ColorPixelsPerCycle=1"}) - cyclesOf(coverAll, {"ColorPixelsPerCycle=2"}),
              64u * 64 / 2);
}

TEST(DrawRates, WiderColorsTakeAsManyTimesAsLong) {
    const auto cycles = [](const char* rate) {
        return cyclesOf(
            [](DrawStream& stream) {
                constexpr uint32_t kFloat4 = 0x82;
                stream.set("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, kFloat4);
                stream.set("RB_MRT[].PITCH"_reg, DrawStream::kSize * 16 >> 6);
                coverAll(stream);
            },
            {rate});
    };
    EXPECT_EQ(cycles("ColorPixelsPerCycle=1") - cycles("ColorPixelsPerCycle=2"), 4 * 64u * 64 / 2);
}

TEST(DrawRates, TilesAreRasterizedAtTheirRate) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    coverAllInDepth(stream);
    bench.run(stream.stream);
    EXPECT_EQ(bench.counter("8X4_TILES_RAS"), 64u * 64 / (8 * 4));
    // With room for all tests at once, the last tiles come as much later.
    const auto cycles = [](const char* rate) { return cyclesOf(coverAllInDepth, {"DepthPixelsPerCycle=1024", rate}); };
    EXPECT_GT(cycles("RasterTilesPerCycle=1"), cycles("RasterTilesPerCycle=4"));
}

TEST(DrawRates, VerticesWaitForRoomForWhatTheyLeave) {
    // A wave of vertices with eight words each takes 2 KiB.
    const auto full = [](const char* size) {
        TimingBench bench({.parameters = {size}});
        DrawStream stream(bench.memory);
        drawOutside(stream);
        bench.run(stream.stream);
        return bench.counter("VPCRAM_FULL_CYCLES_VPC");
    };
    EXPECT_EQ(full("ADRENO.VaryingStorage=10"), 0u);
    EXPECT_GT(full("ADRENO.VaryingStorage=8"), 0u);
    EXPECT_GT(full("ADRENO.VaryingStorage=1"), full("ADRENO.VaryingStorage=8"));
}

TEST(DrawRates, DrawsOverlapAsFarAsTheyMay) {
    const auto cycles = [](const char* draws) {
        return cyclesOf(
            [](DrawStream& stream) {
                stream.vertices(randomVertices(3));
                for (int i = 0; i < 8; ++i) stream.draw(3);
            },
            {draws});
    };
    EXPECT_GT(cycles("DrawsInFlight=1"), cycles("DrawsInFlight=2"));
    EXPECT_GT(cycles("DrawsInFlight=2"), cycles("DrawsInFlight=4"));
}

TEST(DrawRates, AttributesOfSeveralWavesComeAtOnce) {
    EXPECT_GT(cyclesOf(drawOutside, {"VertexFetchWaves=1"}), cyclesOf(drawOutside, {"VertexFetchWaves=4"}) + 100);
}

/// Triangles that are cut, beyond the edge, after one over the whole target, again and again.
void drawCutAfterLarge(DrawStream& stream) {
    Vertices vertices;
    for (int i = 0; i < 8; ++i) {
        vertices.insert(vertices.end(), {{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1}, {-1, 3, 0.5f, 1}});
        vertices.insert(vertices.end(), {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, -1}});
    }
    stream.set("SP_FS_CONFIG/ENABLED"_field, 0);
    stream.vertices(vertices);
    stream.draw(48);
}

TEST(DrawRates, PrimitivesAreSetUpWhileOthersAreRasterized) {
    EXPECT_GT(cyclesOf(drawCutAfterLarge, {"TriangleQueue=1"}), cyclesOf(drawCutAfterLarge, {"TriangleQueue=16"}));
}

/// Slow fragments, then slow tests.
void drawSlowly(DrawStream& stream) {
    std::string program;
    for (int i = 0; i < 100; ++i) program += "rcp r0.x, r2.x\n(ss)nop\n";
    stream.fragmentProgram(program + "end");
    coverAll(stream);
    coverAllInDepth(stream);
}

TEST(DrawRates, WavesWaitForUnitsInAQueue) {
    const auto cycles = [](const char* queue) {
        return cyclesOf(drawSlowly, {"ShaderUnits=1", "UnitWaves=4", "DepthPixelsPerCycle=1", queue});
    };
    EXPECT_GT(cycles("FragmentWaveQueue=1"), cycles("FragmentWaveQueue=32"));
}

}  // namespace
}  // namespace cyclorama::adreno::test
