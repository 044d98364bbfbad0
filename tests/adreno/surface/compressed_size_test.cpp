// SPDX-License-Identifier: MIT
// Sizes of compressed blocks by their pixels: known answers of the model, and its ratios beside published ones.

#include "families/adreno/surface/compressed_size.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

#include "adreno/surface/image_layout.h"
#include "families/adreno/surface/surface_view.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kColors8888 = 0x30;
constexpr uint32_t kFloats32 = 0x82;
constexpr uint32_t kDepth24 = 0xa0;

/// The pixels of a block, from a function of their numbers.
template <typename Texel, typename Function>
uint32_t sectorsOf(uint32_t format, Function function) {
    std::array<Texel, kCompressedBlockBytes / sizeof(Texel)> texels{};
    for (uint32_t i = 0; i < texels.size(); ++i) texels[i] = function(i);
    std::array<std::byte, kCompressedBlockBytes> block{};
    std::memcpy(block.data(), texels.data(), block.size());
    return compressedSectors(*findSurfaceFormat(format), block);
}

template <typename Function>
uint32_t colorSectors(Function function) {
    return sectorsOf<uint32_t>(kColors8888, function);
}

TEST(CompressedSize, ABlockOfOneColourTakesASectorAndAClearOneNone) {
    EXPECT_EQ(colorSectors([](uint32_t) { return 0u; }), 0u);
    EXPECT_EQ(colorSectors([](uint32_t) { return 0xff0000ffu; }), 0u);
    EXPECT_EQ(colorSectors([](uint32_t) { return 0xff0000feu; }), 1u);
    // Depths of 1 and of 0.5 with a stencil of 0.
    EXPECT_EQ(sectorsOf<uint32_t>(kDepth24, [](uint32_t) { return 0xffffffu; }), 0u);
    EXPECT_EQ(sectorsOf<uint32_t>(kDepth24, [](uint32_t) { return 0x7fffffu; }), 1u);
}

TEST(CompressedSize, OthersTakeTheBitsOfTheirComponentsRanges) {
    // 64 pixels: of n bits in all 8 * n bytes, and 8 of a header and a pixel.
    const auto ofBits = [](uint32_t red, uint32_t green) {
        return colorSectors(
            [=](uint32_t i) { return i == 5 ? 10 + (1u << red) - 1 + (((1u << green) - 1) << 8) : 10; });
    };
    EXPECT_EQ(ofBits(3, 0), 1u);                                                      // 32 bytes
    EXPECT_EQ(ofBits(4, 0), 2u);                                                      // 40
    EXPECT_EQ(ofBits(4, 3), 2u);                                                      // 64
    EXPECT_EQ(ofBits(4, 4), 3u);                                                      // 72
    EXPECT_EQ(ofBits(7, 7), 4u);                                                      // 120
    EXPECT_EQ(colorSectors([](uint32_t i) { return i == 0 ? 0x7fff7fu : 0u; }), 6u);  // 22 bits, 184
    EXPECT_EQ(colorSectors([](uint32_t i) { return i == 0 ? 0xffffffu : 0u; }), 8u);  // 24 bits, 200: as it is
    EXPECT_EQ(colorSectors([](uint32_t i) { return i == 0 ? 0xffffffffu : 0u; }), 8u);
}

TEST(CompressedSize, WideComponentsAreCompressedAloneOnly) {
    struct Float4 {
        std::array<float, 4> values{};
    };
    EXPECT_EQ(sectorsOf<Float4>(kFloats32, [](uint32_t) { return Float4{}; }), 8u);
    // A float of depth.
    EXPECT_EQ(sectorsOf<float>(0x4a, [](uint32_t) { return 0.5f; }), 1u);
    EXPECT_EQ(sectorsOf<uint32_t>(0x4a, [](uint32_t i) { return 0x3f000000u + i; }), 2u);  // 6 bits, 56 bytes
}

TEST(CompressedSize, NoiseInSquaresHasThePublishedOrder) {
    // azhirnov, Adreno 660: an image of noise in squares of 1, 4 and 8 pixels takes 42, 32 and 29 ms; so 4/3 and 1.45
    // times as long without squares. Of these times some are those of the target, which is a fourth of the pixels.
    std::mt19937 random(1);
    const auto mean = [&random](uint32_t square) {
        constexpr uint32_t kBlocks = 2000;
        constexpr uint32_t kWidth = 16;
        uint64_t sum = 0;
        for (uint32_t b = 0; b < kBlocks; ++b) {
            std::array<uint32_t, kWidth> colors{};
            for (uint32_t& color : colors) color = static_cast<uint32_t>(random()) | 0xff000000u;
            std::array<uint32_t, 64> noise{};
            for (uint32_t& color : noise) color = static_cast<uint32_t>(random()) | 0xff000000u;
            sum += colorSectors([&](uint32_t i) { return square == 1 ? noise[i] : colors[i % kWidth / square]; });
        }
        return static_cast<double>(sum) / kBlocks;
    };
    EXPECT_GE(mean(1), 7.9);
    EXPECT_NEAR(mean(4), 8 * 32.0 / 42, 0.8);
    EXPECT_NEAR(mean(8), 8 * 29.0 / 42, 0.8);
}

TEST(CompressedSize, FlagsAreOfBlocksAsTheDriversLayThemOut) {
    for (uint32_t number = 0; number < 256; ++number) {
        const SurfaceFormat* const format = findSurfaceFormat(number);
        if (format == nullptr || format->codec != TexelCodec::Packed) continue;
        for (const uint32_t samples : {1u, 2u, 4u}) {
            const CompressionBlock block = blockOf(*format, samples);
            // Formats of 3, 6 and 12 bytes are not compressed; tall tiles have one sample.
            if (block.width == 0 || (format->isTall() && samples > 1)) continue;
            EXPECT_EQ(flaggedBytes(*format, samples), block.width * block.height * format->bytes * samples)
                << format->name << " " << samples;
        }
    }
}

TEST(CompressedSize, EachLayerHasFlagsOfItsOwn) {
    const SurfaceView view({.address = 0x10000,
                            .format = findSurfaceFormat(kColors8888),
                            .tileMode = TileMode::Tiled,
                            .width = 64,
                            .height = 64,
                            .layers = 2,
                            .pitch = 256,
                            .layerPitch = 0x4000,
                            .flags = true,
                            .flagAddress = 0x1000,
                            .flagLayerPitch = 0x800});
    EXPECT_EQ(view.flagOf(0), 0x1000u);
    EXPECT_EQ(view.flagOf(255), 0x1000u);
    EXPECT_EQ(view.flagOf(256), 0x1001u);
    EXPECT_EQ(view.flagOf(0x4000 + 512), 0x1802u);
}

}  // namespace
}  // namespace cyclorama::adreno
