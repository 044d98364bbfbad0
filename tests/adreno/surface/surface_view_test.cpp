// SPDX-License-Identifier: MIT
#include "families/adreno/surface/surface_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <vector>

namespace cyclorama::adreno {
namespace {

using Words = std::array<std::array<uint32_t, 16>, 4>;

func::TexelColumns columnsOf(Words& words) {
    return {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
}
func::ConstTexelColumns constColumnsOf(const Words& words) {
    return {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
}

uint32_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }

/// Each texel of an image has bytes of its own within the image's extent.
TEST(SurfaceView, TexelsOfTiledImagesAreApart) {
    for (const uint32_t number : {0x03u, 0x15u, 0x0fu, 0x30u, 0x60u, 0x82u}) {
        for (const uint32_t samples : {1u, 2u, 4u}) {
            for (const bool channels : {false, true}) {
                const SurfaceFormat* format = findSurfaceFormat(number);
                const uint64_t pitch = uint64_t{128} * 4 * format->bytes * samples;
                const SurfaceView view({.format = format,
                                        .tileMode = TileMode::Tiled,
                                        .width = 500,
                                        .height = 37,
                                        .samples = samples,
                                        .pitch = pitch,
                                        .banks = {.highestBankBit = 13, .levels = 7, .eightChannels = channels}});
                std::set<uint64_t> offsets;
                for (uint32_t y = 0; y < 37; ++y) {
                    for (uint32_t x = 0; x < 500; ++x) {
                        for (uint32_t sample = 0; sample < samples; ++sample) {
                            const uint64_t offset = view.offset(x, y, 0, sample);
                            EXPECT_LE(offset + format->bytes, view.extent());
                            EXPECT_EQ(offset % format->bytes, 0u);
                            offsets.insert(offset);
                        }
                    }
                }
                EXPECT_EQ(offsets.size(), size_t{500} * 37 * samples) << format->name;
            }
        }
    }
}

TEST(SurfaceView, RowsAndSwaps) {
    std::vector<std::byte> bytes(64 * 64 * 4);
    Words words{};
    for (uint32_t i = 0; i < 16; ++i) {
        words[0][i] = bitsOf(static_cast<float>(i) / 255.0f);
        words[1][i] = bitsOf(1.0f);
        words[2][i] = bitsOf(0.0f);
        words[3][i] = bitsOf(0.5f);
    }
    const std::array<std::array<int, 4>, 4> expected = {
        {{3, 255, 0, 128}, {0, 255, 3, 128}, {128, 3, 255, 0}, {128, 0, 255, 3}}};
    for (unsigned swap = 0; swap < 4; ++swap) {
        for (const TileMode mode : {TileMode::Linear, TileMode::Bin, TileMode::Tiled}) {
            const SurfaceView view({.format = findSurfaceFormat(0x30),
                                    .swap = static_cast<ColorSwap>(swap),
                                    .tileMode = mode,
                                    .width = 64,
                                    .height = 64,
                                    .pitch = 256});
            view.storeRow(bytes, {.x = 5, .y = 7}, 16, constColumnsOf(words));
            for (unsigned b = 0; b < 4; ++b) {
                EXPECT_EQ(std::to_integer<int>(bytes[view.offset(8, 7) + b]), expected[swap][b]) << swap;
            }
            Words read{};
            view.loadRow(bytes, {.x = 5, .y = 7}, 16, columnsOf(read));
            EXPECT_EQ(read[0], words[0]);
            EXPECT_EQ(read[1], words[1]);
            EXPECT_EQ(read[2], words[2]);
            EXPECT_NEAR(std::bit_cast<float>(read[3][4]), 0.5f, 0.002f);
        }
    }
}

TEST(SurfaceView, MasksKeepOtherComponents) {
    std::array<std::byte, 8> bytes;
    bytes.fill(std::byte{0x11});
    const SurfaceView view({.format = findSurfaceFormat(0xa0), .width = 2, .height = 1, .pitch = 8});
    Words words{};
    words[0][0] = bitsOf(1.0f);
    words[1][0] = 0x80;
    const std::array<uint64_t, 1> second{4};
    view.store(bytes, second, constColumnsOf(words), 2);
    EXPECT_EQ(bytes[7], std::byte{0x80});
    EXPECT_EQ(bytes[6], std::byte{0x11});
    view.store(bytes, second, constColumnsOf(words), 1);
    EXPECT_EQ(bytes[7], std::byte{0x80});
    EXPECT_EQ(bytes[4], std::byte{0xff});
    EXPECT_EQ(bytes[0], std::byte{0x11});
}

TEST(SurfaceView, BytesOutsideAreZeroAndNotWritten) {
    std::array<std::byte, 6> bytes;
    bytes.fill(std::byte{0xff});
    const SurfaceView view({.format = findSurfaceFormat(0x33), .width = 2, .height = 1, .pitch = 8});
    Words words{};
    view.storeRow(bytes, {}, 2, constColumnsOf(words));
    EXPECT_EQ(bytes[3], std::byte{0});
    EXPECT_EQ(bytes[4], std::byte{0xff});
    words[0].fill(7);
    view.load(bytes, std::array<uint64_t, 3>{4, SurfaceView::kNowhere, 0}, columnsOf(words));
    EXPECT_EQ(words[0][0], 0u);
    EXPECT_EQ(words[0][1], 0u);
}

}  // namespace
}  // namespace cyclorama::adreno
