// SPDX-License-Identifier: MIT
// Draws in time: what both machines leave in memory, cycles, rates.

#include "adreno/timing/both_machines.h"
#include "adreno/timing/draw_stream.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno::test {
namespace {

/// What a test draws, on either machine.
struct Scene {
    std::string name;
    void (*build)(DrawStream& stream);
};

void drawOneTriangle(DrawStream& stream) {
    stream.vertices({{-1, -1, 0, 1, 1, 0, 0, 1}, {1, -1, 0, 1, 0, 1, 0, 1}, {-1, 1, 0, 1, 0, 0, 1, 1}});
    stream.draw(3);
}

void drawManyTriangles(DrawStream& stream) {
    stream.vertices(randomVertices(3000));
    stream.depthTest().draw(3000);
}

void drawIndexedInstances(DrawStream& stream) {
    stream.vertices(randomVertices(60));
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < 900; ++i) indices.push_back(i * 7 % 60);
    stream.indices(indices);
    stream.depthTest().blend().drawIndexed(3);
}

/// Each draw sees what the ones before it left, early and late.
void drawOverEachOther(DrawStream& stream) {
    stream.vertices(randomVertices(90));
    stream.depthTest(6);
    for (int i = 0; i < 4; ++i) {
        stream.draw(90);
        stream.set("RB_DEPTH_PLANE_CNTL/Z_MODE"_field, i % 2 == 0 ? 1 : 0);
        stream.set("GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE"_field, i % 2 == 0 ? 1 : 0);
        stream.fragmentProgram(i % 2 == 0 ? "(rpt3)bary.f r0.x, (r)0, r2.x\n(rpt5)nop\nadd.f r0.x, r0.x, r0.y\nend"
                                          : "(rpt3)bary.f r0.x, (r)0, r2.x\nend");
    }
    stream.blend().draw(60);
}

/// Fragments that end in their program, of wide waves.
void drawWithKills(DrawStream& stream) {
    stream.vertices(randomVertices(300));
    stream.set("SP_FS_CTRL_REG0/THREADSIZE"_field, 1);
    stream.fragmentProgram(
        "(rpt3)bary.f r0.x, (r)0, r2.x\n(rpt5)nop\ncmps.f.lt p0.x, r0.x, r0.y\n(rpt5)nop\n"
        "kill p0.x\nend");
    stream.depthTest().testsLate().draw(300);
}

void drawDepthAlone(DrawStream& stream) {
    stream.vertices(randomVertices(120));
    stream.set("SP_FS_CONFIG/ENABLED"_field, 0);
    stream.depthTest().draw(120);
}

void drawSamples(DrawStream& stream) {
    stream.vertices(randomVertices(120));
    for (const Field& field :
         {"GRAS_RAS_MSAA_CNTL/SAMPLES"_field, "RB_RAS_MSAA_CNTL/SAMPLES"_field, "SP_TP_RAS_MSAA_CNTL/SAMPLES"_field})
        stream.set(field, 2);
    stream.set("RB_MRT[].PITCH"_reg, DrawStream::kSize * 16 >> 6);
    stream.draw(120);
}

/// The programs store what they were given.
void drawWithStores(DrawStream& stream) {
    stream.vertices(randomVertices(192));
    stream.vertexProgram(
        fmt::format("mov.u32u32 r2.x, {}\nmov.u32u32 r2.y, {}\nmov.u32u32 r3.x, 1\n(rpt5)nop\n"
                    "atomic.g.add.untyped.1d.u32.1.g r4.x, r2.x, r3.x\nend",
                    low(kData), high(kData)));
    stream.draw(192);
}

std::vector<Scene> scenes() {
    return {{"one triangle", drawOneTriangle},
            {"many triangles", drawManyTriangles},
            {"indexed instances", drawIndexedInstances},
            {"draws over each other", drawOverEachOther},
            {"kills", drawWithKills},
            {"depth alone", drawDepthAlone},
            {"four samples", drawSamples},
            {"stores", drawWithStores}};
}

/// Bytes of targets and of what programs store.
constexpr uint64_t kDrawnBytes = 0x300000;

TEST(TimedDraw, MemoryAndFindingsAreTheFunctionalMachines) {
    for (const Scene& scene : scenes()) {
        SCOPED_TRACE(scene.name);
        const BothMachines both(scene.build);
        EXPECT_TRUE(both.leftTheSame(kData, kDrawnBytes));
        both.expectSameFindings();
        EXPECT_NE(wordsOf(both.timed.memory, kData, kDrawnBytes),
                  std::vector<uint32_t>(kDrawnBytes / sizeof(uint32_t)));
    }
}

TEST(TimedDraw, MoreTrianglesThanAListHoldsLeaveTheSamePicture) {
    // Small ones, each in many places of the list.
    const auto build = [](DrawStream& stream) {
        std::vector<std::array<float, 8>> vertices = randomVertices(100, 0.9f);
        for (size_t i = 0; i + 2 < vertices.size(); i += 3)
            for (size_t k = 1; k < 3; ++k) {
                vertices[i + k] = vertices[i];
                vertices[i + k][k - 1] += 0.05f;
                vertices[i + k][4] = 0.5f;
            }
        std::vector<uint32_t> indices;
        for (uint32_t i = 0; i < 3 * 67000; ++i) indices.push_back(i % 99);
        stream.vertices(vertices);
        stream.indices(indices);
        stream.blend().drawIndexed();
    };
    BothMachines both(build);
    EXPECT_TRUE(both.leftTheSame(kData, kDrawnBytes));
    EXPECT_GT(both.timed.counter("OUTPUT_TRIANGLES_TSE"), 1u << 16);
}

TEST(TimedDraw, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    for (const Scene& scene : scenes()) {
        SCOPED_TRACE(scene.name);
        const auto cyclesWith = [&scene](const sim::SimulationSettings& settings) {
            TimingBench bench({.simulation = settings});
            DrawStream stream(bench.memory);
            scene.build(stream);
            const uint64_t cycles = bench.run(stream.stream);
            return std::array{cycles,
                              bench.counter("STARVE_CYCLES_SP_RB"),
                              bench.counter("STALL_CYCLES_UCHE_VFD"),
                              bench.counter("STALL_CYCLES_SP_STATE_HLSQ"),
                              bench.counter("BUSY_CYCLES_RAS"),
                              bench.counter("COLOR_BLOCK_HIT_CCU")};
        };
        const auto expected = cyclesWith({});
        EXPECT_EQ(cyclesWith({.sleeping = false}), expected);
        EXPECT_EQ(cyclesWith({.reverseOrder = true}), expected);
        EXPECT_EQ(cyclesWith({.sleeping = false, .reverseOrder = true}), expected);
    }
}

TEST(TimedDraw, EveryChipDraws) {
    for (const char* const chip : {"a618", "a630", "a635", "a640", "a650", "a660"}) {
        SCOPED_TRACE(chip);
        TimingBench bench({.chip = chip});
        DrawStream stream(bench.memory);
        drawManyTriangles(stream);
        EXPECT_GT(bench.run(stream.stream), 1000u);
        EXPECT_TRUE(bench.reported().empty());
        EXPECT_EQ(bench.counter("VS_INVOCATIONS_PC"), 3000u);
        EXPECT_EQ(bench.counter("INPUT_PRIM_TSE"), 1000u);
    }
}

TEST(TimedDraw, SamplesAreCountedBeforeTheirEventsWrites) {
    constexpr uint64_t kCount = kData + 0x800;
    TimingBench bench;
    DrawStream stream(bench.memory);
    stream.set("RB_SAMPLE_COUNT_CONTROL/COPY"_field, 1);
    stream.setAddress("RB_SAMPLE_COUNT_ADDR"_reg, kCount);
    drawOneTriangle(stream);
    constexpr uint32_t kSamplesPassed = 21;
    stream.stream.command(Opcode::EventWrite, {kSamplesPassed});
    bench.run(stream.stream);
    // Pixels below the diagonal of 64x64, those with their middle on it among them or not.
    EXPECT_GE(bench.at(kCount), 64u * 63u / 2);
    EXPECT_LE(bench.at(kCount), 64u * 65u / 2);
}

TEST(TimedDraw, AHangInAProgramEndsTheJobWithItsFinding) {
    for (const bool vertices : {false, true}) {
        TimingBench bench;
        DrawStream stream(bench.memory);
        // Without an end.
        vertices ? stream.vertexProgram("nop") : stream.fragmentProgram("nop");
        drawOneTriangle(stream);
        stream.draw(3).waitForIdle();
        bench.run(stream.stream);
        EXPECT_EQ(bench.reported(), std::vector<std::string>{"shader-left-program"});
        // The chip starts anew.
        DrawStream next(bench.memory);
        drawOneTriangle(next);
        bench.run(next.stream);
        EXPECT_NE(bench.at(DrawStream::kColor), 0u);
    }
}

}  // namespace
}  // namespace cyclorama::adreno::test
