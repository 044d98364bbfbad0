// SPDX-License-Identifier: MIT
// The 2D engine: what it writes, for registers as Mesa's drivers set them.

#include "families/adreno/a2d/blit_engine.h"

#include <bit>

#include "adreno/a2d/transfer_fixture.h"
#include "families/adreno/a2d/transfer_findings.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kR8 = 0x03;
constexpr uint32_t kR32Uint = 0x4b;
constexpr uint32_t kR32Float = 0x4a;
constexpr uint32_t kDepth24 = 0x91;
constexpr uint32_t kRgba16Float = 0x62;
constexpr uint32_t kTiled = 3;

class BlitEngineTest : public TransferTest {
  protected:
    struct Area {
        uint32_t x = 0;
        uint32_t y = 0;
        uint32_t width = 0;
        uint32_t height = 0;
    };

    void target(uint32_t format, uint32_t pitch, const Area& area, uint32_t tileMode = 0) {
        set("RB_2D_BLIT_CNTL/MASK"_field, 0xf);
        set("RB_2D_DST_INFO/COLOR_FORMAT"_field, format);
        set("RB_2D_DST_INFO/TILE_MODE"_field, tileMode);
        setAddress("RB_2D_DST"_reg, kTarget);
        set("RB_2D_DST_PITCH"_reg, pitch >> 6);
        set("GRAS_2D_DST_TL"_reg, area.x | area.y << 16);
        set("GRAS_2D_DST_BR"_reg, (area.x + area.width - 1) | (area.y + area.height - 1) << 16);
    }
    void source(uint32_t format, uint32_t pitch, const Area& area, uint32_t tileMode = 0) {
        set("SP_PS_2D_SRC_INFO/COLOR_FORMAT"_field, format);
        set("SP_PS_2D_SRC_INFO/TILE_MODE"_field, tileMode);
        setAddress("SP_PS_2D_SRC"_reg, kSource);
        set("SP_PS_2D_SRC_PITCH/PITCH"_field, pitch);
        set("SP_PS_2D_SRC_SIZE/WIDTH"_field, area.x + area.width);
        set("SP_PS_2D_SRC_SIZE/HEIGHT"_field, area.y + area.height);
        set("GRAS_2D_SRC_TL_X"_reg, area.x << 8);
        set("GRAS_2D_SRC_TL_Y"_reg, area.y << 8);
        set("GRAS_2D_SRC_BR_X"_reg, (area.x + area.width - 1) << 8);
        set("GRAS_2D_SRC_BR_Y"_reg, (area.y + area.height - 1) << 8);
    }
    void solid(BlitForm form, std::array<uint32_t, 4> color) {
        set("RB_2D_BLIT_CNTL/SOLID_COLOR"_field, 1);
        set("RB_2D_BLIT_CNTL/IFMT"_field, static_cast<uint32_t>(form));
        for (uint32_t i = 0; i < 4; ++i) set({"RB_2D_SRC_SOLID_C0"_reg.offset + i, 0}, color[i]);
    }
};

TEST_F(BlitEngineTest, FillsWords) {
    target(kR32Uint, 0, {.x = 3, .width = 5, .height = 1});
    solid(BlitForm::Int32, {0x12345678, 0, 0, 0});
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget + 8), 0u);
    for (uint64_t i = 3; i < 8; ++i) EXPECT_EQ(at<uint32_t>(kTarget + 4 * i), 0x12345678u);
    EXPECT_EQ(at<uint32_t>(kTarget + 32), 0u);
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, ConvertsASolidColour) {
    target(kRgba16Float, 64, {.width = 1, .height = 1});
    solid(BlitForm::Float16, {0x3c00, 0xb800, 0x7bff, 0x0001});
    blit();
    EXPECT_EQ(at<uint64_t>(kTarget), 0x0001'7bff'b800'3c00u);
    target(0x15, 64, {.width = 1, .height = 1});  // 16 bits, as depth is cleared
    solid(BlitForm::Float32, {std::bit_cast<uint32_t>(0.5f), 0, 0, 0});
    blit();
    EXPECT_EQ(at<uint16_t>(kTarget), 0x8000u);
    target(0x0e, 64, {.width = 1, .height = 1});  // 5, 6 and 5 bits, red at the low end
    solid(BlitForm::Unorm8, {255, 0, 128, 0});
    blit();
    EXPECT_EQ(at<uint16_t>(kTarget), 0x1fu | 16u << 11);
}

TEST_F(BlitEngineTest, SolidColoursAreInTheOrderOfTheTarget) {
    target(kRgba8, 64, {.width = 1, .height = 1});
    set("RB_2D_DST_INFO/COLOR_SWAP"_field, 1);
    set("RB_2D_DST_INFO/SRGB"_field, 1);
    solid(BlitForm::Srgb8, {1, 2, 3, 4});
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0x04010203u);
}

TEST_F(BlitEngineTest, KeepsDepthOrStencil) {
    put<uint32_t>(kTarget, 0x11223344);
    target(kDepth24, 64, {.width = 1, .height = 1});
    solid(BlitForm::Unorm8, {0xaa, 0xbb, 0xcc, 0xdd});
    set("RB_2D_UNKNOWN_8C01"_reg, 0x08000041);
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0x11ccbbaau);
    put<uint32_t>(kTarget, 0x11223344);
    set("RB_2D_UNKNOWN_8C01"_reg, 0x00084001);
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0xdd223344u);
    EXPECT_TRUE(reported().empty());
    set("RB_2D_UNKNOWN_8C01"_reg, 1);
    blit();
    EXPECT_EQ(reported(), std::vector<std::string>{std::string(findings::kBlitOperation.identifier)});
}

TEST_F(BlitEngineTest, CopiesBytesOfRowsThatBeginAnywhere) {
    for (uint8_t i = 0; i < 100; ++i) put<uint8_t>(kSource + i, i);
    source(kR8, 0, {.x = 7, .width = 50, .height = 1});
    target(kR8, 0, {.x = 13, .width = 50, .height = 1});
    blit();
    EXPECT_EQ(at<uint8_t>(kTarget + 12), 0u);
    for (uint8_t i = 0; i < 50; ++i) EXPECT_EQ(at<uint8_t>(kTarget + 13 + i), 7 + i);
    EXPECT_EQ(at<uint8_t>(kTarget + 63), 0u);
}

/// Texels that go into tiles come out of them.
TEST_F(BlitEngineTest, CopiesToTilesAndBack) {
    constexpr uint32_t kWidth = 80;
    constexpr uint32_t kHeight = 40;
    for (uint32_t i = 0; i < kWidth * kHeight; ++i) put<uint32_t>(kSource + 4 * i, 0x01010101u * i);
    source(kRgba8, 4 * kWidth, {.width = kWidth, .height = kHeight});
    target(kRgba8, 512, {.width = kWidth, .height = kHeight}, kTiled);
    blit();
    // The second copy is another submission, which sees the writes of the first.
    checks_.beginSubmission();
    setAddress("SP_PS_2D_SRC"_reg, kTarget);
    set("SP_PS_2D_SRC_INFO/TILE_MODE"_field, kTiled);
    set("SP_PS_2D_SRC_PITCH/PITCH"_field, 512);
    target(kRgba8, 4 * kWidth, {.width = kWidth, .height = kHeight});
    setAddress("RB_2D_DST"_reg, kTarget + kBytes / 2);
    blit();
    for (uint32_t i = 0; i < kWidth * kHeight; ++i)
        ASSERT_EQ(at<uint32_t>(kTarget + kBytes / 2 + 4 * i), 0x01010101u * i) << i;
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, CopiesEveryBitOfFloats) {
    put<uint32_t>(kSource, 0x7fa00001);  // signalling
    put<uint32_t>(kSource + 4, 0x00000001);
    source(kR32Float, 64, {.width = 2, .height = 1});
    target(kR32Float, 64, {.width = 2, .height = 1});
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0x7fa00001u);
    EXPECT_EQ(at<uint32_t>(kTarget + 4), 1u);
}

TEST_F(BlitEngineTest, ConvertsBetweenOrdersAndFormats) {
    put<uint32_t>(kSource, 0x44332211);
    source(kRgba8, 64, {.width = 1, .height = 1});
    target(kRgba8, 64, {.width = 1, .height = 1});
    set("RB_2D_DST_INFO/COLOR_SWAP"_field, 1);
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0x44112233u);
    put<uint32_t>(kSource, 0xff800000);
    target(0x82, 64, {.width = 1, .height = 1});
    set("RB_2D_DST_INFO/COLOR_SWAP"_field, 0);
    blit();
    EXPECT_EQ(at<float>(kTarget), 0.0f);
    EXPECT_EQ(at<float>(kTarget + 8), 128.0f / 255.0f);
    EXPECT_EQ(at<float>(kTarget + 12), 1.0f);
}

TEST_F(BlitEngineTest, ConvertsToAndFromSrgb) {
    put<uint32_t>(kSource, 0x80808080);
    source(kRgba8, 64, {.width = 1, .height = 1});
    target(kRgba8, 64, {.width = 1, .height = 1});
    set("SP_PS_2D_SRC_INFO/SRGB"_field, 1);
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0x80373737u);  // 128 of sRGB is 0.2158
    set("RB_2D_DST_INFO/SRGB"_field, 1);
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0x80808080u);
}

TEST_F(BlitEngineTest, ScalesToTheNearestTexel) {
    for (uint8_t i = 0; i < 4; ++i) put<uint8_t>(kSource + i, static_cast<uint8_t>(10 + i));
    source(kR8, 64, {.width = 4, .height = 1});
    target(kR8, 64, {.width = 8, .height = 2});
    blit();
    for (uint8_t i = 0; i < 8; ++i) {
        EXPECT_EQ(at<uint8_t>(kTarget + i), 10 + i / 2);
        EXPECT_EQ(at<uint8_t>(kTarget + 64 + i), 10 + i / 2);
    }
    target(kR8, 64, {.width = 2, .height = 1});
    blit();
    EXPECT_EQ(at<uint8_t>(kTarget), 11u);
    EXPECT_EQ(at<uint8_t>(kTarget + 1), 13u);
}

TEST_F(BlitEngineTest, FiltersBetweenTexels) {
    put<uint8_t>(kSource, 0);
    put<uint8_t>(kSource + 1, 200);
    put<uint8_t>(kSource + 64, 100);
    put<uint8_t>(kSource + 65, 100);
    source(kR8, 64, {.width = 2, .height = 2});
    target(kR8, 64, {.width = 4, .height = 4});
    set("SP_PS_2D_SRC_INFO/FILTER"_field, 1);
    blit();
    // Middles of the four columns are at -1/4, 1/4, 3/4 and 5/4 of the way between the two texels.
    EXPECT_EQ(at<uint8_t>(kTarget), 0u);
    EXPECT_EQ(at<uint8_t>(kTarget + 1), 50u);
    EXPECT_EQ(at<uint8_t>(kTarget + 2), 150u);
    EXPECT_EQ(at<uint8_t>(kTarget + 3), 200u);
    EXPECT_EQ(at<uint8_t>(kTarget + 64), 25u);
    EXPECT_EQ(at<uint8_t>(kTarget + 3 * 64 + 3), 100u);
}

TEST_F(BlitEngineTest, MirrorsAxes) {
    for (uint8_t i = 0; i < 3; ++i) put<uint8_t>(kSource + i, i);
    for (uint8_t i = 0; i < 3; ++i) put<uint8_t>(kSource + 64 + i, static_cast<uint8_t>(16 + i));
    source(kR8, 64, {.width = 3, .height = 2});
    target(kR8, 64, {.width = 3, .height = 2});
    set("RB_2D_BLIT_CNTL/ROTATE"_field, 4);
    blit();
    EXPECT_EQ(at<uint8_t>(kTarget), 2u);
    EXPECT_EQ(at<uint8_t>(kTarget + 66), 16u);
    set("RB_2D_BLIT_CNTL/ROTATE"_field, 5);
    blit();
    EXPECT_EQ(at<uint8_t>(kTarget), 16u);
    EXPECT_EQ(at<uint8_t>(kTarget + 66), 2u);
    set("RB_2D_BLIT_CNTL/ROTATE"_field, 2);
    blit();
    EXPECT_EQ(at<uint8_t>(kTarget), 18u);
    EXPECT_EQ(at<uint8_t>(kTarget + 66), 0u);
    EXPECT_TRUE(reported().empty());
    set("RB_2D_BLIT_CNTL/ROTATE"_field, 6);
    blit();
    EXPECT_EQ(reported(), std::vector<std::string>{std::string(findings::kBlitOperation.identifier)});
}

TEST_F(BlitEngineTest, TurnsByRightAngles) {
    // 0 1 2
    // 3 4 5
    for (uint8_t i = 0; i < 6; ++i) put<uint8_t>(kSource + i / 3 * 64u + i % 3, i);
    source(kR8, 64, {.width = 3, .height = 2});
    target(kR8, 64, {.width = 2, .height = 3});
    const auto texels = [&] {
        std::vector<uint8_t> all;
        for (uint64_t y = 0; y < 3; ++y)
            for (uint64_t x = 0; x < 2; ++x) all.push_back(at<uint8_t>(kTarget + y * 64 + x));
        return all;
    };
    for (const uint32_t linear : {0u, 1u}) {
        set("SP_PS_2D_SRC_INFO/FILTER"_field, linear);
        set("RB_2D_BLIT_CNTL/ROTATE"_field, 1);
        blit();
        EXPECT_EQ(texels(), (std::vector<uint8_t>{3, 0, 4, 1, 5, 2})) << "clockwise";
        set("RB_2D_BLIT_CNTL/ROTATE"_field, 3);
        blit();
        EXPECT_EQ(texels(), (std::vector<uint8_t>{2, 5, 1, 4, 0, 3}));
    }
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, TurnsAndScales) {
    for (uint8_t i = 0; i < 2; ++i) put<uint8_t>(kSource + i, static_cast<uint8_t>(100 * i));
    source(kR8, 64, {.width = 2, .height = 1});
    target(kR8, 64, {.width = 1, .height = 4});
    set("SP_PS_2D_SRC_INFO/FILTER"_field, 1);
    set("RB_2D_BLIT_CNTL/ROTATE"_field, 1);
    blit();
    for (const auto& [y, value] : {std::pair{0u, 0u}, {1u, 25u}, {2u, 75u}, {3u, 100u}})
        EXPECT_EQ(at<uint8_t>(kTarget + y * 64), value) << y;
}

TEST_F(BlitEngineTest, TakesMeansOfSamples) {
    for (uint8_t i = 0; i < 8; ++i) put<uint8_t>(kSource + i, static_cast<uint8_t>(10 * i));
    source(kR8, 64, {.width = 2, .height = 1});
    target(kR8, 64, {.width = 2, .height = 1});
    set("SP_PS_2D_SRC_INFO/SAMPLES"_field, 2);
    blit();
    EXPECT_EQ(at<uint16_t>(kTarget), 40u << 8);
    set("SP_PS_2D_SRC_INFO/SAMPLES_AVERAGE"_field, 1);
    blit();
    EXPECT_EQ(at<uint16_t>(kTarget), 15u | 55u << 8);
}

TEST_F(BlitEngineTest, WritesWithinTheScissor) {
    put<uint64_t>(kSource, 0x0807060504030201);
    source(kR8, 64, {.width = 8, .height = 1});
    target(kR8, 64, {.width = 8, .height = 1});
    set("RB_2D_BLIT_CNTL/SCISSOR"_field, 1);
    set("GRAS_2D_RESOLVE_CNTL_1"_reg, 2);
    set("GRAS_2D_RESOLVE_CNTL_2"_reg, 4 | 100 << 16);
    blit();
    EXPECT_EQ(at<uint64_t>(kTarget), 0x0000000504030000u);
}

/// The bin of a picture at 32, 16 is stored from GMEM.
TEST_F(BlitEngineTest, ReadsABinInGmem) {
    constexpr uint32_t kBinWidth = 32;
    source(kRgba8, kBinWidth * 4, {.width = 64, .height = 64}, 2);
    setAddress("SP_PS_2D_SRC"_reg, 0x100000 + 0x4000);
    const uint32_t color = 0x12345678;
    std::memcpy(gpuMemory().gmem(0x4000 + (3 * kBinWidth + 5) * 4, 4), &color, 4);
    set("SP_TP_WINDOW_OFFSET"_reg, 32 | 16 << 16);
    target(kRgba8, 256, {.width = 64, .height = 64});
    set("RB_2D_BLIT_CNTL/SCISSOR"_field, 1);
    set("GRAS_2D_RESOLVE_CNTL_1"_reg, 32 | 16 << 16);
    set("GRAS_2D_RESOLVE_CNTL_2"_reg, 63 | 31 << 16);
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget + 19 * 256 + 37 * 4), color);
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, CountsTheBytesThatAreMapped) {
    const GpuMemory memory = gpuMemory();
    EXPECT_EQ(memory.mappedBytes(kTarget + kBytes - 100, 4096), 100u);
    EXPECT_EQ(memory.mappedBytes(kTarget + 5, 4096), 4096u);
    EXPECT_EQ(memory.mappedBytes(kTarget + kBytes, 4096), 0u);
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, DecodesCompressedSources) {
    // Two blocks of BC1: red or black, and green or black; the first texel is black in both.
    const std::array<uint16_t, 2> colors = {0xf800, 0x07e0};
    for (uint64_t i = 0; i < colors.size(); ++i) {
        put(kSource + 8 * i, colors[i]);
        put<uint16_t>(kSource + 8 * i + 2, 0);
        put<uint32_t>(kSource + 8 * i + 4, 1);
    }
    source(0xb3, 64, {.width = 8, .height = 4});
    target(kRgba8, 64, {.width = 8, .height = 4});
    set("RB_2D_BLIT_CNTL/IFMT"_field, static_cast<uint32_t>(BlitForm::Unorm8));
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0xff000000u);
    EXPECT_EQ(at<uint32_t>(kTarget + 4), 0xff0000ffu);
    EXPECT_EQ(at<uint32_t>(kTarget + 4 * 4), 0xff000000u);
    EXPECT_EQ(at<uint32_t>(kTarget + 3 * 64 + 7 * 4), 0xff00ff00u);
    // Half as large: the mean of the first four texels, of which one is black.
    set("SP_PS_2D_SRC_INFO/FILTER"_field, 1);
    target(kRgba8, 64, {.width = 4, .height = 2});
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0xff0000bfu);
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, DecodesPlanesOfColourDifferences) {
    for (uint8_t i = 0; i < 4; ++i) put<uint8_t>(kSource + i, static_cast<uint8_t>(10 * i));
    constexpr uint64_t kPairs = kSource + 0x1000;
    for (uint8_t i = 0; i < 4; ++i) put<uint8_t>(kPairs + i, static_cast<uint8_t>(100 + i));
    source(0x8e, 64, {.width = 4, .height = 1});
    setAddress("SP_PS_2D_SRC_PLANE1"_reg, kPairs);
    set("SP_PS_2D_SRC_PLANE_PITCH"_reg, 1);
    target(kRgba8, 64, {.width = 4, .height = 1});
    set("RB_2D_BLIT_CNTL/IFMT"_field, static_cast<uint32_t>(BlitForm::Unorm8));
    blit();
    EXPECT_EQ(at<uint32_t>(kTarget), 0xff656400u);
    EXPECT_EQ(at<uint32_t>(kTarget + 3 * 4), 0xff67661eu);
    EXPECT_TRUE(reported().empty());
}

TEST_F(BlitEngineTest, ReportsWhatIsNotThere) {
    target(kR8, 64, {.width = 8, .height = 1});
    setAddress("RB_2D_DST"_reg, 0x1'4000'0000);
    solid(BlitForm::Unorm8, {1, 0, 0, 0});
    blit();
    target(0x07, 64, {.width = 8, .height = 1});
    blit();
    ASSERT_EQ(reported(),
              (std::vector<std::string>{"gpu-memory-not-mapped", std::string(findings::kBlitFormat.identifier)}));
    EXPECT_EQ(findings_.all()[0].detail, "2D engine: 0x140000000, 8 bytes");
}

TEST_F(BlitEngineTest, ReportsSourcesThatAreNotThere) {
    target(kR8, 64, {.width = 8, .height = 1});
    source(kR8, 64, {.width = 8, .height = 1});
    setAddress("SP_PS_2D_SRC"_reg, 0x1'4000'0000);
    blit();
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_EQ(findings_.all()[0].detail, "2D engine: 0x140000000, 8 bytes");
}

}  // namespace
}  // namespace cyclorama::adreno::test
