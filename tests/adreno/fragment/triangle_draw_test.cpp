// SPDX-License-Identifier: MIT
// Triangles with a constant colour, and with varyings, on linear targets.

#include "adreno/fragment/render_bench.h"

namespace cyclorama::adreno {
namespace {

using test::RenderBench;

constexpr uint32_t kRgba8 = 0x30;

TEST(TriangleDraw, CoversPixelsWhoseCentresAreInside) {
    RenderBench bench;
    bench.colorTarget(0, kRgba8);
    bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    // The right angle at the upper left corner of the target, both legs 16 pixels long.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {-0.5f, -1, 0, 1}, {-1, -0.5f, 0, 1}});
    for (uint32_t y = 0; y < RenderBench::kSize; ++y)
        for (uint32_t x = 0; x < RenderBench::kSize; ++x)
            // Centres on the hypotenuse are on a right edge, which is the neighbour's.
            ASSERT_EQ(bench.texel(x, y), x + y + 1 < 16 ? 0xff0000ff : 0u) << x << ' ' << y;
    EXPECT_EQ(bench.findingsText(), "");
    EXPECT_EQ(bench.counters.samplesPassed, 15u * 16 / 2);
}

/// A processor that holds one wave has private memory for it alone, however many workers there are.
TEST(TriangleDraw, WavesStayInThePrivateMemoryOfTheChip) {
    constexpr uint64_t kPrivate = RenderBench::kBase + 0x300000;
    constexpr uint32_t kBytes = 128 * 512;
    for (const bool perWave : {false, true}) {
        RenderBench bench(4);
        bench.colorTarget(0, kRgba8);
        bench.program(
            "mov.u32u32 r4.x, 508\nmov.f32f32 r4.y, (1.0)\nstp.u32 p[r4.x], r4.y, 1\n"
            "(sy)ldp.u32 r0.x, p[r4.x], 1\nmov.u32u32 r0.y, 0\n(sy)mov.u32u32 r0.z, r0.y\n"
            "mov.u32u32 r0.w, r0.y\nend");
        bench.set("SP_FS_PVT_MEM_PARAM"_reg, 1);
        bench.setAddress("SP_FS_PVT_MEM_ADDR"_reg, kPrivate);
        bench.set("SP_FS_PVT_MEM_SIZE"_reg, (perWave ? 1u << 31 : 0) | kBytes / 4096);
        // Twice the target, which is enough for more than one worker.
        bench.draw(PrimitiveTopology::Triangles,
                   {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}, {-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}});
        EXPECT_EQ(bench.findingsText(), "");
        for (const uint32_t texel : bench.picture()) ASSERT_EQ(texel, 0x000000ffu);
        for (uint64_t i = kBytes; i < 0x100000; i += 4)
            ASSERT_EQ(bench.memory.load<uint32_t>(kPrivate + i), 0u) << perWave << ' ' << i;
    }
}

TEST(TriangleDraw, ConvertsToTheFormatOfTheTarget) {
    const auto drawn = [](uint32_t format, uint32_t swap) {
        RenderBench bench;
        bench.colorTarget(0, format);
        bench.set("RB_MRT[].BUF_INFO/COLOR_SWAP"_field, swap);
        bench.program(test::colorProgram(0.2f, 0.4f, 0.6f, 1.0f));
        bench.drawAll();
        return format == kRgba8 ? bench.texel(5, 9) : static_cast<uint32_t>(bench.texel<uint64_t>(5, 9));
    };
    // 0.2 of 255 is 51.
    EXPECT_EQ(drawn(kRgba8, 0), 0xff996633);
    EXPECT_EQ(drawn(kRgba8, 1), 0xff336699);
    EXPECT_EQ(drawn(0x67, 0), std::bit_cast<uint32_t>(0.2f));  // 32_32_FLOAT
}

TEST(TriangleDraw, InterpolatesVaryingsInPerspective) {
    RenderBench bench;
    bench.colorTarget(0, 0x82);  // 32_32_32_32_FLOAT
    bench.set("HLSQ_CONTROL_3_REG/IJ_PERSP_PIXEL"_field, 8);
    bench.program("bary.f r0.x, 4, r2.x\nflat.b r0.y, 5, r2.x\nmov.f32f32 r0.z, r2.x\nmov.f32f32 r0.w, r2.y\nend");
    // The third corner is twice as far away: at half the way to it in the window a third of its value is seen.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1, 0, 7}, {3, -1, 0, 1, 0, 8}, {-2, 6, 0, 2, 12, 9}});
    const auto value = [&](uint32_t x, uint32_t y) { return bench.texel<std::array<float, 4>>(x, y); };
    for (const uint32_t y : {0u, 13u, 60u}) {
        const float window = (static_cast<float>(y) + 0.5f) / 128.0f;
        const float share = window / 2.0f / ((1.0f - window) + window / 2.0f);
        EXPECT_NEAR(value(3, y)[0], 12.0f * share, 2e-6f) << y;
        EXPECT_EQ(value(3, y)[1], 7.0f);
        EXPECT_NEAR(value(3, y)[3], share, 2e-7f);
    }
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(TriangleDraw, GivesPlacesFacesAndNumbers) {
    RenderBench bench;
    bench.colorTarget(0, 0x82);
    bench.set("HLSQ_CONTROL_4_REG/XYCOORDREGID"_field, 8);
    bench.set("HLSQ_CONTROL_4_REG/ZWCOORDREGID"_field, 10);
    bench.primitives.primitiveIdLocation = 4;
    bench.program("mov.u32f32 r0.x, r2.x\nmov.u32f32 r0.y, r2.y\nmov.f32f32 r0.z, r2.z\nmov.f32f32 r0.w, r2.w\nend");
    bench.draw(PrimitiveTopology::Triangles, {{-2, -2, 0.5f, 2, 0}, {6, -2, 0.5f, 2, 0}, {-2, 6, 0.5f, 2, 0}});
    EXPECT_EQ((bench.texel<std::array<float, 4>>(5, 9)), (std::array<float, 4>{88, 152, 0.25f, 0.5f}));
}

/// Depth is limited where it is tested, not where a program finds it (VK-GL-CTS: depth.bias_outside_range_fs_clamp).
TEST(TriangleDraw, OffsetsMoveAProgramsDepthBeyondOne) {
    RenderBench bench;
    bench.colorTarget(0, 0x4a);
    bench.set("HLSQ_CONTROL_4_REG/ZWCOORDREGID"_field, 10);
    bench.set("GRAS_SU_CNTL/POLY_OFFSET"_field, 1);
    bench.setReal("GRAS_SU_POLY_OFFSET_SCALE"_reg, 64.0f);
    bench.program("mov.f32f32 r0.x, r2.z\nend");
    // dz/dx is 1/64.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 2, 1}, {-1, 3, 0, 1}});
    EXPECT_FLOAT_EQ(bench.texel<float>(32, 9), 32.5f / 64 + 1);
}

TEST(TriangleDraw, CullsByFacing) {
    const std::vector<test::TestVertex> clockwise = {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}};
    const std::vector<test::TestVertex> other = {clockwise[0], clockwise[2], clockwise[1]};
    for (const uint32_t bits : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u}) {
        for (const bool reversed : {false, true}) {
            RenderBench bench;
            bench.colorTarget(0, kRgba8);
            bench.program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
            bench.set("GRAS_SU_CNTL/CULL_FRONT"_field, bits & 1);
            bench.set("GRAS_SU_CNTL/CULL_BACK"_field, bits >> 1 & 1);
            bench.set("GRAS_SU_CNTL/FRONT_CW"_field, bits >> 2);
            bench.draw(PrimitiveTopology::Triangles, reversed ? other : clockwise);
            const bool front = reversed != (bits >> 2 != 0);
            const bool culled = front ? (bits & 1) != 0 : (bits & 2) != 0;
            EXPECT_EQ(bench.texel(3, 3), culled ? 0 : 0xffffffff) << bits << reversed;
        }
    }
}

TEST(TriangleDraw, StaysInAllThreeScissors) {
    RenderBench bench;
    bench.colorTarget(0, kRgba8);
    bench.program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
    bench.set("GRAS_SC_SCREEN_SCISSOR[].TL"_reg, 5 << 16 | 3);
    bench.set("GRAS_SC_VIEWPORT_SCISSOR[].BR"_reg, 60 << 16 | 20);
    bench.set("GRAS_SC_WINDOW_SCISSOR_BR"_reg, 31 << 16 | 31);
    bench.drawAll();
    for (uint32_t y = 0; y < RenderBench::kSize; ++y)
        for (uint32_t x = 0; x < RenderBench::kSize; ++x)
            ASSERT_EQ(bench.texel(x, y) != 0, x >= 3 && x <= 20 && y >= 5 && y <= 31) << x << ' ' << y;
}

TEST(TriangleDraw, ClipsAtPlanesOfTheProgram) {
    RenderBench bench;
    bench.colorTarget(0, kRgba8);
    bench.program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
    bench.primitives.layout.distances = {4, VertexLayout::kNone};
    bench.set("GRAS_VS_CL_CNTL/CLIP_MASK"_field, 1);
    // The distance is zero at x = 16 of 128 pixels.
    bench.draw(PrimitiveTopology::Triangles,
               {{-1, -1, 0, 1, 16, 0, 0, 0}, {3, -1, 0, 1, -112, 0, 0, 0}, {-1, 3, 0, 1, 16, 0, 0, 0}});
    EXPECT_EQ(bench.texel(15, 40), 0xffffffff);
    EXPECT_EQ(bench.texel(16, 40), 0u);
}

/// A triangle's rest behind a plane has the same values as the whole, linear ones and those in perspective.
TEST(TriangleDraw, InterpolatesPartsAsTheWhole) {
    for (const bool linear : {false, true}) {
        RenderBench bench;
        bench.colorTarget(0, 0x82);  // 32_32_32_32_FLOAT
        if (linear)
            bench.set("HLSQ_CONTROL_3_REG/IJ_LINEAR_PIXEL"_field, 8);
        else
            bench.set("HLSQ_CONTROL_3_REG/IJ_PERSP_PIXEL"_field, 8);
        bench.program("bary.f r0.x, 8, r2.x\nend");
        bench.primitives.layout.distances = {4, VertexLayout::kNone};
        bench.set("GRAS_VS_CL_CNTL/CLIP_MASK"_field, 1);
        // The third corner is twice as far away, and cut off where it has a quarter of the edges in clip coordinates:
        // that are 2 of 5 in the window, where it is at y = 128.
        bench.draw(PrimitiveTopology::Triangles,
                   {{-1, -1, 0, 1, 1, 0, 0, 0, 0}, {3, -1, 0, 1, 1, 0, 0, 0, 0}, {-2, 6, 0, 2, -3, 0, 0, 0, 12}});
        const auto value = [&](uint32_t y) { return bench.texel<std::array<float, 4>>(3, y)[0]; };
        for (const uint32_t y : {0u, 13u, 50u}) {
            const float window = (static_cast<float>(y) + 0.5f) / 128.0f;
            const float share = linear ? window : window / 2.0f / ((1.0f - window) + window / 2.0f);
            // The corners of a part lie on 1/256 of a pixel.
            EXPECT_NEAR(value(y), 12.0f * share, 2e-4f) << y << linear;
        }
        EXPECT_EQ(value(51), 0.0f);
    }
}

TEST(TriangleDraw, IsTheSameWithAnyNumberOfThreads) {
    std::vector<uint32_t> first;
    for (const uint32_t threads : {1u, 2u, 3u}) {
        RenderBench bench(threads);
        bench.colorTarget(0, kRgba8);
        bench.set("RB_MRT[].CONTROL/BLEND"_field, 1);
        bench.set("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field, 6);
        bench.set("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field, 7);
        bench.set("HLSQ_CONTROL_3_REG/IJ_PERSP_PIXEL"_field, 8);
        bench.program("(rpt3)bary.f r0.x, (r)4, r2.x\nend");
        std::vector<test::TestVertex> vertices;
        uint32_t seed = 1;
        const auto next = [&] {
            seed = seed * 1664525 + 1013904223;
            return static_cast<float>(seed >> 8) / 8388608.0f - 1.0f;
        };
        for (int i = 0; i < 300; ++i)
            vertices.push_back({next() * 1.5f, next() * 1.5f, 0.5f, 1, next(), next(), 0, 0.4f});
        bench.draw(PrimitiveTopology::Triangles, vertices);
        if (threads == 1) first = bench.picture();
        EXPECT_TRUE(bench.picture() == first) << threads;
    }
    EXPECT_GT(std::ranges::count_if(first, [](uint32_t texel) { return texel != 0; }), 3000);
}

}  // namespace
}  // namespace cyclorama::adreno
