// SPDX-License-Identifier: MIT
// Compressed images (UBWC) in time: draws to memory, moves of bins, blits and textures. Memory as the functional
// machine leaves it, the lines that blocks take by their pixels, and fewer bytes than without flags.

#include "adreno/timing/blit_stream.h"
#include "adreno/timing/both_machines.h"
#include "adreno/timing/gmem_stream.h"
#include "adreno/timing/texture_stream.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kColorFlags = kData + 0x600000;
constexpr uint64_t kDepthFlags = kData + 0x610000;
constexpr uint64_t kCompressedImage = kData + 0x800000;
constexpr uint64_t kCompressedImageFlags = kData + 0x620000;
constexpr uint32_t kFlushColors = 29;
constexpr uint32_t kFlushDepth = 28;
constexpr uint32_t kBlocks = DrawStream::kSize * DrawStream::kSize / 64;  ///< of a target

/// A drawing of a test, with flags or without.
struct Drawing {
    std::string name;
    void (*draw)(DrawStream& stream);
};

void drawTriangles(DrawStream& stream) {
    stream.vertices(randomVertices(90));
    stream.depthTest().draw(90);
}

void drawBlended(DrawStream& stream) {
    stream.vertices(randomVertices(60));
    stream.depthTest().testsLate().blend().draw(60);
}

/// One colour at one depth.
void drawRectangle(DrawStream& stream) {
    stream.vertices(
        {{-1, -1, 0.5f, 1, 1, 0.5f, 0, 1}, {3, -1, 0.5f, 1, 1, 0.5f, 0, 1}, {-1, 3, 0.5f, 1, 1, 0.5f, 0, 1}});
    stream.depthTest().draw(3);
}

/// Each draw writes a part of blocks that are in memory.
void drawAfterFlushes(DrawStream& stream) {
    stream.vertices(randomVertices(90));
    for (uint32_t i = 0; i < 3; ++i) {
        stream.depthTest(6).draw(30 * (i + 1));
        stream.event(kFlushColors).event(kFlushDepth).waitForIdle();
        stream.event(24).event(25);  // invalidations
    }
}

std::vector<Drawing> drawings() {
    return {{"triangles", drawTriangles},
            {"blended", drawBlended},
            {"one colour", drawRectangle},
            {"flushes", drawAfterFlushes}};
}

void build(const Drawing& drawing, bool compressed, DrawStream& stream) {
    stream.set("RB_MRT[].BUF_INFO/COLOR_TILE_MODE"_field, 3);
    if (compressed) {
        stream.set("RB_RENDER_CNTL/FLAG_MRTS"_field, 1);
        stream.set("RB_RENDER_CNTL/FLAG_DEPTH"_field, 1);
        stream.setAddress("RB_MRT_FLAG_BUFFER[].ADDR"_reg, kColorFlags);
        stream.setAddress("RB_DEPTH_FLAG_BUFFER_BASE"_reg, kDepthFlags);
    }
    drawing.draw(stream);
    stream.event(kFlushColors).event(kFlushDepth).waitForIdle();
}

/// Bytes that the caches of colours and depth, and the unified one, have moved.
uint64_t bytesOf(TimingBench& bench, std::string_view unit) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < 2; ++i)
        for (const char* const direction : {"Read", "Write"})
            bytes += bench.counter(fmt::format("{}{}_{}Bytes_MC", unit, i, direction));
    return bytes;
}

TEST(TimedCompression, DrawsLeaveTheFunctionalMachinesMemoryAndMoveFewerBytesOfPlainPictures) {
    for (const Drawing& drawing : drawings()) {
        SCOPED_TRACE(drawing.name);
        std::array<uint64_t, 2> bytes{};
        for (const bool compressed : {false, true}) {
            BothMachines machines([&](DrawStream& stream) { build(drawing, compressed, stream); });
            EXPECT_TRUE(machines.leftTheSame(kData, 0xc00000)) << compressed;
            machines.expectSameFindings();
            bytes[compressed ? 1 : 0] = bytesOf(machines.timed, "CCU");
        }
        // Small triangles of many colours: blocks are not smaller, and written whole.
        if (drawing.draw == drawRectangle)
            EXPECT_LT(bytes[1], bytes[0] / 3);
        else
            EXPECT_LT(bytes[1], bytes[0] * 5 / 4);
    }
}

TEST(TimedCompression, ARectangleOfOneColourWritesASectorABlockAndItsFlags) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    build({"", drawRectangle}, true, stream);
    bench.run(stream.stream);
    EXPECT_EQ(bench.counter("COLOR_WRITE_FLAG1_CCU"), kBlocks);
    EXPECT_EQ(bench.counter("DEPTH_WRITE_FLAG1_CCU"), kBlocks);
    // The flags of each target are a line, which both pairs of caches have: read, and the sectors with written flags.
    EXPECT_EQ(bench.counter("FLAG_FETCH_CCU"), 2u * 2);
    const uint64_t payload = 2 * kBlocks * 32u;
    EXPECT_EQ(bytesOf(bench, "CCU"), payload + kBlocks * 64u + 2 * 2 * 128u) << "a line of depths is read before";
}

TEST(TimedCompression, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    for (const Drawing& drawing : drawings()) {
        SCOPED_TRACE(drawing.name);
        const auto countsWith = [&drawing](const sim::SimulationSettings& settings) {
            TimingBench bench({.parameters = {"ADRENO.CcuFlagLines=1", "ADRENO.CcuSize=1"}, .simulation = settings});
            DrawStream stream(bench.memory);
            build(drawing, true, stream);
            const uint64_t cycles = bench.run(stream.stream);
            return std::array{cycles, bench.counter("BUSY_CYCLES_CCU"), bench.counter("STALL_CYCLES_CCU"),
                              bench.counter("STARVE_CYCLES_FLAG_RETURN_CCU"), bytesOf(bench, "CCU")};
        };
        const auto expected = countsWith({});
        EXPECT_GT(expected[3], 0u);
        EXPECT_EQ(countsWith({.sleeping = false}), expected);
        EXPECT_EQ(countsWith({.reverseOrder = true}), expected);
        EXPECT_EQ(countsWith({.sleeping = false, .reverseOrder = true}), expected);
    }
}

/// A bin as large as its image, which is loaded or cleared and stored, with flags or without.
uint64_t bytesOfBin(bool compressed, bool loads, uint32_t color) {
    TimingBench bench;
    for (uint32_t i = 0; i < DrawStream::kSize * DrawStream::kSize; ++i) bench.set(kCompressedImage + 4 * i, color);
    DrawStream stream(bench.memory);
    BinStream bins(stream, DrawStream::kSize);
    const BinImage image{.address = kCompressedImage};
    const auto setImage = [&] {
        stream.set("RB_BLIT_DST_INFO/TILE_MODE"_field, 3);
        if (!compressed) return;
        stream.set("RB_BLIT_DST_INFO/FLAGS"_field, 1);
        stream.setAddress("RB_BLIT_FLAG_DST"_reg, kCompressedImageFlags);
    };
    setImage();
    bins.bin(0, 0);
    loads ? bins.load(image) : bins.clear(image, color);
    setImage();
    if (!loads) bins.store(image);
    stream.waitForIdle();
    bench.run(stream.stream);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{});
    return bytesOf(bench, "CCU");
}

TEST(TimedCompression, MovesOfBinsHaveTheSectorsOfTheirBlocksAndALineOfFlags) {
    constexpr uint32_t kOther = 0x40302010;
    // A load reads whole lines, a store writes sectors.
    EXPECT_EQ(bytesOfBin(false, true, kOther), kBlocks * 256u);
    EXPECT_EQ(bytesOfBin(true, true, kOther), kBlocks * 64u + 64);
    EXPECT_EQ(bytesOfBin(true, true, 0), 64u);
    EXPECT_EQ(bytesOfBin(false, false, kOther), kBlocks * 256u);
    EXPECT_EQ(bytesOfBin(true, false, kOther), kBlocks * 32u + 64);
    EXPECT_EQ(bytesOfBin(true, false, 0), 64u);
}

TEST(TimedCompression, BlitsReadAndWriteTheSectorsOfTheirBlocks) {
    // 64x64 texels of one colour, compressed at either end.
    const auto bytes = [](bool source, bool target) {
        TimingBench bench;
        for (uint32_t i = 0; i < 64 * 64; ++i) bench.set(kCompressedImage + 4 * i, 0x40302010);
        BlitStream stream;
        BlitSide from{.address = kCompressedImage, .pitch = 256, .width = 64, .height = 64, .tiled = true};
        BlitSide to = from;
        to.address = kCompressedImage + 0x100000;
        if (source) from.flags = kCompressedImageFlags;
        if (target) to.flags = kColorFlags;
        stream.copy(from, to).event(kFlushColors).waitForIdle();
        bench.run(stream.stream);
        for (uint32_t i = 0; i < 64 * 64; ++i) EXPECT_EQ(bench.at(to.address + 4 * i), 0x40302010u);
        const uint64_t ofPageTables = 64 * bench.counter("PAGE_WALKS_UCHE");
        return std::pair{bytesOf(bench, "UCHE") - ofPageTables, bytesOf(bench, "CCU")};
    };
    EXPECT_EQ(bytes(false, false), (std::pair<uint64_t, uint64_t>{kBlocks * 256, kBlocks * 256}));
    EXPECT_EQ(bytes(true, false), (std::pair<uint64_t, uint64_t>{kBlocks * 64 + 64, kBlocks * 256}));
    // Both pairs of caches have the line of flags.
    EXPECT_EQ(bytes(false, true), (std::pair<uint64_t, uint64_t>{kBlocks * 256, kBlocks * 32 + 2 * 128}));
}

TEST(TimedCompression, TexturesReadTheLinesOfTheirBlocks) {
    // Each of 64 fibers reads a texel of another block; then all texels of four blocks are read.
    const auto lines = [](uint32_t color, uint32_t first, bool all) {
        TestTexture texture{
            .format = kByteTexels, .width = 256, .height = 64, .pitch = 1024, .tileMode = TileMode::Tiled};
        texture.address = kTexels;
        TimingBench bench;
        for (uint64_t i = 0; i < 64 * 1024; i += 4) bench.set(kTexels + i, i % 256 == 0 ? first : color);
        ComputeStream stream = bench.stream();
        const std::string place = all ? "and.b r1.x, r0.x, 15\nshr.b r1.y, r0.x, 4\n(rpt5)nop\n"
                                      : "and.b r1.x, r0.x, 15\nshr.b r1.y, r0.x, 4\n(rpt5)nop\nshl.b r1.x, r1.x, 4\n"
                                        "shl.b r1.y, r1.y, 2\n(rpt5)nop\n";
        stream.program(place + "isam (f32)(xyzw)r4.x, r1.x, s#0, t#0\nend", {.localSize = {64, 1, 1}, .vectors = 8});
        loadTexture(stream.stream, TextureStage::Compute, 0, texture, kNearest, kTexels + 0x80000);
        stream.dispatch(1);
        bench.run(stream);
        return bench.counter("READ_REQUESTS_TP_UCHE");
    };
    EXPECT_EQ(lines(0, 0, false), 1u) << "the flags alone";
    EXPECT_EQ(lines(0x40302010, 0x40302010, false), 64u + 1);
    EXPECT_EQ(lines(0x7fffffff, 0, false), 64u + 1);
    // One block of 16x4 texels: of one colour a line, which several misses ask for; noise four lines.
    EXPECT_GE(lines(0x40302010, 0x40302010, true), 2u);
    EXPECT_EQ(lines(0, 0, true), 1u);
}

/// Cycles of an a660 that reads all texels of an image of 512x512 colours with flags.
uint64_t cyclesOfImage(uint32_t (*color)(uint32_t x, uint32_t y)) {
    constexpr uint32_t kSide = 512;
    TestTexture texture{
        .format = kByteTexels, .width = kSide, .height = kSide, .pitch = kSide * 4, .tileMode = TileMode::Tiled};
    texture.address = kTexels;
    const SurfaceView view({.address = kTexels,
                            .format = findSurfaceFormat(kByteTexels),
                            .tileMode = TileMode::Tiled,
                            .width = kSide,
                            .height = kSide,
                            .pitch = kSide * 4,
                            .banks = banksOf(chipOf(chipConfiguration("a660")))});
    TimingBench bench({.chip = "a660"});
    for (uint32_t y = 0; y < kSide; ++y)
        for (uint32_t x = 0; x < kSide; ++x) bench.set(kTexels + view.offset(x, y), color(x, y));
    ComputeStream stream = bench.stream();
    // Fibers take four means of 2x2 texels each, one below the other, by a linear filter.
    std::string program =
        "shl.b r1.x, r48.x, 6\nshl.b r1.y, r48.y, 2\n(rpt5)nop\nadd.u r1.x, r1.x, r0.x\n(rpt5)nop\n"
        "cov.u32f32 r1.x, r1.x\ncov.u32f32 r1.y, r1.y\n(rpt5)nop\n"
        "mul.f r1.x, r1.x, c2.x\nmul.f r1.y, r1.y, c2.x\n(rpt5)nop\n"
        "add.f r1.x, r1.x, c2.y\nadd.f r1.y, r1.y, c2.y\n(rpt5)nop\n";
    for (uint32_t i = 0; i < 3; ++i)
        program += fmt::format("mov.f32f32 r{1}.x, r1.x\nadd.f r{1}.y, r{0}.y, c2.x\n(rpt5)nop\n", 1 + i, 2 + i);
    for (uint32_t i = 0; i < 4; ++i) program += fmt::format("sam (f32)(xyzw)r{}.x, r{}.x, s#0, t#0\n", 5 + i, 1 + i);
    stream.program(program + "end", {.localSize = {64, 1, 1}, .vectors = 10});
    stream.constants(2, {std::bit_cast<uint32_t>(2.0f / kSide), std::bit_cast<uint32_t>(1.0f / kSide), 0, 0});
    loadTexture(stream.stream, TextureStage::Compute, 0, texture, kLinear, kTexels + 0x400000);
    stream.dispatch(kSide / 2 / 64, kSide / 2 / 4);
    return bench.run(stream);
}

/// A colour by chance for each square.
template <uint32_t Square>
uint32_t noise(uint32_t x, uint32_t y) {
    uint64_t number = (uint64_t{x / Square} << 32 | y / Square) + 1;
    for (uint32_t i = 0; i < 3; ++i) number = (number ^ number >> 29) * 0xbf58476d1ce4e5b9u;
    return static_cast<uint32_t>(number >> 32) | 0xff000000u;
}

TEST(TimedCompression, ImagesAreReadInTheOrderAndAboutTheRatiosOfAnA660) {
    // azhirnov, Adreno 660: a reduction of an image to a fourth, 42 ms with noise in each pixel.
    struct Published {
        const char* name;
        uint32_t (*color)(uint32_t x, uint32_t y);
        double milliseconds;
    };
    constexpr double kNoise = 42;
    const auto noisy = static_cast<double>(cyclesOfImage(noise<1>));
    double before = 1.01;
    for (const Published& each : {Published{"squares of 4", noise<4>, 32}, Published{"squares of 8", noise<8>, 29},
                                  Published{"squares of 16", noise<16>, 22},
                                  Published{"one colour", [](uint32_t, uint32_t) { return 0xff0000ffu; }, 10.4}}) {
        const double ratio = static_cast<double>(cyclesOfImage(each.color)) / noisy;
        EXPECT_NEAR(ratio, each.milliseconds / kNoise, 0.2) << each.name << ", cycles of noise: " << noisy;
        EXPECT_LT(ratio, before) << each.name;
        before = ratio + 0.02;
    }
}

}  // namespace
}  // namespace cyclorama::adreno::test
