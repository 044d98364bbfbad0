// SPDX-License-Identifier: MIT
// Several views, streamout, geometry programs and tessellation in time: what both machines leave in memory, cycles,
// rates.

#include "adreno/timing/both_machines.h"
#include "adreno/timing/geometry_stream.h"

namespace cyclorama::adreno::test {
namespace {

struct GeometryScene {
    std::string name;
    void (*build)(DrawStream& stream);
};

void drawViewsOneByOne(DrawStream& stream) {
    stream.vertices(randomVertices(3000));
    // The number of the view makes its colours.
    stream.set("VFD_CONTROL_1/REGID4VIEWID"_field, 8);
    stream.vertexProgram("mov.u32f32 r1.x, r2.x\nend");
    drawViews(stream, false);
    stream.depthTest().draw(3000);
}

void drawViewsAtOnce(DrawStream& stream) {
    stream.vertices(randomVertices(3000));
    drawViews(stream, true);
    stream.depthTest().draw(3000, 2);
}

/// Draws that follow each other in a buffer, an event, and draws from the start of it.
void drawToBuffer(DrawStream& stream) {
    stream.vertices(randomVertices(300));
    streamOut(stream, 40000);
    stream.draw(300).draw(90, 3);
    flushStreamout(stream);
    stream.set("VPC_SO[].BUFFER_OFFSET"_reg, 64);
    stream.draw(30);
    flushStreamout(stream);
}

/// Whole triangles that fit are written.
void drawToSmallBuffer(DrawStream& stream) {
    stream.vertices(randomVertices(300));
    streamOut(stream, 7 * Streamout32::kVertexBytes);
    stream.draw(300);
    flushStreamout(stream);
}

/// Without pixels.
void drawToBufferAlone(DrawStream& stream) {
    stream.vertices(randomVertices(300));
    streamOut(stream, 1 << 19);
    stream.set("PC_RASTER_CNTL/DISCARD"_field, 1);
    stream.draw(300);
}

void drawViewsToBuffer(DrawStream& stream) {
    streamOut(stream, 1 << 17);
    drawViewsOneByOne(stream);
}

void drawRectanglesToBuffer(DrawStream& stream) {
    constexpr uint32_t kRectangles = 8;
    stream.vertices(randomVertices(40));
    streamOut(stream, 1 << 17);
    stream.draw(40, 1, kRectangles);
}

void drawWithGeometryProgram(DrawStream& stream) {
    stream.vertices(randomVertices(900));
    geometryStage(stream, 2, PrimitiveTopology::Triangles);
    stream.depthTest().draw(900, 2, DrawStream::kTriangles | LinkedStages::kGeometryStage);
}

/// Stream 0 goes to a buffer, and stream 1 is drawn.
void drawGeometryStreams(DrawStream& stream) {
    stream.vertices(randomVertices(300));
    streamOut(stream, 1 << 17);
    geometryStage(stream, 3, PrimitiveTopology::Lines, true);
    stream.set("PC_RASTER_CNTL/STREAM"_field, 1);
    stream.draw(300, 1, DrawStream::kTriangles | LinkedStages::kGeometryStage);
}

void drawPatches(DrawStream& stream) {
    stream.vertices(randomVertices(600));
    tessellationStages(stream, false, 0);
    for (int i = 0; i < 2; ++i)
        stream.depthTest().draw(600, 1, LinkedStages::kTrianglePatches | LinkedStages::kTessellates);
}

/// Pieces are smaller than what shares the memory between the stages, or larger.
void drawPatchesInSmallPieces(DrawStream& stream) {
    stream.vertices(randomVertices(600));
    tessellationStages(stream, false, 10);
    stream.draw(600, 2, LinkedStages::kTrianglePatches | LinkedStages::kTessellates);
}

void drawPatchesInLargePieces(DrawStream& stream) {
    stream.vertices(randomVertices(600));
    tessellationStages(stream, false, 150);
    streamOut(stream, 1 << 18);
    stream.draw(600, 2, LinkedStages::kTrianglePatches | LinkedStages::kTessellates);
}

void drawPatchesWithGeometryProgram(DrawStream& stream) {
    stream.vertices(randomVertices(150));
    tessellationStages(stream, true, 0);
    addGeometryStage(stream, 2, PrimitiveTopology::Triangles);
    stream.draw(150, 1, LinkedStages::kTrianglePatches | LinkedStages::kTessellates | LinkedStages::kGeometryStage);
}

std::vector<GeometryScene> geometryScenes() {
    return {{"views one by one", drawViewsOneByOne},
            {"views at once", drawViewsAtOnce},
            {"streamout", drawToBuffer},
            {"streamout that does not fit", drawToSmallBuffer},
            {"streamout alone", drawToBufferAlone},
            {"streamout of views", drawViewsToBuffer},
            {"streamout of rectangles", drawRectanglesToBuffer},
            {"geometry program", drawWithGeometryProgram},
            {"streams of a geometry program", drawGeometryStreams},
            {"patches", drawPatches},
            {"patches in small pieces", drawPatchesInSmallPieces},
            {"patches in large pieces", drawPatchesInLargePieces},
            {"patches with a geometry program", drawPatchesWithGeometryProgram}};
}

/// Bytes of targets, buffers of streamout and of patches.
constexpr uint64_t kGeometryBytes = 0x300000;

uint64_t geometryCycles(void (*build)(DrawStream& stream), const std::string& parameter) {
    TimingBench bench({.parameters = {"ADRENO." + parameter}});
    DrawStream stream(bench.memory);
    build(stream);
    return bench.run(stream.stream);
}

TEST(TimedGeometry, MemoryAndFindingsAreTheFunctionalMachines) {
    for (const GeometryScene& scene : geometryScenes()) {
        SCOPED_TRACE(scene.name);
        const BothMachines both(scene.build);
        EXPECT_TRUE(both.leftTheSame(kData, kGeometryBytes));
        both.expectSameFindings();
        EXPECT_EQ(both.timed.reported(), std::vector<std::string>{});
        EXPECT_NE(wordsOf(both.timed.memory, kData, kGeometryBytes),
                  std::vector<uint32_t>(kGeometryBytes / sizeof(uint32_t)));
    }
}

TEST(TimedGeometry, MultiviewWithoutAViewDrawsNothing) {
    const auto build = [](DrawStream& stream) {
        stream.vertices(randomVertices(3000));
        drawViews(stream, false);
        stream.set("PC_MULTIVIEW_CNTL/VIEWS"_field, 0);
        stream.draw(3000);
    };
    BothMachines both(build);
    EXPECT_TRUE(both.leftTheSame(kData, kGeometryBytes));
    both.expectSameFindings();
    EXPECT_EQ(both.timed.counter("FRAGMENT_WAVES_RB"), 0u);
}

TEST(TimedGeometry, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    for (const GeometryScene& scene : geometryScenes()) {
        SCOPED_TRACE(scene.name);
        const auto cyclesWith = [&scene](const sim::SimulationSettings& settings) {
            TimingBench bench({.simulation = settings});
            DrawStream stream(bench.memory);
            scene.build(stream);
            const uint64_t cycles = bench.run(stream.stream);
            return std::array{cycles,
                              bench.counter("BUSY_CYCLES_PC"),
                              bench.counter("VPCRAM_FULL_CYCLES_VPC"),
                              bench.counter("STALL_CYCLES_UCHE_VPC"),
                              bench.counter("STALL_CYCLES_UCHE_VFD"),
                              bench.counter("BUSY_CYCLES_RAS")};
        };
        const auto expected = cyclesWith({});
        EXPECT_EQ(cyclesWith({.sleeping = false}), expected);
        EXPECT_EQ(cyclesWith({.reverseOrder = true}), expected);
        EXPECT_EQ(cyclesWith({.sleeping = false, .reverseOrder = true}), expected);
    }
}

TEST(TimedGeometry, ViewsTakeVerticesOnceOrOnceEach) {
    const auto countsOf = [](void (*build)(DrawStream & stream)) {
        TimingBench bench;
        DrawStream stream(bench.memory);
        build(stream);
        bench.run(stream.stream);
        return std::array{bench.counter("VS_INVOCATIONS_PC"), bench.counter("INPUT_PRIM_TSE")};
    };
    EXPECT_EQ(countsOf(drawViewsOneByOne), (std::array<uint64_t, 2>{2 * 3000, 2 * 1000}));
    EXPECT_EQ(countsOf(drawViewsAtOnce), (std::array<uint64_t, 2>{2 * 3000, 2 * 2 * 1000}));
}

TEST(TimedGeometry, StreamoutTakesItsCyclesWaveByWave) {
    // Five waves; of 63, 63, 66, 63 and 45 vertices, as triangles are not divided.
    constexpr uint64_t kBytes = 300 * Streamout32::kVertexBytes;
    TimingBench bench;
    DrawStream stream(bench.memory);
    drawToBufferAlone(stream);
    bench.run(stream.stream);
    EXPECT_EQ(bench.counter("STREAMOUT_BYTES_VPC"), kBytes);
    EXPECT_EQ(bench.counter("NUM_VPCRAM_READ_SO_VPC"), kBytes / 16);
    // Lines at the ends of waves are written by both.
    EXPECT_GE(bench.counter("STREAMOUT_TRANSACTION_VPC"), kBytes / 64);
    EXPECT_LE(bench.counter("STREAMOUT_TRANSACTION_VPC"), kBytes / 64 + 4);
    EXPECT_EQ(bench.counter("WRITE_REQUESTS_VPC_UCHE"), bench.counter("STREAMOUT_TRANSACTION_VPC"));
    // Slow enough to be all that the last four waves wait for.
    EXPECT_EQ(geometryCycles(drawToBufferAlone, "StreamoutBytesPerCycle=1") -
                  geometryCycles(drawToBufferAlone, "StreamoutBytesPerCycle=2"),
              kBytes / 2);
}

TEST(TimedGeometry, AnEventWritesTheEndOfABufferWhenTheDrawsBeforeItHaveWritten) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    stream.vertices(randomVertices(300));
    streamOut(stream, 1 << 19);
    stream.draw(300);
    flushStreamout(stream);
    bench.run(stream.stream);
    EXPECT_EQ(bench.at(Streamout32::kEnd), 300 * Streamout32::kVertexBytes / 4);
    EXPECT_NE(bench.at(Streamout32::kBuffer + 299 * Streamout32::kVertexBytes), 0u);
}

TEST(TimedGeometry, DrawsThatFollowEachOtherInABufferOverlap) {
    const auto build = [](DrawStream& stream) {
        stream.vertices(randomVertices(3));
        streamOut(stream, 1 << 19);
        stream.set("PC_RASTER_CNTL/DISCARD"_field, 1);
        for (int i = 0; i < 8; ++i) stream.draw(3);
    };
    EXPECT_GT(geometryCycles(build, "DrawsInFlight=1"), geometryCycles(build, "DrawsInFlight=4") + 500);
}

}  // namespace
}  // namespace cyclorama::adreno::test
