// SPDX-License-Identifier: MIT
// GMEM in time: draws, and moves and clears of bins. Memory as the functional machine leaves it, rates, traffic, and
// their order.

#include "adreno/timing/both_machines.h"
#include "adreno/timing/gmem_stream.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kImage = kData + (8 << 20);
constexpr uint32_t kDepthOffset = 0x40000;

/// A picture of four bins, each with what one way to use it does.
struct Frame {
    std::string name;
    uint32_t samples = 1;
    bool loads = false;
    bool blends = false;
    bool late = false;
};

std::vector<Frame> frames() {
    return {{.name = "plain"},
            {.name = "loads", .loads = true},
            {.name = "blending", .blends = true},
            {.name = "late tests", .late = true},
            {.name = "four samples", .samples = 4},
            {.name = "four samples that are loaded", .samples = 4, .loads = true, .blends = true}};
}

void build(const Frame& frame, DrawStream& stream) {
    constexpr uint32_t kBin = DrawStream::kSize / 2;
    BinStream bins(stream, kBin);
    const BinImage color{.address = kImage, .samples = frame.samples};
    const BinImage depth{.gmemOffset = kDepthOffset,
                         .address = kImage + (1 << 20),
                         .format = 0x4a,  // FMT6_32_FLOAT
                         .samples = frame.samples,
                         .imageSamples = frame.samples};
    for (const Field& field :
         {"GRAS_RAS_MSAA_CNTL/SAMPLES"_field, "RB_RAS_MSAA_CNTL/SAMPLES"_field, "SP_TP_RAS_MSAA_CNTL/SAMPLES"_field})
        stream.set(field, frame.samples / 2);
    stream.vertices(randomVertices(90));
    stream.set("RB_DEPTH_BUFFER_BASE_GMEM"_reg, kDepthOffset);
    stream.depthTest(6);
    if (frame.blends) stream.blend();
    if (frame.late) stream.testsLate();
    for (uint32_t i = 0; i < 4; ++i) {
        bins.bin(i % 2 * kBin, i / 2 * kBin);
        frame.loads ? bins.load(color) : bins.clear(color, 0x40302010);
        bins.clear(depth, 0);
        stream.draw(90).draw(60);
        bins.store(color).store(depth);
    }
}

std::vector<uint32_t> imagesOf(const mem::AddressSpace& memory) {
    std::vector<uint32_t> words((2 << 20) / sizeof(uint32_t));
    EXPECT_TRUE(memory.read(kImage, std::as_writable_bytes(std::span(words))));
    return words;
}

/// Something to load.
void fillImages(mem::AddressSpace& memory) {
    for (uint32_t i = 0; i < DrawStream::kSize * DrawStream::kSize; ++i)
        ASSERT_TRUE(memory.store(kImage + 4 * i, i * 0x01030507));
}

TEST(TimedGmem, BinsLeaveTheFunctionalMachinesMemoryAndFindings) {
    for (const Frame& frame : frames()) {
        SCOPED_TRACE(frame.name);
        BothMachines both([&frame](DrawStream& stream) { build(frame, stream); }, {.fill = fillImages});
        TimingBench& timed = both.timed;
        EXPECT_TRUE(imagesOf(timed.memory) == imagesOf(both.functional.memory));
        both.expectSameFindings();
        EXPECT_EQ(timed.counter("MOVES_RESOLVE"), 4u * 4);
        EXPECT_EQ(timed.counter("PIXELS_RESOLVE"), 4u * DrawStream::kSize * DrawStream::kSize);
        EXPECT_EQ(timed.counter("COLOR_BLOCKS_CCU") + timed.counter("DEPTH_BLOCKS_CCU"), 0u);
        EXPECT_GT(timed.counter("READS_GMEM"), 0u);
    }
}

TEST(TimedGmem, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    for (const Frame& frame : frames()) {
        SCOPED_TRACE(frame.name);
        const auto countsWith = [&frame](const sim::SimulationSettings& settings) {
            TimingBench bench({.simulation = settings});
            DrawStream stream(bench.memory);
            build(frame, stream);
            const uint64_t cycles = bench.run(stream.stream);
            return std::array{cycles,
                              bench.counter("BUSY_CYCLES_GMEM"),
                              bench.counter("BUSY_CYCLES_RESOLVE"),
                              bench.counter("STARVE_CYCLES_RB_RESOLVE"),
                              bench.counter("STALL_CYCLES_LRZ_RAS"),
                              bench.counter("BUSY_CYCLES_CCU")};
        };
        const auto expected = countsWith({});
        EXPECT_EQ(countsWith({.sleeping = false}), expected);
        EXPECT_EQ(countsWith({.reverseOrder = true}), expected);
        EXPECT_EQ(countsWith({.sleeping = false, .reverseOrder = true}), expected);
    }
}

TEST(TimedGmem, EachCycleOfTheCommandProcessorIsInOneActivity) {
    for (const Frame& frame : frames()) {
        SCOPED_TRACE(frame.name);
        TimingBench bench;
        DrawStream stream(bench.memory);
        build(frame, stream);
        bench.run(stream.stream);
        uint64_t activities = 0;
        for (const char* name :
             {"COMMAND_CYCLES_CP", "SQE_PM4_STARVE_CYCLES_CP", "POLL_CYCLES_CP", "IDLE_CYCLES_CP",
              "AWAIT_BINNING_CYCLES_CP", "AWAIT_BINS_CYCLES_CP", "AWAIT_DRAWS_CYCLES_CP", "AWAIT_MOVES_CYCLES_CP",
              "AWAIT_DISPATCHES_CYCLES_CP", "AWAIT_BLITS_CYCLES_CP", "AWAIT_EVENTS_CYCLES_CP", "AWAIT_OTHER_CYCLES_CP"})
            activities += bench.counter(name);
        EXPECT_EQ(activities, bench.counter("ALWAYS_COUNT_CP"));
        EXPECT_GT(bench.counter("AWAIT_BINS_CYCLES_CP"), 0u);
        EXPECT_GT(bench.counter("AWAIT_MOVES_CYCLES_CP"), 0u);
        EXPECT_EQ(bench.counter("AWAIT_DRAWS_CYCLES_CP") + bench.counter("AWAIT_DISPATCHES_CYCLES_CP"), 0u);
    }
}

/// Cycles of a move of a number of rows of a bin that is 256 pixels wide.
uint64_t cyclesOfMove(GmemBlitKind kind, uint32_t rows, const BinImage& image,
                      const std::vector<std::string>& parameters = {}) {
    TimingBench bench({.parameters = parameters});
    DrawStream stream(bench.memory);
    BinStream bins(stream, 256);
    bins.area(0, 0, 255, rows - 1).move(kind, image);
    return bench.run(stream.stream);
}

constexpr uint32_t kSomeRows = 64;
constexpr uint32_t kRows = 128;
constexpr uint64_t kPixels = 256 * (kRows - kSomeRows);

uint64_t cyclesOfRows(GmemBlitKind kind, const BinImage& image, const std::vector<std::string>& parameters = {}) {
    return cyclesOfMove(kind, kRows, image, parameters) - cyclesOfMove(kind, kSomeRows, image, parameters);
}

TEST(TimedGmem, ClearsReachTheWidthOfGmem) {
    // Two parts of 64 bytes a cycle.
    const BinImage plain{.address = kImage, .width = 256};
    EXPECT_NEAR(static_cast<double>(cyclesOfRows(GmemBlitKind::Clear, plain)), kPixels * 4 / 128.0, 8);
    const BinImage samples{.address = kImage, .samples = 4, .width = 256};
    EXPECT_NEAR(static_cast<double>(cyclesOfRows(GmemBlitKind::Clear, samples)), kPixels * 16 / 128.0, 8);
    // Parts of 16x4 pixels have a part of four lines, whatever their bytes are.
    const BinImage bytes{.address = kImage, .format = 0x03, .bytes = 1, .width = 256};
    EXPECT_NEAR(static_cast<double>(cyclesOfRows(GmemBlitKind::Clear, bytes)), kPixels / 64.0 * 2, 8);
    EXPECT_NEAR(static_cast<double>(cyclesOfRows(GmemBlitKind::Clear, plain, {"ADRENO.GmemBytesPerCycle=16"})),
                kPixels * 4 / 32.0, 8);
}

TEST(TimedGmem, ResolvesReadAllSamplesAndWriteTheirMeans) {
    const BinImage image{.address = kImage, .samples = 4, .width = 256};
    TimingBench bench;
    DrawStream stream(bench.memory);
    BinStream bins(stream, 256);
    bins.area(0, 0, 255, 63).store(image);
    bench.run(stream.stream);
    EXPECT_EQ(bench.counter("READS_GMEM"), 256u * 64 * 16 / 64);
    EXPECT_EQ(bench.counter("CCU0_WriteTransactions_MC") + bench.counter("CCU1_WriteTransactions_MC"),
              256u * 64 * 4 / 64);
}

TEST(TimedGmem, LoadsAndStoresMoveEachByteOnceAtMemorysRate) {
    constexpr uint64_t kBytes = kPixels * 4;
    for (const GmemBlitKind kind : {GmemBlitKind::Load, GmemBlitKind::Store}) {
        const BinImage image{.address = kImage, .width = 256};
        const double bytesPerCycle = static_cast<double>(kBytes) / static_cast<double>(cyclesOfRows(kind, image));
        // 34.1 GB/s at 585 MHz are 58 bytes a cycle.
        EXPECT_GT(bytesPerCycle, 0.6 * 58) << static_cast<int>(kind);
        EXPECT_LT(bytesPerCycle, 64) << static_cast<int>(kind);
        TimingBench bench;
        DrawStream stream(bench.memory);
        BinStream(stream, 256).area(0, 0, 255, kSomeRows - 1).move(kind, image);
        bench.run(stream.stream);
        const uint64_t read = bench.counter("CCU0_ReadBytes_MC") + bench.counter("CCU1_ReadBytes_MC");
        const uint64_t written =
            bench.counter("CCU0_WriteTransactions_MC") + bench.counter("CCU1_WriteTransactions_MC");
        EXPECT_EQ(read, kind == GmemBlitKind::Load ? kBytes : 0);
        EXPECT_EQ(written, kind == GmemBlitKind::Store ? kBytes / 64 : 0);
        EXPECT_EQ(bench.counter(kind == GmemBlitKind::Load ? "WRITES_GMEM" : "READS_GMEM"), kBytes / 64);
    }
}

TEST(TimedGmem, AStoreComesAfterTheDrawsBeforeItAndADrawAfterTheClearBeforeIt) {
    // Neither waits by a packet.
    TimingBench bench;
    DrawStream stream(bench.memory);
    stream.vertices({{-1, -1, 0, 1, 1, 1, 1, 1}, {3, -1, 0, 1, 1, 1, 1, 1}, {-1, 3, 0, 1, 1, 1, 1, 1}});
    BinStream bins(stream, DrawStream::kSize);
    std::string slow = "(rpt3)bary.f r0.x, (r)0, r2.x\n";
    for (int i = 0; i < 200; ++i) slow += "(nop3) mul.f r3.x, r3.x, r3.x\n";
    stream.fragmentProgram(slow + "end");
    const BinImage first{.address = kImage};
    const BinImage second{.address = kImage + (1 << 20)};
    bins.bin(0, 0).clear(first, 0x11111111);
    stream.draw(3);
    bins.store(first).clear(first, 0x22222222).store(second);
    bench.run(stream.stream);
    EXPECT_EQ(bench.at(kImage + 4 * 70), 0xffffffffu);
    EXPECT_EQ(bench.at(kImage + (1 << 20) + 4 * 70), 0x22222222u);
    EXPECT_GT(bench.counter("STARVE_CYCLES_RB_RESOLVE"), 200u * 4);
}

TEST(TimedGmem, AnEventAfterAStoreComesWhenItIsDone) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    const BinImage image{.address = kImage, .width = 256};
    BinStream(stream, 256).area(0, 0, 255, 255).store(image);
    constexpr uint32_t kAllRendered = 22;
    stream.stream.command(Opcode::EventWrite, {kAllRendered, low(kData), high(kData), 77});
    stream.stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData), high(kData), 77, ~0u, 16});
    const uint64_t cycles = bench.run(stream.stream);
    EXPECT_GT(cycles, 256u * 256 * 4 / 64);
    EXPECT_EQ(bench.at(kData), 77u);
}

TEST(TimedGmem, AMoveWithoutABinIsAFindingAndNoMove) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    constexpr uint32_t kMoveEvent = 30;
    stream.event(kMoveEvent);
    bench.run(stream.stream);
    EXPECT_EQ(bench.reported().size(), 1u);
    EXPECT_EQ(bench.counter("MOVES_RESOLVE"), 0u);
}

TEST(TimedGmem, ImagesWithoutMemoryTakeNoTraffic) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    const BinImage image{.address = 0x2'0000'0000, .width = 256};
    BinStream(stream, 256).area(0, 0, 255, 255).store(image);
    EXPECT_LT(bench.run(stream.stream), 4000u);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_EQ(bench.counter("CCU0_WriteTransactions_MC") + bench.counter("CCU1_WriteTransactions_MC"), 0u);
}

TEST(TimedGmem, BlendingInGmemTakesNoMemoryAndItsWidth) {
    const auto timed = [](bool inGmem, const std::string& setting) {
        TimingBench bench({.parameters = {setting}});
        DrawStream stream(bench.memory);
        stream.vertices({{-1, -1, 0, 1, 1, 1, 1, 1}, {3, -1, 0, 1, 1, 1, 1, 1}, {-1, 3, 0, 1, 1, 1, 1, 1}});
        if (inGmem) BinStream(stream, DrawStream::kSize).bin(0, 0);
        stream.blend();
        for (int i = 0; i < 8; ++i) stream.draw(3);
        const uint64_t cycles = bench.run(stream.stream);
        return std::pair{cycles, bench.counter("READS_GMEM") + bench.counter("WRITES_GMEM")};
    };
    const auto [cycles, lines] = timed(true, "ADRENO.GmemBytesPerCycle=64");
    // Each line of 64x64 pixels once for each wave that has a part of it; all pixels are read and written 8 times.
    EXPECT_GE(lines, 8u * 2 * 64 * 64 * 4 / 64);
    EXPECT_GT(timed(true, "ADRENO.GmemBytesPerCycle=1").first, cycles + 1000);
    EXPECT_EQ(timed(false, "ADRENO.GmemBytesPerCycle=64").second, 0u);
}

TEST(TimedGmem, EachParameterChangesTheCycles) {
    const auto timed = [](const std::string& setting) {
        TimingBench bench({.parameters = {"ADRENO." + setting}});
        DrawStream stream(bench.memory);
        build({.name = "", .blends = true}, stream);
        const BinImage image{.address = kImage, .width = 256};
        BinStream(stream, 256).area(0, 0, 255, 63).load(image).store(image);
        return bench.run(stream.stream);
    };
    const uint64_t cycles = timed("ResolveParts=64");
    for (const char* const setting :
         {"GmemBytesPerCycle=32", "GmemLatency=30", "ResolveParts=2", "ResolveStartCycles=51"})
        EXPECT_NE(timed(setting), cycles) << setting;
}

TEST(TimedGmem, EveryChipDrawsBins) {
    for (const char* const chip : {"a618", "a630", "a635", "a640", "a650", "a660"}) {
        SCOPED_TRACE(chip);
        TimingBench bench({.chip = chip});
        DrawStream stream(bench.memory);
        build({.name = "", .samples = 4}, stream);
        EXPECT_GT(bench.run(stream.stream), 1000u);
        EXPECT_TRUE(bench.reported().empty());
        EXPECT_EQ(bench.counter("MOVES_RESOLVE"), 4u * 4);
    }
}

}  // namespace
}  // namespace cyclorama::adreno::test
