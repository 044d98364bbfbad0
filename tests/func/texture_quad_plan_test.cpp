// SPDX-License-Identifier: MIT
#include "func/texture/texture_quad_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace cyclorama::func {
namespace {

constexpr std::array kModes = {TextureMode::Texture1D, TextureMode::Texture2D, TextureMode::CubeMap,
                               TextureMode::Texture3D};
constexpr std::array kWraps = {WrapMode::Repeat, WrapMode::Clamp, WrapMode::ClampToEdge, WrapMode::ClampToBorder,
                               WrapMode::MirroredRepeat};
constexpr std::array kFilters = {FilterMode::Nearest, FilterMode::Linear, FilterMode::LinearMipmapNearest,
                                 FilterMode::NearestMipmapLinear, FilterMode::LinearMipmapLinear};

uint32_t below(uint32_t limit, std::mt19937& random) { return static_cast<uint32_t>(random() % limit); }

template <class Values>
auto oneOf(const Values& values, std::mt19937& random) {
    return values[random() % values.size()];
}

TextureState randomTexture(std::mt19937& random) {
    TextureState state;
    state.mode = oneOf(kModes, random);
    state.format = Format::Rgba8888;
    const uint32_t sizeLog2 = 2 + below(5, random);
    state.log2Width = state.log2Height = sizeLog2;
    state.log2Depth = state.mode == TextureMode::Texture3D ? sizeLog2 : 0;
    state.width = state.height = 1u << sizeLog2;
    state.depth = 1u << state.log2Depth;
    state.wrapS = oneOf(kWraps, random);
    state.wrapT = oneOf(kWraps, random);
    state.wrapR = oneOf(kWraps, random);
    state.minFilter = oneOf(kFilters, random);
    state.magFilter = random() % 2 == 0 ? FilterMode::Nearest : FilterMode::Linear;
    state.maxLevel = sizeLog2;
    state.minLod = 0.0f;
    state.maxLod = 12.0f;
    state.maxAnisotropy = 1 + below(16, random);
    for (uint32_t level = 0; level < kTextureLevels; level++) {
        for (uint32_t face = 0; face < kCubeFaces; face++) {
            state.address[level][face] = 0x100000 * (level + 1) + 0x10000 * face;
        }
    }
    return state;
}

/// Beside each other, as fragments of a quad are; now and then far out, or different in level.
QuadCoordinates randomQuad(std::mt19937& random) {
    std::uniform_real_distribution<float> place(-2.0f, 2.0f);
    std::uniform_real_distribution<float> step(-0.3f, 0.3f);
    const float scale = random() % 16 == 0 ? 1e9f : 1.0f;
    QuadCoordinates quad{};
    for (size_t c = 0; c < 3; c++) {
        const float origin = place(random) * scale;
        const float dx = step(random);
        const float dy = step(random);
        for (size_t f = 0; f < kQuadFragments; f++) {
            quad[f][c] = origin + (f % 2 == 1 ? dx : 0.0f) + (f / 2 == 1 ? dy : 0.0f);
        }
    }
    const bool same = random() % 4 != 0;
    const float bias = place(random);
    for (Vec4& fragment : quad) {
        fragment[3] = same ? bias : place(random);
    }
    return quad;
}

TEST(TextureQuadPlan, HasTheTexelsOfTheWholePlanInTheOrderOfTheirLoops) {
    std::mt19937 random(7);
    uint32_t together = 0;
    for (uint32_t run = 0; run < 4000; run++) {
        SCOPED_TRACE(run);
        const PreparedTexture texture(randomTexture(random), TextureUnitSettings{});
        const TextureQuadRequest request{random() % 4 == 0 ? TextureOperation::SampleLod : TextureOperation::SampleBias,
                                         randomQuad(random)};
        TextureAccessPlan plan;
        planTextureAccess(texture, request, plan);
        const QuadAccess access = startQuadAccess(texture, request);
        together += access.together ? 1 : 0;
        ASSERT_EQ(access.area.samples, plan.samples.size());
        ASSERT_EQ(access.magnified, plan.magnified);
        for (uint32_t s = 0; access.together && s < access.area.samples; s++) {
            SampleTexels located;
            SampleTexels arranged;
            locateSample(texture, access, s, located);
            arrangeSample(plan, s, arranged);
            ASSERT_EQ(located.loops, arranged.loops);
            ASSERT_EQ(located.loops, access.loops);
            ASSERT_EQ(located.mostBytes, 4u);
            for (uint32_t loop = 0; loop < located.loops; loop++) {
                ASSERT_EQ(located.loopEnd[loop], arranged.loopEnd[loop]);
            }
            for (uint32_t t = 0; t < located.loopEnd[located.loops - 1]; t++) {
                ASSERT_EQ(located.address[t], arranged.address[t]) << "texel " << t;
                ASSERT_EQ(located.bytes[t], arranged.bytes[t]) << "texel " << t;
            }
        }
    }
    // Not all are.
    EXPECT_GT(together, 2000u);
    EXPECT_LT(together, 3900u);
}

}  // namespace
}  // namespace cyclorama::func
