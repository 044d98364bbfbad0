// SPDX-License-Identifier: MIT
// Several samples a pixel: coverage, places, shading of each, masks, alpha to coverage.

#include "adreno/fragment/render_bench.h"

namespace cyclorama::adreno {
namespace {

using test::RenderBench;

/// Four samples, one after the other in each pixel, of 32 bits.
struct SampleBench : RenderBench {
    SampleBench() {
        colorTarget(0, 0x30);
        samples(2);
    }
    void format(uint32_t number) { set("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, number); }
    uint32_t sample(uint32_t x, uint32_t y, uint32_t number) const { return texel(4 * x + number, y); }
    std::array<uint32_t, 4> pixel(uint32_t x, uint32_t y) const {
        return {sample(x, y, 0), sample(x, y, 1), sample(x, y, 2), sample(x, y, 3)};
    }
};

TEST(SampleDraw, CoversThePlacesOfSamples) {
    SampleBench bench;
    bench.program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
    // A left edge at x = 4.5: the samples at 6, 14, 2 and 10 sixteenths.
    bench.draw(PrimitiveTopology::Triangles, {{4.5f / 32 - 1, -1, 0, 1}, {3, -1, 0, 1}, {4.5f / 32 - 1, 5, 0, 1}});
    EXPECT_EQ(bench.pixel(4, 3), (std::array<uint32_t, 4>{0, ~0u, 0, ~0u}));
    EXPECT_EQ(bench.pixel(5, 3), (std::array<uint32_t, 4>{~0u, ~0u, ~0u, ~0u}));
    EXPECT_EQ(bench.pixel(3, 3), (std::array<uint32_t, 4>{}));
}

TEST(SampleDraw, TakesPlacesFromRegisters) {
    SampleBench bench;
    bench.program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
    bench.set("GRAS_SAMPLE_CONFIG/LOCATION_ENABLE"_field, 1);
    bench.set("GRAS_SAMPLE_LOCATION_0"_reg, 0x880f0040);  // x: 0, 0, 15, 8
    bench.draw(PrimitiveTopology::Triangles, {{4.5f / 32 - 1, -1, 0, 1}, {3, -1, 0, 1}, {4.5f / 32 - 1, 5, 0, 1}});
    EXPECT_EQ(bench.pixel(4, 3), (std::array<uint32_t, 4>{0, 0, ~0u, ~0u}));
}

TEST(SampleDraw, ShadesEachSampleWhereAsked) {
    SampleBench bench;
    bench.format(0x4a);  // 32_FLOAT
    bench.set("RB_SAMPLE_CNTL/PER_SAMP_MODE"_field, 1);
    bench.set("RB_RENDER_CONTROL1/FRAGCOORDSAMPLEMODE"_field, 3);
    bench.set("HLSQ_CONTROL_4_REG/XYCOORDREGID"_field, 8);
    // 1000 times the sample and the place in sixteenths.
    bench.set("HLSQ_CONTROL_2_REG/SAMPLEID"_field, 40);
    bench.program(
        "cov.u16u32 r1.x, hr10.x\nmov.u32f32 r1.y, r2.x\nmov.u32f32 r1.x, r1.x\nmov.f32f32 r1.z, (1000.0)\n"
        "mad.f32 r0.x, r1.x, r1.z, r1.y\nend");
    bench.drawAll();
    const auto value = [&](uint32_t number) { return std::bit_cast<float>(bench.sample(2, 5, number)); };
    EXPECT_EQ(value(0), 32.0f + 6);
    EXPECT_EQ(value(1), 1000 + 32.0f + 14);
    EXPECT_EQ(value(2), 2000 + 32.0f + 2);
    EXPECT_EQ(value(3), 3000 + 32.0f + 10);
    EXPECT_EQ(bench.counters.samplesPassed, 4u * 64 * 64);
}

TEST(SampleDraw, ShadesEachSampleOfAProgramThatIsGivenItsNumber) {
    SampleBench bench;
    bench.format(0x4a);
    bench.set("RB_RENDER_CONTROL1/SAMPLEID"_field, 1);
    bench.set("HLSQ_CONTROL_2_REG/SAMPLEID"_field, 40);
    bench.program("cov.u16u32 r1.x, hr10.x\n(rpt2)nop\nmov.u32f32 r0.x, r1.x\nend");
    bench.drawAll();
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(std::bit_cast<float>(bench.sample(2, 5, i)), static_cast<float>(i));
}

TEST(SampleDraw, MasksAreMet) {
    SampleBench bench;
    bench.set("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0x7);
    bench.set("HLSQ_CONTROL_2_REG/SAMPLEMASK"_field, 8);
    bench.set("SP_FS_OUTPUT_CNTL0/SAMPMASK_REGID"_field, 9);
    // The program leaves out sample 0, and shows the mask that it is given in red.
    bench.program(
        "mov.u32u32 r2.y, 0xe\nmov.u32f32 r0.x, r2.x\nmov.f32f32 r0.y, (0.0)\nmov.f32f32 r0.z, (0.0)\n"
        "mov.f32f32 r0.w, (1.0)\nmov.f32f32 r1.x, (255.0)\nnop\nrcp r1.x, r1.x\nmul.f r0.x, r0.x, r1.x\nend");
    bench.drawAll();
    EXPECT_EQ(bench.pixel(4, 3), (std::array<uint32_t, 4>{0, 0xff000007, 0xff000007, 0}));
}

TEST(SampleDraw, ProgramsAskForPlaces) {
    SampleBench bench;
    bench.format(0x4a);
    bench.program("mov.u32u32 r1.x, 1\nnop\nnop\nnop\n(sy)rgetpos (f32)(xy)r2.x, r1.x\n(sy)mov.f32f32 r0.x, r2.x\nend");
    bench.drawAll();
    EXPECT_EQ(std::bit_cast<float>(bench.sample(3, 3, 2)), 14.0f / 16 - 0.5f);
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(SampleDraw, PreamblesAskForPlaces) {
    SampleBench bench;
    bench.format(0x4a);
    bench.program(
        "shps #main\ngetone #main\nmov.u32u32 r1.x, 2\n(rpt5)nop\nrgetpos (f32)(xy)r2.x, r1.x\n"
        "(sy)stc.u32 c[0], r2.x, 1\n(ss)shpe\nmain:\n(jp)mov.f32f32 r0.x, c0.x\nend");
    bench.drawAll();
    EXPECT_EQ(std::bit_cast<float>(bench.sample(3, 3, 0)), 2.0f / 16 - 0.5f);
    EXPECT_EQ(bench.findingsText(), "");
}

/// Programs that are executed once a fragment tell helpers by a sample that is not in the mask.
TEST(SampleDraw, TellsACoveredSampleWhereFragmentsAreShadedOnce) {
    SampleBench bench;
    bench.format(0x4a);
    bench.set("HLSQ_CONTROL_2_REG/SAMPLEID"_field, 40);
    bench.program("cov.u16u32 r1.x, hr10.x\n(rpt2)nop\nmov.u32f32 r0.x, r1.x\nend");
    // A left edge at x = 4.5: samples 1 and 3 of pixel 4.
    bench.draw(PrimitiveTopology::Triangles, {{4.5f / 32 - 1, -1, 0, 1}, {3, -1, 0, 1}, {4.5f / 32 - 1, 5, 0, 1}});
    EXPECT_EQ(std::bit_cast<float>(bench.sample(4, 3, 1)), 1.0f);
    EXPECT_EQ(std::bit_cast<float>(bench.sample(4, 3, 3)), 1.0f);
    EXPECT_EQ(bench.sample(5, 3, 3), 0u);
}

TEST(SampleDraw, AlphaCovers) {
    SampleBench bench;
    bench.program(test::colorProgram(1.0f, 1.0f, 1.0f, 0.5f));
    bench.set("RB_BLEND_CNTL/ALPHA_TO_COVERAGE"_field, 1);
    bench.set("RB_BLEND_CNTL/ALPHA_TO_ONE"_field, 1);
    bench.drawAll();
    EXPECT_EQ(bench.pixel(9, 3), (std::array<uint32_t, 4>{~0u, ~0u, 0, 0}));
}

TEST(SampleDraw, CentroidsAreCovered) {
    SampleBench bench;
    bench.format(0x4a);
    bench.set("HLSQ_CONTROL_3_REG/IJ_LINEAR_CENTROID"_field, 8);
    bench.program("bary.f r0.x, 4, r2.x\nend");
    // A left edge at x = 4.5; the varying is x in pixels. Of pixel 4 the first covered sample is at 14 sixteenths.
    bench.draw(PrimitiveTopology::Triangles,
               {{4.5f / 32 - 1, -1, 0, 1, 4.5f}, {3, -1, 0, 1, 128}, {4.5f / 32 - 1, 5, 0, 1, 4.5f}});
    EXPECT_NEAR(std::bit_cast<float>(bench.sample(4, 3, 1)), 4.875f, 1e-4f);
    EXPECT_NEAR(std::bit_cast<float>(bench.sample(5, 3, 1)), 5.5f, 1e-4f);
}

}  // namespace
}  // namespace cyclorama::adreno
