// SPDX-License-Identifier: MIT
// The way of colours into the targets: blending, a second source, logic operations, masks, several targets, sRGB,
// integers, memory on the chip, targets that are not there.

#include "adreno/fragment/render_bench.h"

namespace cyclorama::adreno {
namespace {

using test::RenderBench;

constexpr uint32_t kUnorm8 = 0x30;

/// A target of one colour everywhere.
void fill(RenderBench& bench, uint32_t texel) {
    const std::vector<uint32_t> row(RenderBench::kSize, texel);
    for (uint32_t y = 0; y < RenderBench::kSize; ++y)
        ASSERT_TRUE(bench.memory.write(RenderBench::kColor + y * uint64_t{RenderBench::kPitch} * 4,
                                       std::as_bytes(std::span(row))));
}

TEST(BlendDraw, AddsSharesOfSourceAndDestination) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    fill(bench, 0xff0000ff);
    bench.program(test::colorProgram(0.0f, 1.0f, 2.0f, 0.5f));
    bench.set("RB_MRT[].CONTROL/BLEND"_field, 1);
    bench.set("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field, 6);    // source alpha
    bench.set("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field, 7);   // one minus source alpha
    bench.set("RB_MRT[].BLEND_CONTROL/ALPHA_SRC_FACTOR"_field, 1);  // one
    bench.drawAll();
    // 127.5 is rounded to the even neighbour; colours are limited to one before they are blended.
    EXPECT_EQ(bench.texel(7, 7), 0x80808080);
}

TEST(BlendDraw, TakesASecondColour) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    fill(bench, 0xffffffff);
    bench.program(
        "mov.f32f32 r0.x, (0.0)\nmov.f32f32 r0.y, (0.0)\nmov.f32f32 r0.z, (0.0)\nmov.f32f32 r0.w, (1.0)\n"
        "mov.f32f32 r1.x, (0.2)\nmov.f32f32 r1.y, (0.4)\nmov.f32f32 r1.z, (1.0)\nmov.f32f32 r1.w, (1.0)\nend");
    bench.set("SP_FS_OUTPUT[].REG/REGID"_field, 4, 1);
    bench.set("SP_FS_OUTPUT_CNTL0/DUAL_COLOR_IN_ENABLE"_field, 1);
    bench.set("RB_MRT[].CONTROL/BLEND"_field, 1);
    bench.set("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field, 1);
    bench.set("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field, 0x14);
    bench.set("RB_MRT[].BLEND_CONTROL/ALPHA_SRC_FACTOR"_field, 1);
    bench.drawAll();
    EXPECT_EQ(bench.texel(0, 0), 0xffff6633);
}

TEST(BlendDraw, SeesWhatEarlierTrianglesOfTheSameDrawLeft) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    bench.program(test::colorProgram(0.2f, 0.0f, 0.0f, 0.0f));
    bench.set("RB_MRT[].CONTROL/BLEND"_field, 1);
    bench.set("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field, 1);
    bench.set("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field, 1);
    std::vector<test::TestVertex> vertices;
    for (int i = 0; i < 3; ++i) vertices.insert(vertices.end(), {{-1, -1, 0, 1}, {-0.9f, -1, 0, 1}, {-1, -0.9f, 0, 1}});
    bench.draw(PrimitiveTopology::Triangles, vertices);
    EXPECT_EQ(bench.texel(0, 0), 153u);
}

TEST(BlendDraw, CombinesBitsWhereALogicOperationIsOn) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    fill(bench, 0x0f0f0f0f);
    bench.program(test::colorProgram(1.0f, 1.0f, 0.2f, 0.0f));
    bench.set("RB_MRT[].CONTROL/ROP_ENABLE"_field, 1);
    bench.set("RB_MRT[].CONTROL/ROP_CODE"_field, 6);  // XOR
    bench.set("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, 0xd);
    bench.drawAll();
    EXPECT_EQ(bench.texel(2, 3), 0x0f3c0ff0u);
}

TEST(BlendDraw, WritesEachTargetThroughItsMask) {
    RenderBench bench;
    bench.program(
        "mov.f32f32 r0.x, (1.0)\nmov.f32f32 r0.y, (1.0)\nmov.f32f32 r0.z, (1.0)\nmov.f32f32 r0.w, (1.0)\n"
        "mov.u32u32 r1.x, 7\nmov.u32u32 r1.y, 300\nmov.u32u32 r1.z, 5\nmov.u32u32 r1.w, 6\nend");
    bench.colorTarget(0, kUnorm8);
    bench.colorTarget(1, 0x33);  // 8_8_8_8_UINT
    bench.set("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, 0x5, 0);
    bench.set("SP_FS_OUTPUT[].REG/REGID"_field, 4, 1);
    bench.drawAll();
    EXPECT_EQ(bench.texel(9, 9, 0), 0x00ff00ffu);
    EXPECT_EQ(bench.texel(9, 9, 1), 0x0605ff07u);
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(BlendDraw, WidensHalfResults) {
    RenderBench bench;
    bench.colorTarget(0, 0x67);  // 32_32_FLOAT
    bench.program("mov.f16f16 hr0.x, h(0.25)\nmov.f16f16 hr0.y, h(-2.0)\nend", true);
    bench.drawAll();
    EXPECT_EQ((bench.texel<std::array<float, 2>>(3, 4)), (std::array<float, 2>{0.25f, -2.0f}));
}

TEST(BlendDraw, TakesInputsThatTheProgramDoesNotName) {
    RenderBench bench;
    bench.colorTarget(0, 0x82);  // 32_32_32_32_FLOAT
    bench.program("end");
    bench.set("HLSQ_CONTROL_4_REG/ZWCOORDREGID"_field, 2);
    bench.draw(PrimitiveTopology::Triangles, {{-2, -2, 0.5f, 2}, {6, -2, 0.5f, 2}, {-2, 6, 0.5f, 2}});
    EXPECT_EQ((bench.texel<std::array<float, 4>>(5, 9)), (std::array<float, 4>{0, 0, 0.25f, 0.5f}));
}

TEST(BlendDraw, EncodesSrgb) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    bench.set("RB_SRGB_CNTL/SRGB_MRT0"_field, 1);
    bench.program(test::colorProgram(0.5f, 0.0f, 1.0f, 0.5f));
    bench.drawAll();
    // 1.055 * 0.5^(1/2.4) - 0.055 of 255 is 187.5.
    EXPECT_EQ(bench.texel(1, 1), 0x80ff00bcu);
}

TEST(BlendDraw, DrawsToMemoryOnTheChip) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    // A bin of 32x16 pixels whose first one is (32, 16) of the window.
    bench.set("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 0);
    bench.set("RB_BIN_CONTROL/BINW"_field, 1);
    bench.set("RB_BIN_CONTROL/BINH"_field, 1);
    bench.set("RB_MRT[].BASE_GMEM"_reg, 0x3000);
    bench.set("RB_WINDOW_OFFSET"_reg, 16 << 16 | 32);
    bench.set("GRAS_SC_WINDOW_SCISSOR_TL"_reg, 16 << 16 | 32);
    bench.set("GRAS_SC_WINDOW_SCISSOR_BR"_reg, 31 << 16 | 63);
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}});
    const auto onChip = [&](uint64_t offset) {
        return bench.memory.load<uint32_t>(func::Address(func::MemoryKind::OnChip, offset)).value_or(0);
    };
    EXPECT_EQ(onChip(0x3000), 0xff0000ffu);
    EXPECT_EQ(onChip(0x3000 + 15 * 128 + 31 * 4), 0xff0000ffu);
    EXPECT_EQ(onChip(0x3000 + 16 * 128), onChip(0x2ffc));
    EXPECT_EQ(bench.texel(40, 20), 0u);
    bench.set("RB_MRT[].BASE_GMEM"_reg, 0xff000 + 0x1000);
    bench.drawAll();
    EXPECT_NE(bench.findingsText().find("gmem-target-outside"), std::string::npos);
}

TEST(BlendDraw, ReportsTargetsThatAreNotThere) {
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    bench.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    bench.setAddress("RB_MRT[].BASE"_reg, 0x7'0000'0000);
    bench.drawAll();
    EXPECT_EQ(bench.findingsText(), "gpu-memory-not-mapped: RB colours: 0x700000000, 64768 bytes\n");
    RenderBench other;
    other.colorTarget(0, 0xb1);  // ETC2_RGBA8
    other.program(test::colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    other.drawAll();
    EXPECT_EQ(other.findingsText(), "target-format-not-renderable: format 0xb1, target 0\n");
}

TEST(BlendDraw, FlushesForFragmentsThatReadTargets) {
    // Without memory reads the picture is the same; the path is another.
    RenderBench bench;
    bench.colorTarget(0, kUnorm8);
    bench.set("GRAS_SC_CNTL/SINGLE_PRIM_MODE"_field, 1);
    bench.program(test::colorProgram(0.2f, 0.0f, 0.0f, 0.0f));
    std::vector<test::TestVertex> vertices;
    for (int i = 0; i < 2; ++i) vertices.insert(vertices.end(), {{-1, -1, 0, 1}, {-0.9f, -1, 0, 1}, {-1, -0.9f, 0, 1}});
    bench.draw(PrimitiveTopology::Triangles, vertices);
    EXPECT_EQ(bench.texel(0, 0), 51u);
    EXPECT_EQ(bench.counters.samplesPassed, 2 * 6u);
}

}  // namespace
}  // namespace cyclorama::adreno
