// SPDX-License-Identifier: MIT
// Filters beside nearest and linear ones, planes of colour differences, and samples of pixels; weights by hand from
// Vulkan 1.3 (Image Operations) and VK_EXT_filter_cubic.

#include <gtest/gtest.h>

#include <bit>

#include "adreno/tp/texture_words.h"

namespace cyclorama::adreno {
namespace {

using ir3::Opcode;

constexpr TestTexture kSquare{.format = 0x03, .width = 4, .height = 4};

/// Rows of 64 bytes; the same four texels in each row.
std::vector<std::byte> columns(const std::array<uint8_t, 4>& texels) {
    std::vector<std::byte> bytes(64 * 4);
    for (size_t y = 0; y < 4; ++y)
        for (size_t x = 0; x < 4; ++x) bytes[y * 64 + x] = static_cast<std::byte>(texels[x]);
    return bytes;
}

SamplerDescriptor edgeSampler(TextureFilter filter) {
    SamplerDescriptor sampler;
    sampler.magnification = sampler.minification = filter;
    sampler.wrap.fill(TextureWrap::ClampToEdge);
    sampler.maxLod = 15.0f;
    return sampler;
}

/// In bytes.
float sampleAt(const Texture& texture, const SamplerDescriptor& sampler, float s, float t) {
    TestRequest test(Opcode::Sample);
    test.setCoordinates(s, t);
    test.run(texture, sampler);
    return test.result(0) * 255.0f;
}

TEST(CubicFilter, WeighsFourTexelsOfAnAxis) {
    std::vector<std::byte> bytes = columns({16, 32, 64, 160});
    const Texture texture = boundTexture(kSquare, bytes);
    const SamplerDescriptor sampler = edgeSampler(TextureFilter::Cubic);
    EXPECT_NEAR(sampleAt(texture, sampler, 1.5f / 4, 1.5f / 4), 32.0f, 1e-3f) << "the middle of a texel";
    // -1/16, 9/16, 9/16 and -1/16 half way between the second and the third.
    EXPECT_NEAR(sampleAt(texture, sampler, 2.0f / 4, 1.5f / 4), 43.0f, 1e-3f);
    // A quarter behind the second: -9/128, 111/128, 29/128 and -3/128.
    EXPECT_NEAR(sampleAt(texture, sampler, 1.75f / 4, 1.5f / 4), 37.375f, 1e-3f);
}

TEST(CubicFilter, RepeatsTheEdge) {
    std::vector<std::byte> bytes = columns({16, 32, 64, 160});
    const Texture texture = boundTexture(kSquare, bytes);
    // Half way between the first and the second: the first counts twice.
    EXPECT_NEAR(sampleAt(texture, edgeSampler(TextureFilter::Cubic), 1.0f / 4, 0.5f), (8 * 16 + 9 * 32 - 64) / 16.0f,
                1e-3f);
}

TEST(ReducingFilter, TakesTheLeastOrTheMost) {
    std::vector<std::byte> bytes(64 * 4);
    for (size_t y = 0; y < 4; ++y)
        for (size_t x = 0; x < 4; ++x) bytes[y * 64 + x] = static_cast<std::byte>(16 * (4 * y + x));
    const Texture texture = boundTexture(kSquare, bytes);
    SamplerDescriptor sampler = edgeSampler(TextureFilter::Linear);
    // Texels 5, 6, 9 and 10.
    sampler.reduction = Reduction::Minimum;
    EXPECT_NEAR(sampleAt(texture, sampler, 1.75f / 4, 1.75f / 4), 80.0f, 1e-3f);
    sampler.reduction = Reduction::Maximum;
    EXPECT_NEAR(sampleAt(texture, sampler, 1.75f / 4, 1.75f / 4), 160.0f, 1e-3f);
    sampler.reduction = Reduction::Average;
    EXPECT_NEAR(sampleAt(texture, sampler, 1.75f / 4, 1.75f / 4), 100.0f, 1e-3f);
}

TEST(ReducingFilter, TakesTheLeastOrTheMostOfIntegers) {
    // The second and the third of four texels, whose order depends on the sign.
    std::vector<std::byte> bytes = columns({0, 200, 100, 255});
    const auto reduced = [&](uint32_t format, Reduction reduction) {
        SamplerDescriptor sampler = edgeSampler(TextureFilter::Linear);
        sampler.reduction = reduction;
        TestRequest test(Opcode::Sample);
        test.setCoordinates(1.75f / 4, 1.75f / 4);
        test.run(boundTexture({.format = format, .width = 4, .height = 4}, bytes), sampler);
        return static_cast<int32_t>(test.data[0].lane[0]);
    };
    constexpr uint32_t kUint8 = 0x05;
    constexpr uint32_t kSint8 = 0x06;
    EXPECT_EQ(reduced(kUint8, Reduction::Minimum), 100);
    EXPECT_EQ(reduced(kUint8, Reduction::Maximum), 200);
    EXPECT_EQ(reduced(kSint8, Reduction::Minimum), 200 - 256);
    EXPECT_EQ(reduced(kSint8, Reduction::Maximum), 100);
    EXPECT_EQ(reduced(kUint8, Reduction::Average), 200) << "the nearest";
}

/// A footprint of four texels by one: levels of detail shrink by the number of probes along it.
TEST(AnisotropicFilter, LooksAlongTheLongerAxis) {
    std::vector<std::byte> bytes(1 << 16);
    const TestTexture words{.format = 0x03, .width = 64, .height = 64, .pitch = 64, .arrayPitch = 1 << 16, .levels = 7};
    const Texture texture = boundTexture(words, bytes);
    for (uint32_t i = 0; i < texture.levels(); ++i) {
        const TextureLevel& level = texture.level(i);
        for (uint32_t y = 0; y < level.height; ++y)
            for (uint32_t x = 0; x < level.width; ++x) bytes[level.offset(x, y, 0)] = static_cast<std::byte>(32 * i);
    }
    const auto levelOf = [&](TextureFilter filter, uint32_t most) {
        TestRequest test(Opcode::Sample);
        for (unsigned lane = 0; lane < 4; ++lane) {
            test.coordinate[0].lane[lane] = std::bit_cast<uint32_t>(0.5f + static_cast<float>(lane & 1) * 4 / 64);
            test.coordinate[1].lane[lane] = std::bit_cast<uint32_t>(0.5f + static_cast<float>(lane >> 1) / 64);
        }
        SamplerDescriptor sampler = edgeSampler(filter);
        sampler.mixesLevels = true;
        sampler.maxAnisotropy = most;
        test.run(texture, sampler);
        return test.result(0) * 255.0f / 32.0f;
    };
    EXPECT_NEAR(levelOf(TextureFilter::Linear, 1), 2.0f, 1e-3f);
    EXPECT_NEAR(levelOf(TextureFilter::Anisotropic, 2), 1.0f, 1e-3f);
    EXPECT_NEAR(levelOf(TextureFilter::Anisotropic, 4), 0.0f, 1e-3f);
    EXPECT_NEAR(levelOf(TextureFilter::Anisotropic, 16), 0.0f, 1e-3f);
}

/// Luma of 4x4 texels, 10 from one to the next, in front of 2x2 pairs of colour differences.
struct PlanesTest : testing::Test {
    static constexpr uint64_t kLuma = 0x1000;
    static constexpr uint64_t kChroma = 0x2000;

    PlanesTest() : bytes(0x2000) {
        for (size_t y = 0; y < 4; ++y)
            for (size_t x = 0; x < 4; ++x) bytes[y * 64 + x] = static_cast<std::byte>(10 * (4 * y + x));
        for (size_t y = 0; y < 2; ++y)
            for (size_t x = 0; x < 2; ++x) {
                bytes[0x1000 + y * 64 + 2 * x] = static_cast<std::byte>(40 * x + 80 * y);
                bytes[0x1000 + y * 64 + 2 * x + 1] = static_cast<std::byte>(200 - 40 * x);
            }
    }
    /// Luma and the two differences, in bytes.
    std::array<float, 3> at(float x, float y, bool linear, bool midpoint) {
        TextureDescriptor descriptor;
        descriptor.formatNumber = 0x8e;
        descriptor.format = findSurfaceFormat(descriptor.formatNumber);
        descriptor.width = descriptor.height = 4;
        descriptor.depth = 1;
        descriptor.pitch = descriptor.planePitch = 64;
        descriptor.address = kLuma;
        descriptor.planeAddress = {kChroma, 0};
        descriptor.chromaMidpointX = descriptor.chromaMidpointY = midpoint;
        Texture texture(descriptor);
        texture.bind([&](uint64_t address, uint64_t) {
            return address < kLuma ? std::span<std::byte>{} : std::span(bytes).subspan(address - kLuma);
        });
        SamplerDescriptor sampler = edgeSampler(TextureFilter::Nearest);
        sampler.linearChroma = linear;
        TestRequest test(Opcode::Sample);
        test.setCoordinates((x + 0.5f) / 4, (y + 0.5f) / 4);
        test.run(texture, sampler);
        return {test.result(0) * 255.0f, test.result(1) * 255.0f, test.result(2) * 255.0f};
    }
    static void expectNear(const std::array<float, 3>& texel, const std::array<float, 3>& expected) {
        for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(texel[c], expected[c], 1e-3f) << c;
    }

    std::vector<std::byte> bytes;
};

TEST_F(PlanesTest, TakesTheNearestDifferences) {
    expectNear(at(0, 0, false, false), {0, 0, 200});
    expectNear(at(1, 1, false, false), {50, 0, 200});
    expectNear(at(2, 1, false, false), {60, 40, 160});
    expectNear(at(3, 3, false, false), {150, 120, 160});
}

TEST_F(PlanesTest, MixesDifferencesOnEvenTexels) {
    expectNear(at(0, 0, true, false), {0, 0, 200});
    expectNear(at(1, 0, true, false), {10, 20, 180});
    expectNear(at(1, 1, true, false), {50, 60, 180});
    expectNear(at(3, 3, true, false), {150, 120, 160});
}

TEST_F(PlanesTest, MixesDifferencesBetweenTexels) {
    expectNear(at(0, 0, true, true), {0, 0, 200});
    expectNear(at(1, 0, true, true), {10, 10, 190});
    expectNear(at(2, 0, true, true), {20, 30, 170});
    expectNear(at(1, 2, true, true), {90, 70, 190});
}

TEST(Samples, AreReadOneByOne) {
    std::vector<std::byte> bytes(64 * 4);
    for (size_t i = 0; i < 4; ++i)
        for (size_t sample = 0; sample < 4; ++sample)
            bytes[i / 2 * 64 + i % 2 * 4 + sample] = static_cast<std::byte>(16 * i + sample);
    TextureDescriptor descriptor;
    descriptor.formatNumber = 0x03;
    descriptor.format = findSurfaceFormat(descriptor.formatNumber);
    descriptor.width = descriptor.height = 2;
    descriptor.depth = 1;
    descriptor.pitch = 64;
    descriptor.samples = 4;
    Texture texture(descriptor);
    texture.bind([&](uint64_t, uint64_t size) { return std::span(bytes).first(std::min<size_t>(bytes.size(), size)); });
    TestRequest test(Opcode::ImageSampleMultisampled, 32);
    for (unsigned lane = 0; lane < 32; ++lane) {
        test.coordinate[0].lane[lane] = lane % 2;
        test.coordinate[1].lane[lane] = lane / 2 % 2;
        test.coordinate[2].lane[lane] = lane / 4;
    }
    test.run(texture, {});
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned sample = lane / 4;
        const unsigned expected = sample < 4 ? 16 * (lane % 4) + sample : 0;
        EXPECT_NEAR(test.result(0, lane) * 255.0f, static_cast<float>(expected), 1e-3f) << lane;
    }
}

}  // namespace
}  // namespace cyclorama::adreno
