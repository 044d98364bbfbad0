// SPDX-License-Identifier: MIT
#include "families/adreno/tp/sampling.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

#include "adreno/tp/texture_words.h"
#include "families/adreno/tp/image_access.h"

namespace cyclorama::adreno {
namespace {

using ir3::Opcode;

SamplerDescriptor samplerOf(TextureFilter filter, TextureWrap wrap = TextureWrap::ClampToEdge) {
    SamplerDescriptor sampler;
    sampler.magnification = filter;
    sampler.minification = filter;
    sampler.wrap = {wrap, wrap, wrap};
    sampler.maxLod = 15.0f;
    return sampler;
}

/// 4x4 texels of 8 bits, 16 from one to the next.
std::vector<std::byte> ramp() {
    std::vector<std::byte> bytes(64 * 4);
    for (unsigned y = 0; y < 4; ++y)
        for (unsigned x = 0; x < 4; ++x) bytes[y * 64 + x] = static_cast<std::byte>(16 * (4 * y + x));
    return bytes;
}
constexpr TestTexture kRamp{.format = 0x03, .width = 4, .height = 4};

TEST(Sampling, NearestTakesTheTexelOfThePlace) {
    std::vector<std::byte> bytes = ramp();
    const Texture texture = boundTexture(kRamp, bytes);
    TestRequest test(Opcode::Sample);
    test.setCoordinates(0.6f, 0.3f);
    test.run(texture, samplerOf(TextureFilter::Nearest));
    EXPECT_FLOAT_EQ(test.result(0), 16 * 6 / 255.0f);
    EXPECT_FLOAT_EQ(test.result(1), 0.0f);
    EXPECT_FLOAT_EQ(test.result(3), 1.0f);
}

/// Copies of buffers that are not aligned lie about their width (Mesa: vulkan/tu_clear_blit.cc,
/// tu_copy_buffer_to_image).
TEST(Sampling, TheLastRowMayBeLongerThanThePitch) {
    std::vector<std::byte> bytes(128);
    bytes[127] = std::byte{255};
    const Texture texture = boundTexture({.format = 0x03, .width = 128, .height = 1}, bytes);
    EXPECT_EQ(texture.extent(), 128u);
    TestRequest test(Opcode::Sample);
    test.setCoordinates(1.0f, 0.5f);
    test.run(texture, samplerOf(TextureFilter::Nearest));
    EXPECT_FLOAT_EQ(test.result(0), 1.0f);
}

TEST(Sampling, LinearWeighsInTwoHundredFiftySixths) {
    std::vector<std::byte> bytes = ramp();
    const Texture texture = boundTexture(kRamp, bytes);
    TestRequest test(Opcode::Sample);
    // Texel coordinates 1.5 + 64/256 and 2.5.
    test.setCoordinates((1.5f + 0.25f) / 4, 2.5f / 4);
    test.run(texture, samplerOf(TextureFilter::Linear));
    EXPECT_FLOAT_EQ(test.result(0), 16 * 9.25f / 255.0f);
}

TEST(Sampling, WrapsAsTheSamplerSays) {
    std::vector<std::byte> bytes = ramp();
    const Texture texture = boundTexture(kRamp, bytes);
    const auto at = [&](TextureWrap wrap, float s) {
        TestRequest test(Opcode::Sample);
        test.setCoordinates(s, 0.1f);
        const std::array<uint32_t, 4> border = {std::bit_cast<uint32_t>(0.5f), 0, 0, 0};
        test.run(texture, samplerOf(TextureFilter::Nearest, wrap), border);
        return test.result(0) * 255.0f / 16.0f;
    };
    EXPECT_FLOAT_EQ(at(TextureWrap::Repeat, 1.3f), 1.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::Repeat, -0.1f), 3.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::ClampToEdge, 7.0f), 3.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::MirrorRepeat, 1.3f), 2.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::MirrorRepeat, -0.3f), 1.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::MirrorClamp, -0.3f), 1.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::MirrorClamp, -3.0f), 3.0f);
    EXPECT_FLOAT_EQ(at(TextureWrap::ClampToBorder, 1.1f), 0.5f * 255.0f / 16.0f);
}

TEST(Sampling, ABufferWithoutElementsIsAllBorder) {
    std::vector<std::byte> bytes(64);
    const Texture texture = boundTexture({.format = 0x03, .width = 0, .height = 0, .type = TextureType::Buffer}, bytes);
    for (const TextureWrap wrap : {TextureWrap::Repeat, TextureWrap::ClampToEdge, TextureWrap::MirrorRepeat,
                                   TextureWrap::ClampToBorder, TextureWrap::MirrorClamp}) {
        for (const TextureFilter filter : {TextureFilter::Nearest, TextureFilter::Linear}) {
            TestRequest test(Opcode::Sample);
            test.setCoordinates(0.3f, -0.4f);
            const std::array<uint32_t, 4> border = {std::bit_cast<uint32_t>(0.5f), 0, 0, 0};
            test.run(texture, samplerOf(filter, wrap), border);
            EXPECT_FLOAT_EQ(test.result(0), 0.5f) << static_cast<int>(wrap) << " " << static_cast<int>(filter);
        }
    }
}

TEST(Sampling, InfiniteFootprintsHaveTheMostSamples) {
    std::vector<std::byte> bytes(64 * 4, std::byte{51});
    const Texture texture = boundTexture(kRamp, bytes);
    TestRequest test(Opcode::SampleGradient);
    test.setCoordinates(0.5f, 0.5f);
    const uint32_t infinite = std::bit_cast<uint32_t>(std::numeric_limits<float>::infinity());
    for (unsigned i = 4; i < 8; ++i) test.coordinate[i].lane[0] = infinite;
    SamplerDescriptor sampler = samplerOf(TextureFilter::Anisotropic);
    sampler.maxAnisotropy = 16;
    test.run(texture, sampler);
    EXPECT_NEAR(test.result(0), 0.2f, 1e-6f);
}

TEST(Sampling, LevelOfDetailFollowsFromTheQuad) {
    // Levels of 64x64, 32x32, ... texels, each of one value.
    std::vector<std::byte> bytes(1 << 16);
    const TestTexture words{.format = 0x03, .width = 64, .height = 64, .pitch = 64, .arrayPitch = 1 << 16, .levels = 7};
    const Texture texture = boundTexture(words, bytes);
    for (uint32_t i = 0; i < texture.levels(); ++i) {
        const TextureLevel& level = texture.level(i);
        for (uint32_t y = 0; y < level.height; ++y)
            for (uint32_t x = 0; x < level.width; ++x) bytes[level.offset(x, y, 0)] = static_cast<std::byte>(32 * i);
    }
    TestRequest test(Opcode::Sample);
    SamplerDescriptor sampler = samplerOf(TextureFilter::Linear);
    sampler.mixesLevels = true;
    // Two texels, then six, from pixel to pixel.
    const auto step = [&](float texels) {
        for (unsigned lane = 0; lane < 4; ++lane) {
            test.coordinate[0].lane[lane] = std::bit_cast<uint32_t>(0.5f + static_cast<float>(lane & 1) * texels / 64);
            test.coordinate[1].lane[lane] = std::bit_cast<uint32_t>(0.5f + static_cast<float>(lane >> 1) * texels / 64);
        }
        test.run(texture, sampler);
        return test.result(0) * 255.0f / 32.0f;
    };
    EXPECT_FLOAT_EQ(step(2.0f), 1.0f);
    EXPECT_NEAR(step(6.0f), std::log2(6.0f), 0.003f);
    EXPECT_FLOAT_EQ(step(1000.0f), 6.0f);
    EXPECT_FLOAT_EQ(step(0.5f), 0.0f);
    sampler.lodBias = 1.0f;
    EXPECT_FLOAT_EQ(step(2.0f), 2.0f);
    TestRequest lod(Opcode::GetLod);
    lod.coordinate = test.coordinate;
    sampler.lodBias = 0.0f;
    lod.run(texture, sampler);
    EXPECT_EQ(lod.data[0].lane[0], 256u);
    EXPECT_EQ(static_cast<int32_t>(lod.data[1].lane[0]), 256);
}

TEST(Sampling, ComparesBeforeItFilters) {
    std::vector<std::byte> bytes = ramp();
    const Texture texture = boundTexture(kRamp, bytes);
    TestRequest test(Opcode::Sample);
    test.request.fields.shadow = true;
    // Between texels 4 and 5 of the ramp.
    test.setCoordinates(1.0f / 4, 1.5f / 4, 4.5f * 16 / 255.0f);
    SamplerDescriptor sampler = samplerOf(TextureFilter::Linear);
    sampler.compare = func::CompareFunction::LessEqual;
    test.run(texture, sampler);
    EXPECT_FLOAT_EQ(test.result(0), 0.5f);
}

TEST(Sampling, GathersFromTheLowerLeftOn) {
    std::vector<std::byte> bytes = ramp();
    const Texture texture = boundTexture(kRamp, bytes);
    TestRequest test(Opcode::GatherRed);
    test.setCoordinates(2.0f / 4, 1.0f / 4);
    test.run(texture, samplerOf(TextureFilter::Linear));
    const std::array<float, 4> expected = {5, 6, 2, 1};
    for (unsigned c = 0; c < 4; ++c) EXPECT_FLOAT_EQ(test.result(c) * 255.0f / 16.0f, expected[c]);
}

TEST(Sampling, GathersNothingBelowTheClampOfLevels) {
    std::vector<std::byte> bytes = ramp();
    bytes.resize(4096, std::byte{1});
    std::array<uint32_t, kTextureDescriptorWords> words =
        TestTexture{.format = 0x03, .width = 4, .height = 4, .levels = 3}.words();
    constexpr uint32_t kUnit = 0x100;
    for (const uint32_t clamp : {kUnit - 1, kUnit, kUnit + 1}) {
        words[6] = clamp;
        Texture texture(decodeTexture(words));
        texture.bind([&](uint64_t, uint64_t size) { return std::span(bytes).first(static_cast<size_t>(size)); });
        TestRequest test(Opcode::GatherRed);
        test.setCoordinates(2.0f / 4, 1.0f / 4);
        test.run(texture, samplerOf(TextureFilter::Linear));
        EXPECT_FLOAT_EQ(test.result(0) * 255.0f / 16.0f, clamp < kUnit ? 5.0f : 0.0f) << clamp;
    }
}

TEST(Sampling, ReadsTexelsByNumber) {
    std::vector<std::byte> bytes = ramp();
    const Texture texture = boundTexture(kRamp, bytes);
    TestRequest test(Opcode::ImageSample, 128);
    for (unsigned lane = 0; lane < 128; ++lane) {
        test.coordinate[0].lane[lane] = lane % 5;
        test.coordinate[1].lane[lane] = lane / 5;
    }
    test.run(texture, {});
    for (unsigned lane = 0; lane < 128; ++lane) {
        const unsigned column = lane % 5, row = lane / 5;
        const unsigned number = column < 4 && row < 4 ? 4 * row + column : 0;
        EXPECT_FLOAT_EQ(test.result(0, lane) * 255.0f / 16.0f, static_cast<float>(number));
    }
}

/// The faces' texels are their numbers; a linear filter on an edge mixes two faces, at a corner three.
TEST(Sampling, CubesHaveNoSeams) {
    std::vector<std::byte> bytes(6 * 4096);
    for (unsigned face = 0; face < 6; ++face)
        for (unsigned y = 0; y < 4; ++y)
            for (unsigned x = 0; x < 4; ++x) bytes[face * 4096 + y * 64 + x] = static_cast<std::byte>(32 * face);
    const Texture texture =
        boundTexture({.format = 0x03, .width = 4, .height = 4, .arrayPitch = 4096, .type = TextureType::Cube}, bytes);
    const auto at = [&](float x, float y, float z, bool seamless) {
        TestRequest test(Opcode::Sample);
        test.request.fields.threeDimensional = true;
        test.setCoordinates(x, y, z);
        SamplerDescriptor sampler = samplerOf(TextureFilter::Linear);
        sampler.seamlessCube = seamless;
        test.run(texture, sampler);
        return test.result(0) * 255.0f / 32.0f;
    };
    EXPECT_FLOAT_EQ(at(1, 0, 0, true), 0.0f);
    EXPECT_FLOAT_EQ(at(0, 0, -1, true), 5.0f);
    EXPECT_NEAR(at(1, 1, 0, true), 1.0f, 0.01f);
    EXPECT_FLOAT_EQ(at(1, 1, 0, false), 2.0f);
    EXPECT_NEAR(at(1, 1, 1, true), 2.0f, 0.01f);
}

/// Coordinates on an edge, as texels of both faces there have the same distance: none comes from a face's far side.
TEST(Sampling, SeamlessCubesIgnoreWrapModes) {
    std::vector<std::byte> bytes(6 * 4096);
    for (unsigned face = 0; face < 6; ++face)
        for (unsigned y = 0; y < 4; ++y)
            for (unsigned x = 0; x < 4; ++x)
                bytes[face * 4096 + y * 64 + x] = static_cast<std::byte>(16 * face + 4 * y + x);
    const Texture texture =
        boundTexture({.format = 0x03, .width = 4, .height = 4, .arrayPitch = 4096, .type = TextureType::Cube}, bytes);
    const auto at = [&](TextureWrap wrap, float x, float y, float z, bool seamless) {
        TestRequest test(Opcode::Sample);
        test.request.fields.threeDimensional = true;
        test.setCoordinates(x, y, z);
        SamplerDescriptor sampler = samplerOf(TextureFilter::Nearest, wrap);
        sampler.seamlessCube = seamless;
        test.run(texture, sampler);
        return test.result(0) * 255.0f;
    };
    unsigned wrapped = 0;
    for (const float x : {-1.2f, 0.3f, 1.2f}) {
        for (const float y : {-1.2f, 1.2f}) {
            for (const float z : {-1.2f, 0.3f, 1.2f}) {
                const float edge = at(TextureWrap::ClampToEdge, x, y, z, true);
                for (const TextureWrap wrap : {TextureWrap::Repeat, TextureWrap::MirrorRepeat}) {
                    EXPECT_FLOAT_EQ(at(wrap, x, y, z, true), edge) << x << ' ' << y << ' ' << z;
                    wrapped += at(wrap, x, y, z, false) != at(TextureWrap::ClampToEdge, x, y, z, false) ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(wrapped, 0u) << "a cube map with seams is repeated";
}

/// The way for texels of four bytes gives what the way for all others does, which a result clamped to [0, 1] takes.
TEST(Sampling, QuickWayIsTheSame) {
    std::vector<std::byte> bytes(1 << 16);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 ^ i >> 7);
    for (const TileMode mode : {TileMode::Linear, TileMode::Tiled}) {
        for (const bool srgb : {false, true}) {
            for (const TextureWrap wrap : {TextureWrap::Repeat, TextureWrap::ClampToBorder, TextureWrap::MirrorClamp}) {
                const TestTexture words{
                    .width = 40, .height = 24, .pitch = 256, .levels = 4, .tileMode = mode, .srgb = srgb};
                const Texture texture = boundTexture(words, bytes);
                SamplerDescriptor sampler = samplerOf(TextureFilter::Linear, wrap);
                sampler.mixesLevels = true;
                TestRequest quick(Opcode::Sample, 128);
                for (unsigned lane = 0; lane < 128; ++lane) {
                    const auto place = static_cast<float>(lane);
                    quick.coordinate[0].lane[lane] = std::bit_cast<uint32_t>(0.037f * place - 1.3f);
                    quick.coordinate[1].lane[lane] = std::bit_cast<uint32_t>(1.9f - 0.013f * place);
                }
                TestRequest general(Opcode::Sample, 128);
                general.coordinate = quick.coordinate;
                const std::array<uint32_t, 4> border = {0x3f000000, 0x3f800000, 0, 0x3e800000};
                quick.run(texture, sampler, border);
                sampler.clampsResult = true;
                general.run(texture, sampler, border);
                for (unsigned c = 0; c < 4; ++c) {
                    for (unsigned lane = 0; lane < 128; ++lane) {
                        ASSERT_EQ(quick.data[c].lane[lane], general.data[c].lane[lane]) << c << " of " << lane;
                    }
                }
            }
        }
    }
}

// Divisors of one lead from the coordinates as they are given to each lane's own, and from footprints of all quads at
// once to those of one after the other.
TEST(Sampling, PlainCoordinatesEqualThoseDividedByOne) {
    std::vector<std::byte> bytes(1 << 16);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 73 ^ i >> 5);
    std::mt19937 random(9);
    std::uniform_real_distribution<float> place(-3.0f, 3.0f);
    for (uint32_t n = 0; n < 200; ++n) {
        const TestTexture words{.width = 40, .height = 24, .pitch = 256, .levels = 4};
        const Texture texture = boundTexture(words, bytes);
        SamplerDescriptor sampler = samplerOf(TextureFilter::Linear, TextureWrap::Repeat);
        sampler.mixesLevels = true;
        sampler.maxLod = 3.0f;
        TestRequest plain(Opcode::Sample, 128);
        TestRequest divided(Opcode::Sample, 128);
        divided.request.fields.projected = true;
        divided.set(divided.coordinate, 2, 1.0f);
        const float spread = std::array{0.01f, 0.1f, 1.0f}[n % 3];
        for (unsigned lane = 0; lane < 128; ++lane) {
            for (unsigned i = 0; i < 2; ++i) {
                const float value =
                    random() % 64 == 0 ? std::numeric_limits<float>::quiet_NaN() : place(random) * spread;
                plain.coordinate[i].lane[lane] = divided.coordinate[i].lane[lane] = std::bit_cast<uint32_t>(value);
            }
        }
        plain.run(texture, sampler);
        divided.run(texture, sampler);
        for (unsigned c = 0; c < 4; ++c)
            for (unsigned lane = 0; lane < 128; ++lane)
                ASSERT_EQ(plain.data[c].lane[lane], divided.data[c].lane[lane]) << c << " of " << lane << " in " << n;
    }
}

TEST(Sampling, SaysSizes) {
    std::vector<std::byte> bytes;
    const Texture texture = boundTexture({.width = 20, .height = 7, .depth = 5, .levels = 3}, bytes);
    TestRequest size(Opcode::GetSize);
    size.coordinate[0].lane.fill(1);
    size.run(texture, {});
    EXPECT_EQ(size.data[0].lane[0], 10u);
    EXPECT_EQ(size.data[1].lane[0], 3u);
    EXPECT_EQ(size.data[3].lane[0], 5u);
    TestRequest info(Opcode::GetInfo);
    info.run(texture, {});
    EXPECT_EQ(info.data[2].lane[0], 3u);
    EXPECT_EQ(info.data[3].lane[0], 1u);
}

// Vulkan's null descriptors are zeros in Turnip; textureSize(), textureQueryLevels() and imageSize() have to be zero
// (dEQP-VK.robustness.robustness2).
TEST(Sampling, DescriptorsOfZerosHaveNoSize) {
    const Texture texture(decodeTexture(std::array<uint32_t, kTextureDescriptorWords>{}));
    for (const uint32_t level : {0u, 1u, 0x7fffffffu, ~0u}) {
        TestRequest size(Opcode::GetSize);
        size.coordinate[0].lane.fill(level);
        size.run(texture, {});
        for (unsigned c = 0; c < 4; ++c) EXPECT_EQ(size.data[c].lane[0], 0u) << c << " of level " << level;
    }
    TestRequest info(Opcode::GetInfo);
    info.run(texture, {});
    for (unsigned c = 0; c < 4; ++c) EXPECT_EQ(info.data[c].lane[0], 0u) << c;
    EXPECT_EQ(imageSize(texture), (std::array<uint32_t, 3>{}));
}

}  // namespace
}  // namespace cyclorama::adreno
