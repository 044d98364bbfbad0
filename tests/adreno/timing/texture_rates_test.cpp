// SPDX-License-Identifier: MIT
// Latencies and rates of texture units: not one cycle earlier, ready now. Published figures of an a640: ArchProbe
// (microsoft/ArchProbe, examples/adreno640/Google_Pixel_4), at 585 MHz.

#include <bit>
#include <utility>

#include "adreno/timing/texture_stream.h"

namespace cyclorama::adreno::test {
namespace {

std::string textOf(std::string_view line, unsigned times) {
    std::string text;
    for (unsigned i = 0; i < times; ++i) text += fmt::format("{}\n", line);
    return text;
}

constexpr ComputeSetup kFiber{.localSize = {1, 1, 1}};
constexpr ComputeSetup kNarrowWave{.localSize = {64, 1, 1}, .vectors = 8};
constexpr ComputeSetup kWideWave{.localSize = {128, 1, 1}, .width = 128, .vectors = 8};

struct Sampled {
    TestTexture texture;
    uint32_t sampler = kNearest;
};

/// Cycles of workgroups that execute a program with texture 0. c2.x is 1/64.
uint64_t cyclesOf(TimingBench& bench, const std::string& program, const ComputeSetup& setup, const Sampled& sampled,
                  uint32_t groups = 1) {
    ComputeStream stream = bench.stream();
    stream.program(program + "end", setup).constants(2, {std::bit_cast<uint32_t>(1.0f / 64), 0, 0, 0});
    loadTexture(stream.stream, TextureStage::Compute, 0, sampled.texture, sampled.sampler);
    stream.dispatch(groups);
    return bench.run(stream);
}

/// ArchProbe's ImageCacheHierarchyPChase: each texel has the number of the next one, `step` further on, and the last
/// ones that of one at the beginning.
uint64_t chase(TimingBench& bench, uint32_t texels, unsigned loads, uint32_t step = 1) {
    constexpr uint32_t kTexelBytes = 16;
    for (uint32_t i = 0; i < texels; ++i) bench.set(kTexels + i * uint64_t{kTexelBytes}, (i + step) % texels);
    return cyclesOf(
        bench,
        "mov.u32u32 r1.x, 0\nmov.u32u32 r1.y, 0\n(rpt5)nop\n" + textOf("(sy)isam (u32)(x)r1.x, r1.x, s#0, t#0", loads),
        kFiber, {.texture = rowOfTexels(kNumberTexels, texels, kTexelBytes)});
}

/// Cycles that each step of a chase takes once its texels were all read.
double cyclesOfStep(uint32_t texels, uint32_t step = 1, const std::vector<std::string>& parameters = {}) {
    const auto cycles = [&](unsigned rounds) {
        TimingBench bench({.parameters = parameters});
        return chase(bench, texels, rounds * texels, step);
    };
    return static_cast<double>(cycles(4) - cycles(2)) / (2 * texels);
}

TEST(TextureRates, TexelsOfTheFirstCacheComeIn76Cycles) {
    // ArchProbe: 130.07 ns for ranges up to 1024 bytes.
    EXPECT_EQ(cyclesOfStep(16), 76.0);
    EXPECT_EQ(cyclesOfStep(64), 76.0);
    EXPECT_EQ(cyclesOfStep(16, 1, {"ADRENO.TextureLatency=90"}), 90.0);
}

TEST(TextureRates, TexelsOfTheUnifiedCacheComeIn94Cycles) {
    // ArchProbe: 159.9 ns, 93.6 cycles, for ranges from 1072 bytes on.
    EXPECT_EQ(cyclesOfStep(67), 94.0);
    EXPECT_EQ(cyclesOfStep(256), 94.0);
    EXPECT_EQ(cyclesOfStep(67, 1, {"ADRENO.TextureMissLatency=100"}), 100.0);
}

TEST(TextureRates, ATexelTooManyMissesInOneOfTwoSets) {
    // ArchProbe: 85.2 cycles at 1040 and 1056 bytes, for steps of 16 bytes and of 32.
    EXPECT_NEAR(cyclesOfStep(65), 85.2, 0.5);
    EXPECT_NEAR(cyclesOfStep(66), 85.2, 0.5);
    EXPECT_NEAR(cyclesOfStep(65, 2), 85.2, 0.5);
    // Steps of 80 bytes visit a fifth of the texels.
    EXPECT_EQ(cyclesOfStep(65, 5), 76.0);
}

/// Cycles that a texture unit takes for each of the instructions of twelve waves.
double cyclesEach(std::string_view instruction, const ComputeSetup& setup, const Sampled& sampled,
                  const std::string& parameter = "UnitWaves=16") {
    constexpr uint32_t kWaves = 12;
    const auto cycles = [&](unsigned times) {
        TimingBench bench({.parameters = {"ADRENO.ShaderUnits=1", "ADRENO." + parameter}});
        return cyclesOf(bench,
                        "mov.f32f32 r1.x, (0.5)\nmov.f32f32 r1.y, (0.5)\nmov.f32f32 r1.z, (0.5)\n"
                        "mov.f32f32 r2.x, (0.5)\n(rpt5)nop\n" +
                            textOf(instruction, times),
                        setup, sampled, kWaves);
    };
    return static_cast<double>(cycles(96) - cycles(32)) / (64 * kWaves);
}

TestTexture squareOf(uint32_t format, uint32_t texelBytes, uint32_t levels = 1) {
    return {
        .format = format, .width = 64, .height = 64, .pitch = 64 * texelBytes, .levels = levels, .address = kTexels};
}

constexpr std::string_view kSample = "sam (f32)(xyzw)r4.x, r1.x, s#0, t#0";

TEST(TextureRates, QuadsOfPointsTakeACycleWhateverTheTexelsSize) {
    for (const auto& [format, bytes] : {std::pair{kByteTexels, 4u}, {kHalfTexels, 8u}, {kFloatTexels, 16u}}) {
        EXPECT_EQ(cyclesEach(kSample, kNarrowWave, {squareOf(format, bytes)}), 16.0);
        EXPECT_EQ(cyclesEach(kSample, kWideWave, {squareOf(format, bytes)}), 32.0);
    }
    EXPECT_EQ(cyclesEach(kSample, kNarrowWave, {squareOf(kByteTexels, 4)}, "TextureLanesPerCycle=8"), 8.0);
}

TEST(TextureRates, LinearFiltersTake64BytesOfTexelsACycle) {
    // 16 quads with four texels a lane.
    EXPECT_EQ(cyclesEach(kSample, kNarrowWave, {squareOf(kByteTexels, 4), kLinear}), 16.0);
    EXPECT_EQ(cyclesEach(kSample, kNarrowWave, {squareOf(kHalfTexels, 8), kLinear}), 2 * 16.0);
    EXPECT_EQ(cyclesEach(kSample, kNarrowWave, {squareOf(kFloatTexels, 16), kLinear}), 4 * 16.0);
    EXPECT_EQ(cyclesEach(kSample, kNarrowWave, {squareOf(kByteTexels, 4), kLinear}, "TextureFilterBytesPerCycle=32"),
              2 * 16.0);
}

TEST(TextureRates, TwoLevelsAndTwoSlicesTakeTwiceAsLong) {
    constexpr std::string_view kBetweenLevels = "saml (f32)(xyzw)r4.x, r1.x, r2.x, s#0, t#0";
    EXPECT_EQ(cyclesEach(kBetweenLevels, kNarrowWave, {squareOf(kByteTexels, 4, 3), kMixed}), 2 * 16.0);
    TestTexture volume = squareOf(kByteTexels, 4);
    volume.type = TextureType::ThreeDimensional;
    volume.depth = 4;
    volume.arrayPitch = 64 * 64 * 4;
    // The middle of four slices is between two of them.
    EXPECT_EQ(cyclesEach("sam.3d (f32)(xyzw)r4.x, r1.x, s#0, t#0", kNarrowWave, {volume, kLinear}), 2 * 16.0);
}

TEST(TextureRates, LinesOfAGroupBeyondFourTakeMoreCycles) {
    // Lanes 16 texels apart, each of which reads four texels in four lines: 16 lines a quad.
    const TestTexture texture{.format = kByteTexels, .width = 1024, .height = 2, .pitch = 4096, .address = kTexels};
    const auto cycles = [&](unsigned times, const std::string& lines) {
        TimingBench bench({.parameters = {"ADRENO.ShaderUnits=1", "ADRENO.TextureCacheSize=65536",
                                          "ADRENO.TextureCacheLinesPerCycle=" + lines}});
        // Coordinates (lane + 1) * 16 / 1024 in x, so between texels of two lines; between both rows in y.
        return cyclesOf(bench,
                        "cov.u32f32 r1.x, r0.x\nmov.f32f32 r1.y, (0.5)\n(rpt5)nop\nadd.f r1.x, r1.x, (1.0)\n"
                        "(rpt5)nop\nmul.f r1.x, r1.x, c2.x\n(rpt5)nop\n" +
                            textOf(kSample, times),
                        kNarrowWave, {texture, kLinear}, 12);
    };
    EXPECT_EQ(cycles(96, "4") - cycles(32, "4"), 12 * 64u * 16 * 4);
    EXPECT_EQ(cycles(96, "8") - cycles(32, "8"), 12 * 64u * 16 * 2);
}

TEST(TextureRates, LanesOfAWaveFollowEachOtherAtFourACycle) {
    // ArchProbe, ImageCachelineSize: two cycles more for each eight fibers that read a texel.
    const auto cycles = [](uint32_t lanes) {
        TimingBench bench;
        return cyclesOf(bench,
                        "mov.f32f32 r1.x, (0.5)\nmov.f32f32 r1.y, (0.5)\n(rpt5)nop\n" +
                            textOf("(sy)sam (f32)(xyzw)r4.x, r1.x, s#0, t#0", 64),
                        {.localSize = {lanes, 1, 1}, .vectors = 8}, {squareOf(kByteTexels, 4)});
    };
    EXPECT_EQ(cycles(16) - cycles(8), 2u * 64);
    EXPECT_EQ(cycles(64) - cycles(8), 14u * 64);
}

TEST(TextureRates, MissesAreJoinedByLinesOfTheUnifiedCache) {
    // 64 fibers read 64 texels of 16 bytes, side by side.
    TimingBench bench;
    cyclesOf(bench, "mov.u32u32 r1.x, r0.x\nmov.u32u32 r1.y, 0\n(rpt5)nop\nisam (u32)(xyzw)r4.x, r1.x, s#0, t#0\n",
             kNarrowWave, {rowOfTexels(kNumberTexels, 64, 16)});
    EXPECT_EQ(bench.counter("L1_CACHELINE_REQUESTS_TP"), 64u);
    EXPECT_EQ(bench.counter("L1_CACHELINE_MISSES_TP"), 64u);
    EXPECT_EQ(bench.counter("READ_REQUESTS_TP_UCHE"), 16u);
    EXPECT_EQ(bench.counter("OUTPUT_PIXELS_TP"), 64u);
    EXPECT_EQ(bench.counter("OUTPUT_PIXELS_POINT_TP"), 64u);
    EXPECT_EQ(bench.counter("READ_REQUESTS_SP_UCHE"), 0u);
}

TEST(TextureRates, LanesAreCountedByFilters) {
    const auto countOf = [](std::string_view instruction, const Sampled& sampled, std::string_view counter) {
        TimingBench bench;
        cyclesOf(bench,
                 "mov.f32f32 r1.x, (0.5)\nmov.f32f32 r1.y, (0.5)\nmov.f32f32 r2.x, (0.5)\n(rpt5)nop\n" +
                     textOf(instruction, 1),
                 kNarrowWave, sampled);
        EXPECT_EQ(bench.counter("OUTPUT_PIXELS_TP"), 64u);
        return bench.counter(counter);
    };
    EXPECT_EQ(countOf(kSample, {squareOf(kByteTexels, 4)}, "OUTPUT_PIXELS_POINT_TP"), 64u);
    for (const uint32_t format : {kByteTexels, kHalfTexels}) {
        EXPECT_EQ(countOf(kSample, {squareOf(format, 8), kLinear}, "OUTPUT_PIXELS_BILINEAR_TP"), 64u);
        EXPECT_EQ(countOf("saml (f32)(xyzw)r4.x, r1.x, r2.x, s#0, t#0", {squareOf(format, 8, 3), kMixed},
                          "OUTPUT_PIXELS_MIP_TP"),
                  64u);
    }
}

TEST(TextureRates, LaterWorkFindsTheCacheEmpty) {
    TimingBench bench;
    ComputeStream stream = bench.stream();
    stream.program(
        "mov.u32u32 r1.x, r0.x\nmov.u32u32 r1.y, 0\n(rpt5)nop\n"
        "isam (u32)(xyzw)r4.x, r1.x, s#0, t#0\n(sy)isam (u32)(xyzw)r4.x, r1.x, s#0, t#0\nend",
        kNarrowWave);
    loadTexture(stream.stream, TextureStage::Compute, 0, rowOfTexels(kNumberTexels, 64, 16), kNearest);
    for (unsigned i = 0; i < 3; ++i) stream.dispatch(1).waitForIdle();
    bench.run(stream);
    EXPECT_EQ(bench.counter("L1_CACHELINE_MISSES_TP"), 3 * 64u);
    EXPECT_EQ(bench.counter("LATENCY_TRANS_TP"), 6u);
}

TEST(TextureRates, FlagsOfCompressedTexturesAreReadFromLinesOfTheirOwn) {
    TestTexture texture{.format = kByteTexels, .width = 256, .height = 64, .pitch = 1024, .tileMode = TileMode::Tiled};
    texture.address = kTexels;
    TimingBench bench;
    // Pixels of one colour: a line a block.
    for (uint64_t i = 0; i < 64 * 1024; i += 4) bench.set(kTexels + i, 0x40302010);
    ComputeStream stream = bench.stream();
    // 64 fibers, each at a texel of another block of 16x4: 64 blocks, whose flags are one line.
    stream.program(
        "and.b r1.x, r0.x, 15\nshr.b r1.y, r0.x, 4\n(rpt5)nop\nshl.b r1.x, r1.x, 4\nshl.b r1.y, r1.y, 2\n"
        "(rpt5)nop\nisam (f32)(xyzw)r4.x, r1.x, s#0, t#0\nend",
        kNarrowWave);
    loadTexture(stream.stream, TextureStage::Compute, 0, texture, kNearest, kTexels + 0x80000);
    stream.dispatch(1);
    bench.run(stream);
    EXPECT_EQ(bench.counter("L1_CACHELINE_MISSES_TP"), 64u);
    EXPECT_EQ(bench.counter("FLAG_CACHE_REQUESTS_TP"), 16u) << "one line a quad";
    EXPECT_EQ(bench.counter("FLAG_CACHE_MISSES_TP"), 1u);
    EXPECT_EQ(bench.counter("READ_REQUESTS_TP_UCHE"), 64u + 1);
}

TEST(TextureRates, RangesOfTheUnifiedCacheAreReadAtItsRateAndOfTheFirstAtTheFilters) {
    // ArchProbe's ImageBandwidth: 332 bytes a cycle within 1 KiB, 170 beyond, of 384 and 176 that there could be.
    const auto bytesPerCycle = [](uint32_t texels) {
        TimingBench bench;
        const auto cycles = [&](unsigned rounds) {
            ComputeStream stream = bench.stream();
            // Each workgroup begins elsewhere.
            stream.program(
                "mov.u32u32 r1.y, 0\nmov.u32u32 r2.x, r48.x\n(rpt5)nop\nmul.u24 r1.x, r2.x, 192\n(rpt5)nop\nadd.u "
                "r1.x, r1.x, r0.x\n(rpt5)nop\n" +
                    textOf("and.b r1.x, r1.x, c2.x\n(rpt5)nop\nisam (u32)(xyzw)r4.x, r1.x, s#0, t#0\n"
                           "(ss)add.u r1.x, r1.x, 64\n(rpt5)nop",
                           rounds) +
                    "end",
                {.localSize = {64, 1, 1}, .vectors = 8});
            stream.constants(2, {texels - 1, 0, 0, 0});
            loadTexture(stream.stream, TextureStage::Compute, 0, rowOfTexels(kNumberTexels, texels, 16), kNearest);
            stream.dispatch(96).waitForIdle();
            return bench.run(stream);
        };
        cycles(64);
        const uint64_t few = cycles(64);
        return 96.0 * 64 * 16 * 64 / static_cast<double>(cycles(128) - few);
    };
    EXPECT_NEAR(bytesPerCycle(32), 332, 0.16 * 332);
    EXPECT_NEAR(bytesPerCycle(512), 170, 0.1 * 170);
    EXPECT_NEAR(bytesPerCycle(512), bytesPerCycle(4096), 5);
}

/// Lanes that read texels far from each other, of a compressed texture.
uint64_t cyclesWithTextures(const std::string& setting) {
    TimingBench bench({.parameters = {"ADRENO." + setting}});
    ComputeStream stream = bench.stream();
    stream.program("cov.u32f32 r1.x, r0.x\nmov.f32f32 r1.y, (0.5)\n(rpt5)nop\nmul.f r1.x, r1.x, c2.x\n(rpt5)nop\n" +
                       textOf("sam (f32)(xyzw)r4.x, r1.x, s#0, t#0\n(sy)mul.f r1.x, r1.x, (0.5)\n(rpt5)nop", 6) + "end",
                   {.localSize = {64, 1, 1}, .vectors = 8});
    stream.constants(2, {std::bit_cast<uint32_t>(1.0f / 64), 0, 0, 0});
    TestTexture texture{.format = kHalfTexels, .width = 1024, .height = 64, .pitch = 8192, .tileMode = TileMode::Tiled};
    texture.address = kTexels;
    // Texels by chance, whose blocks are not smaller.
    for (uint32_t i = 0; i < texture.pitch * texture.height; i += 4) bench.set(kTexels + i, i * i * 0x9e3779b9);
    loadTexture(stream.stream, TextureStage::Compute, 0, texture, kLinear, kTexels + 0x80000);
    stream.dispatch(24).waitForIdle();
    return bench.run(stream);
}

TEST(TextureRates, EachParameterChangesTheCycles) {
    const uint64_t cycles = cyclesWithTextures("TextureLatency=76");
    for (const char* const setting :
         {"TextureLanesPerCycle=8", "TextureLatency=80", "TextureMissLatency=120", "TextureCacheSize=512",
          "TextureCacheLine=32", "TextureCacheWays=1", "TextureCacheLinesPerCycle=1", "TextureFilterBytesPerCycle=16",
          "TextureMisses=1", "TextureQueue=1", "TextureFlagLines=1"})
        EXPECT_NE(cyclesWithTextures(setting), cycles) << setting;
}

}  // namespace
}  // namespace cyclorama::adreno::test
