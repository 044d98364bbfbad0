// SPDX-License-Identifier: MIT
// Rates and order of geometry programs and tessellation: what a cycle more or less of each changes.

#include "adreno/timing/geometry_stream.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kPatches = LinkedStages::kTrianglePatches | LinkedStages::kTessellates;

/// One primitive of a geometry program, whose six fibers give nothing that is drawn.
void drawOnePrimitive(DrawStream& stream) {
    stream.vertices({{5, 0, 0, 1}, {5, 0, 0, 1}, {5, 0, 0, 1}});
    geometryStage(stream, 2, PrimitiveTopology::Points);
    stream.draw(3, 1, DrawStream::kTriangles | LinkedStages::kGeometryStage);
}

/// Patches that are not drawn; of eight, one has no points, and the factors of the others are 1 to 7.
void drawEightPatches(DrawStream& stream) {
    stream.vertices(std::vector<std::array<float, 8>>(24, {5, 0, 0, 1}));
    tessellationStages(stream, false, 0);
    stream.draw(24, 1, kPatches);
}

/// A hundred patches in pieces.
void drawPieces(DrawStream& stream, uint32_t piece) {
    stream.vertices(std::vector<std::array<float, 8>>(300, {5, 0, 0, 1}));
    tessellationStages(stream, false, piece);
    stream.draw(300, 1, kPatches);
}

struct StageRun {
    uint64_t cycles = 0;
    std::unique_ptr<TimingBench> bench;

    uint64_t counter(std::string_view name) const { return bench->counter(name); }
};

StageRun runOf(void (*build)(DrawStream& stream), const std::vector<std::string>& parameters) {
    std::vector<std::string> settings;
    for (const std::string& each : parameters) settings.push_back("ADRENO." + each);
    StageRun run{.bench = std::make_unique<TimingBench>(BenchSettings{.parameters = settings})};
    DrawStream stream(run.bench->memory);
    build(stream);
    run.cycles = run.bench->run(stream.stream);
    return run;
}

TEST(GeometryRates, VerticesOfGeometryProgramsTakeTheirCycles) {
    // Six fibers: 6 cycles, 3, 2, and 1, which the wave waits for in any case.
    const uint64_t one = runOf(drawOnePrimitive, {"GeometryVerticesPerCycle=1"}).cycles;
    EXPECT_EQ(one - runOf(drawOnePrimitive, {"GeometryVerticesPerCycle=2"}).cycles, 3u);
    EXPECT_EQ(one - runOf(drawOnePrimitive, {"GeometryVerticesPerCycle=3"}).cycles, 4u);
    EXPECT_EQ(one - runOf(drawOnePrimitive, {"GeometryVerticesPerCycle=6"}).cycles, 5u);
    EXPECT_EQ(one - runOf(drawOnePrimitive, {"GeometryVerticesPerCycle=64"}).cycles, 5u);
}

TEST(GeometryRates, PatchesAndTheirPointsTakeTheirCycles) {
    const StageRun fast = runOf(drawEightPatches, {"PatchCycles=0"});
    const uint64_t points = fast.counter("DS_INVOCATIONS_PC");
    EXPECT_EQ(fast.counter("TESS_PC_UV_PATCHES_PC"), 8u);
    EXPECT_EQ(fast.counter("HS_INVOCATIONS_PC"), 24u);
    EXPECT_GT(points, 100u);
    EXPECT_EQ(fast.counter("STALL_CYCLES_TESS_PC"), points);
    // Slow enough that waves of points wait for nothing else.
    const StageRun slow = runOf(drawEightPatches, {"PatchCycles=1000"});
    EXPECT_EQ(slow.counter("STALL_CYCLES_TESS_PC"), points + 8 * 1000);
    EXPECT_EQ(runOf(drawEightPatches, {"PatchCycles=1010"}).cycles, slow.cycles + 8 * 10);
    const StageRun half = runOf(drawEightPatches, {"PatchCycles=0", "TessellatorPointsPerCycle=2"});
    EXPECT_LT(half.counter("STALL_CYCLES_TESS_PC"), points / 2 + 8);
    EXPECT_LT(half.cycles, fast.cycles);
}

TEST(GeometryRates, FactorsAreReadWhenTheyAreWritten) {
    const StageRun run = runOf(drawEightPatches, {});
    // Eight patches of 20 bytes.
    EXPECT_EQ(run.counter("TESS_FACTOR_TRANS_PC"), 3u);
    EXPECT_GT(run.counter("STARVE_CYCLES_FOR_TESS_FACTOR_PC"), 0u);
}

TEST(GeometryRates, PiecesThatUseBuffersAgainWaitForThoseBefore) {
    const uint64_t pieces = runOf([](DrawStream& stream) { drawPieces(stream, 4); }, {}).cycles;
    const uint64_t whole = runOf([](DrawStream& stream) { drawPieces(stream, 100); }, {}).cycles;
    EXPECT_GT(pieces, whole + 1000);
}

TEST(GeometryRates, PartsWaitForRoomForWhatTheyPassOn) {
    const auto build = [](DrawStream& stream) {
        stream.vertices(std::vector<std::array<float, 8>>(3000, {5, 0, 0, 1}));
        geometryStage(stream, 1, PrimitiveTopology::Points);
        stream.draw(3000, 1, DrawStream::kTriangles | LinkedStages::kGeometryStage);
    };
    const StageRun large = runOf(build, {"VaryingStorage=4096"});
    const StageRun small = runOf(build, {"VaryingStorage=8"});
    EXPECT_EQ(large.counter("VPCRAM_FULL_CYCLES_VPC"), 0u);
    EXPECT_GT(small.counter("VPCRAM_FULL_CYCLES_VPC"), 0u);
    EXPECT_GT(small.cycles, large.cycles);
    EXPECT_EQ(runOf(build, {"VaryingStorage=1"}).counter("GS_PRIMITIVES_PC"), 3000u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
