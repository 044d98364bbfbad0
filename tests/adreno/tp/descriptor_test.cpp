// SPDX-License-Identifier: MIT
#include "families/adreno/tp/descriptor.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <vector>

#include "adreno/tp/texture_words.h"
#include "families/adreno/tp/image_access.h"

namespace cyclorama::adreno {
namespace {

TEST(TextureDescriptor, ClampOfTheLevelOfDetail) {
    std::array<uint32_t, kTextureDescriptorWords> words = TestTexture{.levels = 3}.words();
    words[6] = 0x180;
    EXPECT_FLOAT_EQ(decodeTexture(words).minLodClamp, 1.5f);
    // One below zero, in 12 bits.
    words[6] = 0xf00;
    EXPECT_FLOAT_EQ(decodeTexture(words).minLodClamp, 0.0f);
}

TEST(TextureDescriptor, BuffersAndPlanes) {
    TestTexture buffer{.width = 3, .height = 2, .type = TextureType::Buffer};
    std::array<uint32_t, kTextureDescriptorWords> words = buffer.words();
    words[2] = (words[2] & 0xe0000000) | 1u << 4 | 5u << 16;
    const TextureDescriptor decoded = decodeTexture(words);
    EXPECT_EQ(decoded.elements, 3u + 2 * 32768);
    EXPECT_EQ(decoded.startElement, 5u);
    TestTexture planes{.format = 0x8e, .width = 8, .height = 8};
    words = planes.words();
    words[0] |= 1u << 16;
    words[6] = 64u << 8;
    words[7] = 0x2000;
    const TextureDescriptor chroma = decodeTexture(words);
    EXPECT_EQ(chroma.levels, 1u);
    EXPECT_TRUE(chroma.chromaMidpointX);
    EXPECT_FALSE(chroma.chromaMidpointY);
    EXPECT_EQ(chroma.planePitch, 64u);
    EXPECT_EQ(chroma.planeAddress[0], 0x2000u);
}

TEST(TextureDescriptor, BinsBeginAtTheirPlaceInTheWindow) {
    TestTexture words;
    words.width = 256;
    words.height = 256;
    words.pitch = 1024;
    words.tileMode = TileMode::Bin;
    TextureDescriptor descriptor = decodeTexture(words.words());
    descriptor.origin = {32, 128};
    const Texture texture(descriptor);
    EXPECT_EQ(texture.level(0).offset(32, 128, 0), 0u);
    EXPECT_EQ(texture.level(0).offset(35, 130, 0), 2 * 1024 + 3 * 4u);
}

/// RESINFO gives programs as many numbers as an image has coordinates (Mesa: src/freedreno/ir3/ir3_a6xx.c).
TEST(TextureDescriptor, SizesAreInTheOrderOfAnImagesCoordinates) {
    using Size = std::array<uint32_t, 3>;
    const auto size = [](TextureType type, uint32_t height) {
        const TestTexture words{.width = 16, .height = height, .depth = 6, .type = type};
        return imageSize(Texture(decodeTexture(words.words())));
    };
    EXPECT_EQ(size(TextureType::TwoDimensional, 96), (Size{16, 96, 6}));
    EXPECT_EQ(size(TextureType::ThreeDimensional, 96), (Size{16, 96, 6}));
    EXPECT_EQ(size(TextureType::OneDimensional, 1), (Size{16, 6, 1}));
}

TEST(SamplerDescriptor, SignedAndUnsignedNumbers) {
    // A bias of -1.5, levels from 2.25 to 7.
    const std::array<uint32_t, kSamplerDescriptorWords> words = {static_cast<uint32_t>(-384) << 19 | 3u << 14 | 2u << 5,
                                                                 7u << 16 | 0x240u << 20 | 3u << 1, 5u << 7, 0};
    const SamplerDescriptor sampler = decodeSampler(words);
    EXPECT_FLOAT_EQ(sampler.lodBias, -1.5f);
    EXPECT_FLOAT_EQ(sampler.minLod, 2.25f);
    EXPECT_FLOAT_EQ(sampler.maxLod, 7.0f);
    EXPECT_EQ(sampler.maxAnisotropy, 8u);
    EXPECT_EQ(sampler.wrap[0], TextureWrap::MirrorRepeat);
    EXPECT_EQ(sampler.compare, func::CompareFunction::LessEqual);
    EXPECT_EQ(sampler.borderOffset, 5u * kBorderBytes);
}

/// An entry has a colour in the bits of each kind of format (Mesa: src/freedreno/vulkan/tu_util.h).
TEST(SamplerDescriptor, BorderColorsByFormat) {
    std::array<std::byte, kBorderBytes> entry{};
    const auto put = [&](size_t offset, auto value) { std::memcpy(entry.data() + offset, &value, sizeof value); };
    put(0, 0.25f);
    put(16, uint16_t{0xffff});
    put(32, uint16_t{0x3800});
    put(48, uint8_t{51});
    put(64, uint16_t{0x3c00});
    const auto red = [&](uint32_t number, bool srgb = false) {
        return borderColor(entry, *findSurfaceFormat(number), srgb)[0];
    };
    EXPECT_EQ(red(0x82), std::bit_cast<uint32_t>(0.25f));
    EXPECT_EQ(red(0x60), std::bit_cast<uint32_t>(1.0f));
    EXPECT_EQ(red(0x62), std::bit_cast<uint32_t>(0.5f));
    EXPECT_EQ(red(0x33), 0x3800u);
    EXPECT_EQ(red(0x30), std::bit_cast<uint32_t>(0.2f));
    EXPECT_EQ(red(0x30, true), std::bit_cast<uint32_t>(1.0f));
    EXPECT_EQ(borderColor(entry, *findSurfaceFormat(0x03), false)[3], std::bit_cast<uint32_t>(1.0f));
}

}  // namespace
}  // namespace cyclorama::adreno
