// SPDX-License-Identifier: MIT
// Lanes that are sampled together have the results of those that are sampled texel by texel.

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "adreno/tp/texture_words.h"

namespace cyclorama::adreno {
namespace {

constexpr unsigned kLanes = 64;
constexpr uint32_t kByteTexels = 0x30;   // FMT6_8_8_8_8_UNORM
constexpr uint32_t kFloatTexels = 0x4a;  // FMT6_32_FLOAT

/// Levels of 16x16, 8x8, ... texels with random bytes.
struct RandomTexture {
    explicit RandomTexture(uint32_t format) {
        std::mt19937 random(1);
        for (size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::byte>(format == kFloatTexels && i % 4 == 3 ? 0x3f : random());
    }
    Texture bound(uint32_t format) {
        return boundTexture({.format = format, .width = 16, .height = 16, .pitch = 64, .levels = 5}, bytes);
    }
    std::vector<std::byte> bytes = std::vector<std::byte>(1 << 14);
};

/// Lanes all over the texture and around it.
void scatter(TestRequest& test) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> place(-0.4f, 1.4f);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        for (unsigned i = 0; i < 3; ++i) test.coordinate[i].lane[lane] = std::bit_cast<uint32_t>(place(random));
}

SamplerDescriptor samplerWith(TextureWrap wrap, TextureFilter filter) {
    SamplerDescriptor sampler;
    sampler.magnification = sampler.minification = filter;
    sampler.mixesLevels = filter == TextureFilter::Linear;
    sampler.wrap.fill(wrap);
    sampler.maxLod = 4.0f;
    sampler.compare = func::CompareFunction::LessEqual;
    return sampler;
}

/// Holds lanes that are sampled together against one texel after the other, which limits of results without effect lead
/// to.
void expectSame(uint32_t format, bool compares, float tolerance) {
    RandomTexture source(format);
    const Texture texture = source.bound(format);
    for (const TextureWrap wrap : {TextureWrap::Repeat, TextureWrap::ClampToEdge, TextureWrap::MirrorRepeat,
                                   TextureWrap::ClampToBorder, TextureWrap::MirrorClamp}) {
        for (const TextureFilter filter : {TextureFilter::Nearest, TextureFilter::Linear}) {
            SamplerDescriptor sampler = samplerWith(wrap, filter);
            TestRequest together(ir3::Opcode::Sample, kLanes);
            TestRequest texels(ir3::Opcode::Sample, kLanes);
            for (TestRequest* const test : {&together, &texels}) {
                scatter(*test);
                test->request.fields.shadow = compares;
                test->run(texture, sampler);
                sampler.clampsResult = true;
            }
            for (unsigned lane = 0; lane < kLanes; ++lane)
                for (unsigned c = 0; c < 4; ++c)
                    EXPECT_NEAR(together.result(c, lane), texels.result(c, lane), tolerance)
                        << "lane " << lane << " component " << c << " wrap " << static_cast<int>(wrap);
        }
    }
}

TEST(BatchSampler, AveragesColoursAsTexelByTexel) { expectSame(kByteTexels, false, 0x1p-22f); }

TEST(BatchSampler, ComparesDepthsAsTexelByTexel) { expectSame(kFloatTexels, true, 0.0f); }

TEST(BatchSampler, LeavesLanesAloneThatAreNotWanted) {
    RandomTexture source(kByteTexels);
    const Texture texture = source.bound(kByteTexels);
    const SamplerDescriptor sampler = samplerWith(TextureWrap::ClampToBorder, TextureFilter::Linear);
    TestRequest together(ir3::Opcode::Sample, kLanes);
    scatter(together);
    together.run(texture, sampler);
    constexpr uint32_t kUntouched = 0xcdcdcdcd;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        TestRequest alone(ir3::Opcode::Sample, kLanes);
        scatter(alone);
        for (ir3::LaneWords& words : alone.data) words.lane.fill(kUntouched);
        sampleTexture({texture, sampler}, alone.request, isa::WaveMask::only(lane), alone.data);
        for (unsigned c = 0; c < 4; ++c)
            for (unsigned other = 0; other < kLanes; ++other)
                EXPECT_EQ(alone.data[c].lane[other], other == lane ? together.data[c].lane[lane] : kUntouched);
    }
}

}  // namespace
}  // namespace cyclorama::adreno
