// SPDX-License-Identifier: MIT
// Binning passes in time, and passes over bins that draw what their visibility streams name.

#include "adreno/timing/both_machines.h"
#include "adreno/timing/gmem_stream.h"
#include "families/adreno/timing/draw/stream_writes.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kBinnedImage = kData + (8 << 20);
constexpr uint32_t kColumns = 2;
constexpr uint32_t kBinnedBin = DrawStream::kSize / kColumns;
constexpr uint32_t kVisible = DrawStream::kTriangles | 1 << 8;

/// Small triangles, of which a bin has about a quarter, and a draw that no bin has.
void buildBinned(DrawStream& stream) {
    std::vector<std::array<float, 8>> vertices = randomVertices(300, 0.9f);
    for (size_t i = 0; i + 2 < vertices.size(); i += 3)
        for (size_t k = 1; k < 3; ++k) {
            vertices[i + k] = vertices[i];
            vertices[i + k][k - 1] += 0.2f;
            vertices[i + k][4] = 0.5f;
        }
    stream.vertices(vertices);
    BinStream bins(stream, kBinnedBin);
    const auto draw = [&stream] { stream.draw(300, 1, kVisible).draw(0, 1, kVisible).draw(90, 2, kVisible); };
    bins.beginBinning(kColumns);
    draw();
    bins.endBinning();
    const BinImage color{.address = kBinnedImage};
    for (uint32_t i = 0; i < kColumns * kColumns; ++i) {
        bins.bin(i % kColumns * kBinnedBin, i / kColumns * kBinnedBin).seeBin(i).clear(color, 0x01020304);
        draw();
        bins.store(color);
    }
}

TEST(TimedBinning, LeavesTheFunctionalMachinesStreamsAndPicture) {
    BothMachines both(buildBinned);
    EXPECT_TRUE(both.leftTheSame(kBinnedImage, 7 << 20));
    both.expectSameFindings();
    TimingBench& timed = both.timed;
    // A binning pass has no fragments, and bins have a part of the primitives each.
    EXPECT_GT(timed.counter("INPUT_TILES_VSC"), 100u);
    EXPECT_GT(timed.counter("DEAD_PRIM_PC"), 2u * 160);
    EXPECT_LT(timed.counter("INPUT_PRIM_TSE"), 160u + 2 * 160);
    EXPECT_GE(timed.counter("WRITE_REQUESTS_VSC_UCHE"), 3u) << "two streams and their sizes";
    EXPECT_GT(timed.counter("AWAIT_BINNING_CYCLES_CP"), 0u);
}

TEST(TimedBinning, DrawsThatNoteNoBinsMakeNoFragments) {
    const auto build = [](DrawStream& stream) {
        stream.vertices({{-1, -1, 0, 1, 1}, {3, -1, 0, 1, 1}, {-1, 3, 0, 1, 1}});
        BinStream bins(stream, kBinnedBin);
        stream.set("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 3);
        bins.beginBinning(kColumns);
        stream.draw(3);
        bins.endBinning();
    };
    BothMachines both(build);
    EXPECT_EQ(both.functional.memory.load<uint32_t>(DrawStream::kColor), 0u);
    EXPECT_EQ(both.timed.at(DrawStream::kColor), 0u);
    EXPECT_EQ(both.timed.counter("FRAGMENT_QUADS_RAS"), 0u);
}

TEST(TimedBinning, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    const auto countsWith = [](const sim::SimulationSettings& settings) {
        TimingBench bench({.simulation = settings});
        DrawStream stream(bench.memory);
        buildBinned(stream);
        const uint64_t cycles = bench.run(stream.stream);
        return std::array{cycles, bench.counter("BUSY_CYCLES_VSC"), bench.counter("WORKING_CYCLES_VSC"),
                          bench.counter("BUSY_CYCLES_PC"), bench.counter("BUSY_CYCLES_RAS")};
    };
    const auto expected = countsWith({});
    EXPECT_EQ(countsWith({.sleeping = false}), expected);
    EXPECT_EQ(countsWith({.reverseOrder = true}), expected);
    EXPECT_EQ(countsWith({.sleeping = false, .reverseOrder = true}), expected);
}

TEST(TimedBinning, PrimitivesOfManyBinsTakeAsManyCycles) {
    // Each of 300 primitives is in all of 16 bins of 16x16 pixels.
    const auto timed = [](const std::string& setting) {
        TimingBench bench({.parameters = {"ADRENO." + setting}});
        DrawStream stream(bench.memory);
        std::vector<std::array<float, 8>> vertices;
        for (int i = 0; i < 300; ++i) vertices.insert(vertices.end(), {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}});
        stream.vertices(vertices);
        BinStream bins(stream, 32);
        stream.set("VSC_BIN_SIZE/WIDTH"_field, 1);
        bins.beginBinning(2);
        stream.draw(900, 1, kVisible);
        bins.endBinning();
        bench.run(stream.stream);
        EXPECT_EQ(bench.counter("INPUT_TILES_VSC"), 300u * 4);
        return bench.counter("WORKING_CYCLES_VSC");
    };
    EXPECT_EQ(timed("VscBinsPerCycle=4"), 300u);
    EXPECT_EQ(timed("VscBinsPerCycle=3"), 600u);
    EXPECT_EQ(timed("VscBinsPerCycle=1"), 1200u);
}

TEST(TimedBinning, EachParameterChangesTheCycles) {
    const auto timed = [](const std::string& setting) {
        TimingBench bench({.parameters = {"ADRENO." + setting}});
        DrawStream stream(bench.memory);
        buildBinned(stream);
        return bench.run(stream.stream);
    };
    const uint64_t cycles = timed("VscBinsPerCycle=4");
    EXPECT_NE(timed("VscBinsPerCycle=1"), cycles);
    EXPECT_NE(timed("SkippedPerCycle=1"), cycles);
}

TEST(TimedBinning, AHangInABinningPassEndsTheJob) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    stream.vertexProgram("nop");
    buildBinned(stream);
    bench.run(stream.stream);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{"shader-left-program"});
}

/// Addresses and bytes of lines.
std::map<uint64_t, uint64_t> bytesOf(const LineAccesses& lines) {
    std::map<uint64_t, uint64_t> bytes;
    for (const LineAccess& line : lines.lines()) bytes[line.address] = static_cast<uint64_t>(std::popcount(line.bytes));
    return bytes;
}

TEST(StreamWrites, AreOfWholeLinesUntilTheEnd) {
    StreamState state{.draws = {.address = 0x1020, .pitch = 0x1000, .limit = 100},
                      .primitives = {.address = 0x8000, .pitch = 0x1000, .limit = 0x1000},
                      .sizesAddress = 0x20000};
    StreamWrites writes;
    LineAccesses none;
    state.sizes[1] = {.draws = 28, .primitives = 60};
    writes.addWhole(state, none);
    EXPECT_TRUE(none.lines().empty());
    LineAccesses some;
    state.sizes[1] = {.draws = 40, .primitives = 200};
    writes.addWhole(state, some);
    EXPECT_EQ(bytesOf(some), (std::map<uint64_t, uint64_t>{{0x2000, 32}, {0x9000, 64}, {0x9040, 64}, {0x9080, 64}}));
    LineAccesses rest;
    state.sizes[1] = {.draws = 200, .primitives = 204};
    writes.addLast(state, rest);
    EXPECT_EQ(bytesOf(rest), (std::map<uint64_t, uint64_t>{{0x2040, 64}, {0x2080, 4}, {0x90c0, 12}, {0x20000, 4}}))
        << "up to the limit of 100 bytes";
}

}  // namespace
}  // namespace cyclorama::adreno::test
