// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "families/vivante/frontend/draw_translation.h"
#include "families/vivante/frontend/textures.h"
#include "vivante_stream.h"

namespace cyclorama::vivante {
namespace {

// Mesa: etna_emit_state. Target k has its tile status in the registers number k, its format in those number k - 1.
TEST(VivanteTranslation, FurtherTargetsHaveTileStatusByTheirNumber) {
    StateFile state;
    state.write("PS.CONTROL"_reg.word(), 2u << 8);
    for (const uint32_t k : {1u, 2u}) {
        state.write("PE.RT_CONFIG_8"_reg.word(k - 1), 256u * k | 6u << 20);
        state.write("PE.RT_ADDR_8_PIPE"_reg.word(k - 1), 0x180000 * k);
        state.write("PE.HALTI5_RT_COLORMASK"_reg.word(k - 1), 0xf0);
    }
    state.write("TS.RT_CONFIG"_reg.word(1), 1);
    state.write("TS.RT_STATUS_BASE"_reg.word(1), 0x300000);
    state.write("TS.RT_CLEAR_VALUE"_reg.word(1), 0x11223344);
    sim::Findings findings;
    gpu::DrawState draw = initialDrawState();
    translatePixelEngine(gc7000l(), state, Reporter(findings), draw);
    const gpu::RenderTarget& second = draw.color->targets[1];
    ASSERT_TRUE(second.enabled);
    EXPECT_EQ(second.storage.stride, 256U);
    EXPECT_TRUE(second.storage.tileStatus.enabled);
    EXPECT_EQ(second.storage.tileStatus.address, 0x300000U);
    EXPECT_EQ(second.storage.tileStatus.clearValue, 0x11223344U);
    ASSERT_TRUE(draw.color->targets[2].enabled);
    EXPECT_FALSE(draw.color->targets[2].storage.tileStatus.enabled);
    EXPECT_FALSE(draw.color->targets[3].enabled);
}

// etna_viv, state_3d.xml, PS.MSAA_CONFIG: masked state, of which 0xffff6fff is alpha to coverage.
TEST(VivanteTranslation, AlphaToCoverageIsMaskedState) {
    StateFile state;
    state.write("GL.MULTI_SAMPLE_CONFIG"_reg.word(), 2u | 0xfu << 4);
    const auto covers = [&state] {
        sim::Findings findings;
        gpu::DrawState draw = initialDrawState();
        translatePixelEngine(gc7000l(), state, Reporter(findings), draw);
        return draw.multisampling.coversByAlpha();
    };
    EXPECT_FALSE(covers());
    state.write("PS.MSAA_CONFIG"_reg.word(), 0xffff7fff);
    EXPECT_TRUE(covers());
    state.write("PS.MSAA_CONFIG"_reg.word(), 0x6fffffff);
    EXPECT_TRUE(covers());
    state.write("PS.MSAA_CONFIG"_reg.word(), 0xffff6fff);
    EXPECT_FALSE(covers());
}

// OpenGL 4.6, 17.3.6: where the buffer's components are clamped, so is the constant.
TEST(VivanteTranslation, TheBlendConstantIsClampedAsTheTargetIs) {
    constexpr uint32_t kRgba8 = 6;
    constexpr uint32_t kRgba16f = 0x13;
    for (const uint32_t format : {kRgba8, kRgba16f}) {
        StateFile state;
        state.write("PE.COLOR_FORMAT"_reg.word(), 0xfu << 8 | (format < 16 ? format : format << 24));
        state.write("PE.COLOR_STRIDE"_reg.word(), 512);
        state.write("PE.ALPHA_COLOR_EXT0"_reg.word(), 0x3800'c000);  // green 0.5, red -2
        state.write("PE.ALPHA_COLOR_EXT1"_reg.word(), 0x3e00'4000);  // alpha 1.5, blue 2
        sim::Findings findings;
        gpu::DrawState draw = initialDrawState();
        translatePixelEngine(gc7000l(), state, Reporter(findings), draw);
        ASSERT_TRUE(draw.color->targets[0].enabled);
        EXPECT_EQ(draw.color->targets[0].color.blend.constant,
                  format == kRgba8 ? (func::Vec4{0, 0.5f, 1, 1}) : (func::Vec4{-2, 0.5f, 2, 1.5f}));
    }
}

/// Four levels of 64 by 64 texels of a format.
SamplerWords sampler(uint32_t format) {
    SamplerWords words;
    words.config0 = 2u | format << 13;
    words.size = 64u | 64u << 16;
    words.minLod = 3.0f;
    words.maxLod = 4.0f;
    words.lastLevel = 3;
    return words;
}
constexpr uint32_t kL8 = 2;

TEST(VivanteTranslation, WithoutAFilterBetweenLevelsTheFirstIsSampled) {
    sim::Findings findings;
    SamplerWords words = sampler(kL8);
    const func::TextureState least = translateSampler(words, 0, Reporter(findings));
    EXPECT_EQ(least.minLevel, 3U) << "registers: that of the least level of detail";
    words.firstLevelAlone = true;
    const func::TextureState base = translateSampler(words, 0, Reporter(findings));
    EXPECT_EQ(base.minLevel, 0U) << "descriptors: their base level";
    EXPECT_EQ(base.maxLevel, 0U);
    words.mipFilter = 1;
    const func::TextureState nearest = translateSampler(words, 0, Reporter(findings));
    EXPECT_EQ(nearest.minLevel, 3U);
    EXPECT_EQ(nearest.maxLevel, 3U);
}

// Mesa 25.0.7, etna_create_sampler_view_desc: the number of layers stands in place of the height.
TEST(VivanteTranslation, LinesOfAnArrayAreLayersOfOneRow) {
    sim::Findings findings;
    SamplerWords words = sampler(kL8);
    words.config1 |= 1u << 24;
    words.sliceStride = 4096;
    words.firstLevelAlone = true;
    words.mipFilter = 1;
    words.minLod = 0.0f;
    words.maxLod = 14.0f;
    words.size = 16u | 64u << 16;
    words.lastLevel = 9;
    const func::TextureState texture = translateSampler(words, 0, Reporter(findings));
    EXPECT_EQ(texture.mode, func::TextureMode::Texture1DArray);
    EXPECT_EQ(texture.width, 16U);
    EXPECT_EQ(texture.height, 1U);
    EXPECT_EQ(texture.layers, 64U);
    EXPECT_EQ(texture.sliceStride[0], 4096U);
    EXPECT_EQ(texture.maxLevel, 4U) << "as many levels as the row has, not the layers";
}

TEST(VivanteTranslation, TexturesSplitOverTwoPipesAreReported) {
    sim::Findings findings;
    SamplerWords words = sampler(kL8);
    words.config1 |= 3u << 26;
    EXPECT_FALSE(translateSampler(words, 0, Reporter(findings)).enabled);
    ASSERT_EQ(findings.all().size(), 1U);
    EXPECT_EQ(findings.all()[0].kind.identifier, "texture-format-not-sampled");
}

// Filling cleared tiles needs no knowledge of the texels' meaning.
TEST(VivanteTranslation, TexturesOfAnyFormatHaveTileStatus) {
    StateFile state;
    state.write("NTE.DESCRIPTOR_CONTROL"_reg.word(), 1);
    state.write("NTE.DESCRIPTOR_TX_CTRL"_reg.word(), 2);
    state.write("TS.SAMPLER_CONFIG"_reg.word(), 1);
    state.write("TS.SAMPLER_STATUS_BASE"_reg.word(), 0x300000);
    sim::Findings findings;
    const func::TextureState texture = translateSampler(sampler(kL8), 0, Reporter(findings));
    ASSERT_TRUE(texture.enabled);
    const auto surface = samplerTileStatus(0, gc7000l(), state, texture);
    ASSERT_TRUE(surface);
    EXPECT_EQ(surface->format, func::Format::R8Unorm);
    EXPECT_EQ(surface->storage.tileStatus.address, 0x300000U);
}

}  // namespace
}  // namespace cyclorama::vivante
