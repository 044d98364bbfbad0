// SPDX-License-Identifier: MIT
// Texel addresses. Origin of the figures: worked by hand from the description of the layouts (ATTILA: TextureEmulator,
// texel2address, "6D blocking"; address spaces in TextureEmulator.h).

#include "func/texture/texture_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace cyclorama::func {
namespace {

TextureState image(uint32_t width, uint32_t height, uint32_t depth = 1) {
    TextureState state;
    state.width = width;
    state.height = height;
    state.depth = depth;
    return state;
}

uint64_t address(const TextureState& state, uint32_t x, uint32_t y, uint32_t z = 0, uint32_t level = 0,
                 CubeFace face = CubeFace::PositiveX) {
    return TextureLayout(state, {}).texelAddress(level, face, x, y, z);
}

TEST(TextureLayout, PlacesBlocksAndSuperblocks) {
    TextureState state = image(256, 128);
    state.address[0][0] = 0x1000;
    EXPECT_EQ(address(state, 0, 0), 0x1000u);
    EXPECT_EQ(address(state, 3, 2), 0x1000u + 13 * 4);         // inside a block of 4x4
    EXPECT_EQ(address(state, 4, 0), 0x1000u + 16 * 4);         // the block to the right
    EXPECT_EQ(address(state, 0, 4), 0x1000u + 2 * 16 * 4);     // the block below
    EXPECT_EQ(address(state, 63, 63), 0x1000u + 4095 * 4);     // the end of a superblock of 64x64
    EXPECT_EQ(address(state, 64, 0), 0x1000u + 4096 * 4);      // the superblock to the right
    EXPECT_EQ(address(state, 0, 64), 0x1000u + 4 * 4096 * 4);  // a row of four superblocks further
    EXPECT_EQ(address(state, 65, 66), 0x1000u + (5 * 4096 + 9) * 4);
}

TEST(TextureLayout, RoundsARowOfSuperblocksUpToAPowerOfTwo) {
    const TextureState state = image(130, 130);  // three superblocks a row take the place of four
    EXPECT_EQ(address(state, 0, 64), 4u * 4096 * 4);
    EXPECT_EQ(address(state, 129, 0), (2u * 4096 + 1) * 4);
}

TEST(TextureLayout, FollowsTheBlockDimensions) {
    const TextureState state = image(64, 64);
    const TextureLayout layout(state, {.blockDimension = 1, .superBlockDimension = 1});
    EXPECT_EQ(layout.texelAddress(0, CubeFace::PositiveX, 1, 1, 0), 3u * 4);
    EXPECT_EQ(layout.texelAddress(0, CubeFace::PositiveX, 4, 0, 0), 16u * 4);
    EXPECT_EQ(layout.texelAddress(0, CubeFace::PositiveX, 0, 4, 0), 16u * 16 * 4);
}

TEST(TextureLayout, HalvesEachLevelDownToOneTexel) {
    TextureState state = image(8, 2);
    state.address[3][0] = 0x40;
    EXPECT_EQ(levelSize(8, 3), 1u);
    EXPECT_EQ(levelSize(8, 40), 1u);
    EXPECT_EQ(levelSize(0, 0), 1u);
    EXPECT_EQ(address(state, 0, 0, 0, 3), 0x40u);
    EXPECT_EQ(address(state, 1, 0, 0, 3), kBlackTexelAddress);
    EXPECT_EQ(address(state, 0, 1, 0, 1), kBlackTexelAddress);
}

TEST(TextureLayout, PutsWhatIsOutsideAtTheBlackTexel) {
    EXPECT_EQ(address(image(5, 3), 5, 0), kBlackTexelAddress);
    EXPECT_EQ(address(image(5, 3), 0, 3), kBlackTexelAddress);
    EXPECT_EQ(address(image(5, 3), 0xffffffff, 0), kBlackTexelAddress);
    EXPECT_NE(address(image(5, 3), 4, 2), kBlackTexelAddress);
}

TEST(TextureLayout, LaysOneDimensionOutInALine) {
    TextureState state = image(100, 1);
    state.mode = TextureMode::Texture1D;
    state.format = Format::Rgba16;
    state.address[0][0] = 64;
    EXPECT_EQ(address(state, 70, 9, 9), 64u + 70 * 8);
    EXPECT_EQ(address(state, 100, 0), kBlackTexelAddress);
}

TEST(TextureLayout, KeepsSlicesWidthTimesHeightApart) {
    TextureState state = image(16, 8, 4);
    state.mode = TextureMode::Texture3D;
    state.format = Format::Luminance8;
    EXPECT_EQ(address(state, 1, 0, 2), 2u * 16 * 8 + 1);
    EXPECT_EQ(address(state, 0, 0, 4), kBlackTexelAddress);
    state.compression = TextureCompression::Dxt1Rgb;
    EXPECT_EQ(address(state, 1, 0, 2), 2u * 16 * 8 + 1) << "only 2D images are compressed";
}

TEST(TextureLayout, ChoosesTheCubeFace) {
    TextureState state = image(4, 4);
    state.mode = TextureMode::CubeMap;
    state.address[1][4] = 0x500;
    EXPECT_EQ(address(state, 1, 0, 0, 1, CubeFace::PositiveZ), 0x504u);
    state.mode = TextureMode::Texture2D;
    EXPECT_EQ(address(state, 1, 0, 0, 1, CubeFace::PositiveZ), 4u);
}

struct SpaceCase {
    TextureCompression compression;
    Format format;
    uint64_t space;
    uint32_t ratioLog2;
};

TEST(TextureLayout, NamesTheCompressionInTheAddress) {
    const SpaceCase cases[] = {
        {TextureCompression::None, Format::Rgba8888, 0, 0},
        {TextureCompression::Dxt1Rgb, Format::Rgba8888, 0x1000'0000'0000'0000, 3},
        {TextureCompression::Dxt1Rgba, Format::Rgba8888, 0x2000'0000'0000'0000, 3},
        {TextureCompression::Dxt3Rgba, Format::Rgba8888, 0x3000'0000'0000'0000, 2},
        {TextureCompression::Dxt5Rgba, Format::Rgba8888, 0x4000'0000'0000'0000, 2},
        {TextureCompression::Latc1, Format::Luminance8, 0x5000'0000'0000'0000, 1},
        {TextureCompression::Latc1Signed, Format::Luminance8Signed, 0x6000'0000'0000'0000, 1},
        {TextureCompression::Latc2, Format::Luminance8Alpha8, 0x7000'0000'0000'0000, 1},
        {TextureCompression::Latc2Signed, Format::Luminance8Alpha8Signed, 0x8000'0000'0000'0000, 1},
    };
    // In the first 4 GiB, at the end of 48 bits, and in system memory.
    const std::array bases{Address(0x0123'4560), Address(0xffff'f123'4560), Address(MemoryKind::System, 0x4560)};
    for (const SpaceCase& test : cases)
        for (const Address base : bases) {
            TextureState state = image(64, 64);
            state.compression = test.compression;
            state.format = test.format;
            state.address[0][0] = base;
            const uint64_t first = address(state, 0, 0);
            EXPECT_EQ(first, test.space + (base.bits() << test.ratioLog2));
            EXPECT_EQ(addressCompression(first), test.compression);
            EXPECT_EQ(memoryAddress(first), base);
            // The second block: 16 texels further, wherever in the block.
            const uint32_t block =
                test.compression == TextureCompression::None ? 16 * 4
                : test.ratioLog2 == 3 || test.format == Format::Luminance8 || test.format == Format::Luminance8Signed
                    ? 8
                    : 16;
            EXPECT_EQ(memoryAddress(address(state, 4, 0)), base + block);
            if (test.compression != TextureCompression::None) {
                EXPECT_EQ(memoryAddress(address(state, 7, 3)), base + block);
            }
        }
}

TEST(TextureLayout, UsesThePixelLayoutForRenderTargets) {
    TextureState state = image(200, 100);
    state.blocking = TextureBlocking::Framebuffer;
    const PixelLayout pixels(PixelLayoutParameters{.width = 200, .height = 100});
    const TextureLayout layout(state, {});
    ASSERT_TRUE(layout.supported());
    for (uint32_t y = 0; y < 100; y += 7) {
        for (uint32_t x = 0; x < 200; x += 3) {
            ASSERT_EQ(layout.texelAddress(0, CubeFace::PositiveX, x, y, 0), pixels.offset(x, y));
        }
    }
    EXPECT_EQ(layout.levelBytes(0), pixels.bufferSize());
}

TEST(TextureLayout, RefusesWhatCannotBeAddressed) {
    TextureState state = image(kMaxTextureSize + 1, 4);
    EXPECT_FALSE(TextureLayout(state, {}).supported());
    EXPECT_EQ(address(state, 0, 0), kBlackTexelAddress);
    state = image(64, 64);
    state.blocking = TextureBlocking::Framebuffer;
    state.format = Format::Luminance8;
    EXPECT_FALSE(TextureLayout(state, {}).supported());
    state.format = Format::Rgba8888;
    state.compression = TextureCompression::Dxt1Rgb;
    EXPECT_FALSE(TextureLayout(state, {}).supported());
}

TEST(TextureLayout, GivesEveryTexelItsOwnPlaceInTheLevel) {
    for (const Format format : {Format::Luminance8, Format::Rgba8888, Format::Rgba32Float}) {
        TextureState state = image(70, 45);
        state.format = format;
        const TextureLayout layout(state, {});
        std::set<uint64_t> places;
        for (uint32_t y = 0; y < 45; y++) {
            for (uint32_t x = 0; x < 70; x++) {
                places.insert(layout.texelAddress(0, CubeFace::PositiveX, x, y, 0));
            }
        }
        EXPECT_EQ(places.size(), 70u * 45u);
        EXPECT_EQ(*places.rbegin() + layout.texelBytes(), layout.levelBytes(0));
    }
}

TEST(TextureLayout, UploadsALinearImage) {
    TextureState state = image(6, 5, 2);
    state.mode = TextureMode::Texture3D;
    state.format = Format::Luminance16;
    state.address[0][0] = 0x100;
    const TextureLayout layout(state, {});
    std::vector<std::byte> linear(6 * 5 * 2 * 2);
    for (size_t n = 0; n < linear.size(); n++) {
        linear[n] = static_cast<std::byte>(n + 1);
    }
    const std::vector<std::byte> memory = layoutTexture(layout, 0, linear);
    ASSERT_EQ(memory.size(), layout.levelBytes(0));
    // Slices of small images overlap where the Morton order leaves gaps: only the last slice is sure to survive.
    for (uint32_t y = 0; y < 5; y++) {
        for (uint32_t x = 0; x < 6; x++) {
            const uint64_t place = layout.texelAddress(0, CubeFace::PositiveX, x, y, 1) - 0x100;
            EXPECT_EQ(memory[place], linear[((5 + y) * 6 + x) * 2]);
        }
    }
}

TEST(TextureLayout, UploadsRowsOfCompressedBlocks) {
    TextureState state = image(10, 6);
    state.compression = TextureCompression::Dxt5Rgba;
    const TextureLayout layout(state, {});
    std::vector<std::byte> linear(3 * 2 * 16);
    for (size_t n = 0; n < linear.size(); n++) {
        linear[n] = static_cast<std::byte>(n / 16 + 1);
    }
    const std::vector<std::byte> memory = layoutTexture(layout, 0, linear);
    constexpr int kMortonOrder[] = {1, 2, 4, 5, 3, 0, 6};
    for (size_t block = 0; block < 7; block++) {
        EXPECT_EQ(static_cast<int>(memory[block * 16]), kMortonOrder[block]);
    }
    EXPECT_EQ(memory.size(), 7u * 16);
}

}  // namespace
}  // namespace cyclorama::func
