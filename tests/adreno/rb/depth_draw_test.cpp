// SPDX-License-Identifier: MIT
// Depth, stencil, depth bounds, kill and what programs write of them, before and after the program.

#include <random>

#include "adreno/fragment/render_bench.h"

namespace cyclorama::adreno {
namespace {

using test::RenderBench;

constexpr uint32_t kLess = 1;
constexpr uint32_t kAlways = 7;

/// A target of colours, depth, and a white program; tests are not on.
struct DepthBench : RenderBench {
    explicit DepthBench(DepthFormat format) {
        colorTarget(0, 0x30);
        depthTarget(format);
        program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
    }
    void testDepth(uint32_t function, bool writes = true) {
        set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, writes ? 1 : 0);
        set("RB_DEPTH_CNTL/ZFUNC"_field, function);
    }
    void late(bool isLate) { set("RB_DEPTH_PLANE_CNTL/Z_MODE"_field, isLate ? 1 : 0); }
    uint32_t depthWordAt(uint32_t x, uint32_t y, uint32_t bytes) const {
        const uint64_t base = kDepth;
        const SurfaceView view({.address = base,
                                .format = findSurfaceFormat(bytes == 2 ? 0x15 : 0x4a),
                                .tileMode = TileMode::Tiled,
                                .width = kSize,
                                .height = kSize,
                                .pitch = kPitch * 4,
                                .banks = banksOf(chip)});
        const uint64_t address = base + view.offset(x, y);
        return bytes == 2 ? memory.load<uint16_t>(address).value_or(0) : memory.load<uint32_t>(address).value_or(0);
    }
};

TEST(DepthDraw, StoresTheNearestValueOfEachFormat) {
    struct Case {
        DepthFormat format;
        uint32_t bytes;
        uint32_t word;
    };
    for (const Case& one : {Case{DepthFormat::Unorm16, 2, 0x4000}, Case{DepthFormat::Unorm24Stencil8, 4, 0x400000},
                            Case{DepthFormat::Float32, 4, std::bit_cast<uint32_t>(0.25f)}}) {
        for (const bool late : {false, true}) {
            DepthBench bench(one.format);
            bench.testDepth(kAlways);
            bench.late(late);
            bench.drawAll(0.25f);
            EXPECT_EQ(bench.depthWordAt(33, 21, one.bytes), one.word) << one.bytes;
            EXPECT_EQ(bench.findingsText(), "");
        }
    }
}

TEST(DepthDraw, KeepsTheNearerSurface) {
    for (const DepthFormat format : {DepthFormat::Unorm16, DepthFormat::Unorm24Stencil8, DepthFormat::Float32}) {
        DepthBench bench(format);
        bench.testDepth(kAlways);
        bench.drawAll(0.5f);
        bench.testDepth(kLess);
        bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
        const uint64_t before = bench.counters.samplesPassed;
        // A plane from depth 0 at the left to 1 at the right of 64 pixels: in front of half of the target.
        bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 2, 1}, {-1, 3, 0, 1}});
        for (const uint32_t x : {0u, 31u, 32u, 63u}) EXPECT_EQ(bench.texel(x, 50), x < 32 ? 0xff0000ff : ~0u) << x;
        EXPECT_EQ(bench.counters.samplesPassed - before, 32u * 64);
    }
}

TEST(DepthDraw, ProgramsThatDoNothingCount) {
    for (const bool late : {false, true}) {
        DepthBench bench(DepthFormat::Float32);
        bench.set("RB_FS_OUTPUT_CNTL1/MRT"_field, 0);
        bench.program("nop\nend");
        bench.testDepth(kLess);
        bench.late(late);
        bench.counters.start(StatisticGroup::Fragments);
        bench.drawAll(0.25f);
        EXPECT_EQ(bench.depthWordAt(33, 21, 4), 0u) << "behind zero";
        bench.testDepth(kAlways);
        bench.drawAll(0.5f);
        EXPECT_EQ(bench.depthWordAt(33, 21, 4), std::bit_cast<uint32_t>(0.5f));
        EXPECT_EQ(bench.counters.samplesPassed, 64u * 64);
        const auto number = static_cast<uint32_t>(PipelineStatistic::FragmentInvocations);
        EXPECT_EQ(bench.counters.statistic(number), (late ? 2u : 1u) * 64 * 64);
    }
}

TEST(DepthDraw, OffsetsAndClampsPolygons) {
    DepthBench bench(DepthFormat::Unorm24Stencil8);
    bench.testDepth(kAlways);
    bench.set("GRAS_SU_CNTL/POLY_OFFSET"_field, 1);
    bench.setReal("GRAS_SU_POLY_OFFSET_OFFSET"_reg, 1024.0f);
    bench.setReal("GRAS_SU_POLY_OFFSET_SCALE"_reg, 2.0f);
    bench.drawAll(0.5f);
    EXPECT_NEAR(bench.depthWordAt(9, 9, 4), (0.5 + 1024 * 0x1p-24) * 0xffffff, 1.0);
    // dz/dx is 1/64.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 2, 1}, {-1, 3, 0, 1}});
    EXPECT_NEAR(bench.depthWordAt(9, 9, 4), (9.5 / 64 + 2.0 / 64 + 1024 * 0x1p-24) * 0xffffff, 1.0);
    bench.setReal("GRAS_SU_POLY_OFFSET_OFFSET_CLAMP"_reg, 0.001f);
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 2, 1}, {-1, 3, 0, 1}});
    EXPECT_NEAR(bench.depthWordAt(9, 9, 4), (9.5 / 64 + 0.001) * 0xffffff, 2.0);
}

/// An offset of one unit gives another depth wherever the polygon lies (OpenGL ES 3.2, 13.7.2: r), also half way
/// between two.
TEST(DepthDraw, TellsOffsetsOfOneUnitApart) {
    for (const DepthFormat format : {DepthFormat::Unorm16, DepthFormat::Unorm24Stencil8}) {
        DepthBench bench(format);
        bench.testDepth(kAlways);
        bench.set("GRAS_SU_CNTL/POLY_OFFSET"_field, 1);
        const uint32_t bytes = format == DepthFormat::Unorm16 ? 2 : 4;
        const auto depthWith = [&](float units) {
            bench.setReal("GRAS_SU_POLY_OFFSET_OFFSET"_reg, units);
            bench.drawAll(0.5f);
            return bench.depthWordAt(9, 9, bytes) & 0xffffff;
        };
        const uint32_t middle = depthWith(0.0f);
        EXPECT_EQ(depthWith(1.0f), middle + 1);
        EXPECT_EQ(depthWith(-1.0f), middle - 1);
    }
}

TEST(DepthDraw, DropsOrClampsWhatIsBeyondThePlanes) {
    DepthBench bench(DepthFormat::Float32);
    bench.testDepth(kAlways);
    const std::vector<test::TestVertex> slope = {{-1, -1, -1, 1}, {3, -1, 3, 1}, {-1, 3, -1, 1}};
    bench.draw(PrimitiveTopology::Triangles, slope);
    // z = 2 x / 64 - 1.
    EXPECT_EQ(bench.texel(31, 5), 0u);
    EXPECT_EQ(bench.texel(32, 5), ~0u);
    EXPECT_EQ(bench.texel(63, 5), ~0u);
    bench.set("GRAS_CL_CNTL/ZNEAR_CLIP_DISABLE"_field, 1);
    bench.set("GRAS_CL_CNTL/ZFAR_CLIP_DISABLE"_field, 1);
    bench.set("GRAS_CL_CNTL/Z_CLAMP_ENABLE"_field, 1);
    bench.setReal("GRAS_CL_Z_CLAMP[].MIN"_reg, 0.25f);
    bench.draw(PrimitiveTopology::Triangles, slope);
    EXPECT_EQ(bench.depthWordAt(3, 5, 4), std::bit_cast<uint32_t>(0.25f));
    EXPECT_EQ(bench.texel(3, 5), ~0u);
}

TEST(DepthDraw, StencilCountsAndIsTestedApart) {
    for (const bool separate : {false, true}) {
        DepthBench bench(separate ? DepthFormat::Float32 : DepthFormat::Unorm24Stencil8);
        bench.set("RB_STENCIL_INFO/SEPARATE_STENCIL"_field, separate ? 1 : 0);
        bench.set("RB_STENCIL_BUFFER_PITCH"_reg, RenderBench::kPitch >> 6);
        bench.setAddress("RB_STENCIL_BUFFER_BASE"_reg, RenderBench::kStencil);
        bench.set("RB_STENCIL_CONTROL/STENCIL_ENABLE"_field, 1);
        bench.set("RB_STENCIL_CONTROL/FUNC"_field, kAlways);
        bench.set("RB_STENCIL_CONTROL/ZPASS"_field, 6);  // incremented
        bench.set("RB_STENCILMASK/MASK"_field, 0xff);
        bench.set("RB_STENCILWRMASK/WRMASK"_field, 0xff);
        bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {0, -1, 0, 1}, {-1, 0, 0, 1}});
        bench.set("RB_STENCIL_CONTROL/FUNC"_field, 2);  // equal
        bench.set("RB_STENCILREF/REF"_field, 1);
        bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
        bench.drawAll();
        EXPECT_EQ(bench.texel(1, 1), 0xff0000ffu);
        EXPECT_EQ(bench.texel(60, 60), 0u);
        if (!separate) {
            EXPECT_EQ(bench.depthWordAt(1, 1, 4), 0x02000000u);
        }
        EXPECT_EQ(bench.findingsText(), "");
    }
}

TEST(DepthDraw, BoundsLookAtTheStoredDepth) {
    DepthBench bench(DepthFormat::Unorm16);
    bench.testDepth(kAlways);
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 2, 1}, {-1, 3, 0, 1}});
    bench.testDepth(kAlways, false);
    bench.set("RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field, 1);
    bench.setReal("RB_Z_BOUNDS_MIN"_reg, 0.25f);
    bench.setReal("RB_Z_BOUNDS_MAX"_reg, 0.5f);
    bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    bench.drawAll(0.9f);
    for (const uint32_t x : {15u, 16u, 31u, 32u})
        EXPECT_EQ(bench.texel(x, 7), x >= 16 && x < 32 ? 0xff0000ff : ~0u) << x;
}

/// 0.5 has no word of 24 bits: bounds are rounded as depths are.
TEST(DepthDraw, DepthsAreWithinBoundsOfTheirValue) {
    for (const bool least : {false, true}) {
        DepthBench bench(DepthFormat::Unorm24Stencil8);
        bench.testDepth(kAlways);
        bench.drawAll(0.5f);
        bench.testDepth(kAlways, false);
        bench.set("RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field, 1);
        bench.setReal("RB_Z_BOUNDS_MIN"_reg, least ? 0.5f : 0.0f);
        bench.setReal("RB_Z_BOUNDS_MAX"_reg, least ? 1.0f : 0.5f);
        bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
        bench.drawAll(0.9f);
        EXPECT_EQ(bench.texel(15, 7), 0xff0000ffu) << least;
    }
}

TEST(DepthDraw, KilledFragmentsLeaveNothingBehindLateTests) {
    DepthBench bench(DepthFormat::Float32);
    bench.testDepth(kAlways);
    bench.late(true);
    bench.set("HLSQ_CONTROL_4_REG/XYCOORDREGID"_field, 8);
    // Even columns: x / 16 has no lowest bit.
    bench.program(
        "and.b r1.x, r2.x, 16\nnop\nnop\ncmps.u.eq p0.x, r1.x, 0\nmov.f32f32 r0.x, (1.0)\n"
        "mov.f32f32 r0.y, (1.0)\nmov.f32f32 r0.z, (1.0)\nmov.f32f32 r0.w, (1.0)\nnop\nnop\nkill p0.x\nend");
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.texel(8, 3), 0u);
    EXPECT_EQ(bench.texel(9, 3), ~0u);
    EXPECT_EQ(bench.depthWordAt(8, 3, 4), 0u);
    EXPECT_EQ(bench.depthWordAt(9, 3, 4), std::bit_cast<uint32_t>(0.5f));
    EXPECT_EQ(bench.counters.samplesPassed, 32u * 64);
}

TEST(DepthDraw, ProgramsWriteDepth) {
    DepthBench bench(DepthFormat::Float32);
    bench.testDepth(kAlways);
    bench.late(true);
    bench.program("mov.f32f32 r1.x, (0.75)\nend");
    bench.set("SP_FS_OUTPUT_CNTL0/DEPTH_REGID"_field, 4);
    bench.drawAll(0.1f);
    EXPECT_EQ(bench.depthWordAt(8, 3, 4), std::bit_cast<uint32_t>(0.75f));
}

TEST(DepthDraw, ReportsWhatThereIsNot) {
    DepthBench bench(static_cast<DepthFormat>(3));
    bench.testDepth(kLess);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.findingsText(), "depth-format-unknown: format 3\n");
    EXPECT_EQ(bench.texel(4, 4), ~0u) << "tests are left out";
    DepthBench samples(DepthFormat::Float32);
    samples.samples(3);
    samples.drawAll();
    EXPECT_EQ(samples.findingsText(), "samples-not-drawn: \n");
    DepthBench varying(DepthFormat::Float32);
    varying.program("flat.b r0.x, 5, r2.x\nend");
    varying.drawAll();
    EXPECT_EQ(varying.findingsText(), "fragment-input-undefined: \n");
}

/// Blocks of rows on the chip, which are tested at once, and the same pixels in tiles, quad by quad: triangles that
/// cover them wholly and in part, pass everywhere, in places and nowhere.
TEST(DepthDraw, WholeBlocksOnTheChipAreTestedAsQuadsInTiles) {
    const std::vector<uint32_t> start(size_t{RenderBench::kSize} * RenderBench::kSize, 0xa5c00000);
    for (const DepthFormat format : {DepthFormat::Unorm24Stencil8, DepthFormat::Float32}) {
        for (const bool writes : {true, false}) {
            DepthBench chip(format);
            DepthBench tiles(format);
            chip.set("RB_FS_OUTPUT_CNTL1/MRT"_field, 0);
            chip.set("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 0);
            chip.set("RB_BIN_CONTROL/BINW"_field, 2);
            chip.set("RB_BIN_CONTROL/BINH"_field, 4);
            const func::Address onChip(func::MemoryKind::OnChip, 0);
            ASSERT_TRUE(chip.memory.write(onChip, std::as_bytes(std::span(start))));
            const uint64_t inTiles = RenderBench::kDepth;
            for (uint64_t row = 0; row < RenderBench::kSize; ++row)
                ASSERT_TRUE(tiles.memory.write(inTiles + row * RenderBench::kPitch * 4,
                                               std::as_bytes(std::span(start)).first(RenderBench::kPitch * 4)));
            for (DepthBench* const bench : {&chip, &tiles}) {
                bench->testDepth(kAlways, writes);
                bench->draw(PrimitiveTopology::Triangles, {{-1, -1, 0.9f, 1}, {3, -1, 0.1f, 1}, {-1, 3, 0.4f, 1}});
                bench->testDepth(kLess, writes);
                bench->draw(PrimitiveTopology::Triangles,
                            {{-1, -1, 0.2f, 1}, {0.9f, -0.8f, 0.7f, 1}, {-0.4f, 1, 0.3f, 1}});
                bench->draw(PrimitiveTopology::Triangles, {{1, 1, 0.1f, 1}, {-1, 1, 0.6f, 1}, {0.3f, -1, 0.5f, 1}});
                EXPECT_EQ(bench->findingsText(), "");
            }
            EXPECT_EQ(chip.counters.samplesPassed, tiles.counters.samplesPassed);
            for (uint32_t y = 0; y < RenderBench::kSize; ++y)
                for (uint32_t x = 0; x < RenderBench::kSize; ++x) {
                    const uint64_t place = (uint64_t{y} * RenderBench::kSize + x) * sizeof(uint32_t);
                    const uint32_t word =
                        chip.memory.load<uint32_t>(func::Address(func::MemoryKind::OnChip, place)).value_or(0);
                    ASSERT_EQ(word, tiles.depthWordAt(x, y, 4)) << x << ", " << y;
                }
        }
    }
}

/// All bytes of the depth buffer and of the colours.
std::vector<uint32_t> targetWords(const RenderBench& bench) {
    std::vector<uint32_t> words;
    for (const uint64_t base : {RenderBench::kColor, RenderBench::kDepth})
        for (uint64_t offset = 0; offset < RenderBench::kTargetStride; offset += sizeof(uint32_t))
            words.push_back(bench.memory.load<uint32_t>(base + offset).value_or(0));
    return words;
}

/// Bounds that all depths are within lead from the tests of depths alone (plain_depths.h) to those of all there is.
TEST(DepthDraw, DepthsAloneEqualTestsWithBoundsOfAllDepths) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> place(-1.3f, 1.3f);
    std::uniform_real_distribution<float> depth(-0.1f, 1.1f);
    for (uint32_t n = 0; n < 120; ++n) {
        const std::array kFormats{DepthFormat::Unorm16, DepthFormat::Unorm24Stencil8, DepthFormat::Float32};
        const DepthFormat format = kFormats[n % kFormats.size()];
        const uint32_t samplesLog2 = n / 3 % 3;
        const uint32_t function = static_cast<uint32_t>(random() % 8);
        const bool writes = random() % 4 != 0;
        const bool late = random() % 2 != 0;
        std::vector<test::TestVertex> first;
        std::vector<test::TestVertex> second;
        for (uint32_t i = 0; i < 12; ++i) {
            first.push_back({place(random), place(random), depth(random), 1.0f});
            second.push_back({place(random), place(random), depth(random), 1.0f});
        }
        const auto draw = [&](DepthBench& bench, bool bounded) {
            bench.samples(samplesLog2);
            bench.late(late);
            bench.set("RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field, bounded ? 1 : 0);
            bench.setReal("RB_Z_BOUNDS_MAX"_reg, 1.0f);
            bench.testDepth(kAlways);
            bench.draw(PrimitiveTopology::Triangles, first);
            bench.testDepth(function, writes);
            bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
            bench.draw(PrimitiveTopology::Triangles, second);
            return targetWords(bench);
        };
        DepthBench plain(format);
        DepthBench general(format);
        ASSERT_EQ(draw(plain, false), draw(general, true)) << "state " << n;
        ASSERT_EQ(plain.counters.samplesPassed, general.counters.samplesPassed) << "state " << n;
    }
}

TEST(DepthDraw, NeedsNoProgram) {
    DepthBench bench(DepthFormat::Unorm24Stencil8);
    bench.set("SP_FS_CONFIG/ENABLED"_field, 0);
    bench.testDepth(kAlways);
    bench.drawAll(1.0f);
    EXPECT_EQ(bench.depthWordAt(60, 60, 4), 0xffffffu);
    EXPECT_EQ(bench.texel(60, 60), 0u);
    EXPECT_EQ(bench.counters.samplesPassed, 64u * 64);
}

TEST(DepthDraw, ReportsTargetsThatAreNotThere) {
    DepthBench bench(DepthFormat::Float32);
    bench.testDepth(kLess);
    bench.setAddress("RB_DEPTH_BUFFER_BASE"_reg, 0x7'0000'0000);
    bench.drawAll();
    EXPECT_TRUE(bench.findingsText().starts_with("gpu-memory-not-mapped: RB depth and stencil: 0x700000000, "))
        << bench.findingsText();
}

}  // namespace
}  // namespace cyclorama::adreno
