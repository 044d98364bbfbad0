// SPDX-License-Identifier: MIT
// Texels whose components change places have the bits that they have by way of their values.

#include "families/adreno/surface/texel_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {
namespace {

// Mesa's numbers of formats (a6xx.xml, a6xx_format).
constexpr uint32_t kFourBytes = 0x30;   // FMT6_8_8_8_8_UNORM
constexpr uint32_t kThreeBytes = 0x31;  // FMT6_8_8_8_X8_UNORM
constexpr uint32_t kIntegers = 0x33;    // FMT6_8_8_8_8_UINT
constexpr size_t kTexels = 256;

uint32_t byValues(const func::PackedFormat& from, const func::PackedFormat& to, uint32_t texel) {
    std::array<uint32_t, 4> words{};
    func::unpackTexels(from, reinterpret_cast<const std::byte*>(&texel), 1,
                       {&words[0], &words[1], &words[2], &words[3]});
    uint32_t result = 0;
    func::packTexels(to, {&words[0], &words[1], &words[2], &words[3]}, 1, reinterpret_cast<std::byte*>(&result));
    return result;
}

TEST(ByteOrder, IsThatOfValues) {
    for (const uint32_t number : {kFourBytes, kThreeBytes}) {
        const SurfaceFormat* const format = findSurfaceFormat(number);
        ASSERT_NE(format, nullptr);
        const func::PackedFormat from = format->packed(ColorSwap::Wzyx, false);
        for (const ColorSwap swap : {ColorSwap::Wzyx, ColorSwap::Wxyz, ColorSwap::Zyxw, ColorSwap::Xyzw}) {
            const func::PackedFormat to = format->packed(swap, false);
            const auto order = ByteOrder::between(from, to);
            ASSERT_TRUE(order.has_value());
            for (uint32_t i = 0; i < kTexels; ++i) {
                const uint32_t texel = i * 0x01070b1d;
                EXPECT_EQ((*order)(texel), byValues(from, to, texel)) << std::hex << number << " " << texel;
            }
        }
    }
}

TEST(ByteOrder, IsNotThereForOtherChanges) {
    const auto packed = [](uint32_t number, bool srgb) {
        return findSurfaceFormat(number)->packed(ColorSwap::Wzyx, srgb);
    };
    EXPECT_FALSE(ByteOrder::between(packed(kFourBytes, false), packed(kFourBytes, true)));
    EXPECT_FALSE(ByteOrder::between(packed(kThreeBytes, false), packed(kFourBytes, false)));
    EXPECT_FALSE(ByteOrder::between(packed(kIntegers, false), packed(kFourBytes, false)));
}

/// Two images of 64x20 texels of four bytes: rows of texels that tell their places, and tiles.
class RowsIntoTilesTest : public testing::Test {
  protected:
    static constexpr uint32_t kWidth = 64;
    static constexpr uint32_t kHeight = 20;

    RowsIntoTilesTest() : rowBytes_(rows_.view.extent()), tileBytes_(tiles_.view.extent()) {
        for (uint32_t i = 0; i < rowBytes_.size() / sizeof i; ++i) std::memcpy(&rowBytes_[i * sizeof i], &i, sizeof i);
        rows_.bytes = rowBytes_;
        tiles_.bytes = tileBytes_;
    }
    static SurfaceView view(TileMode mode, uint32_t format = kFourBytes) {
        return SurfaceView({.format = findSurfaceFormat(format),
                            .tileMode = mode,
                            .width = kWidth,
                            .height = kHeight,
                            .pitch = kWidth * sizeof(uint32_t)});
    }
    uint32_t tiled(uint32_t x, uint32_t y) const {
        uint32_t texel = 0;
        std::memcpy(&texel, &tileBytes_[tiles_.view.offset(x, y)], sizeof texel);
        return texel;
    }

    ImageBytes rows_{.view = view(TileMode::Bin), .bytes = {}};
    ImageBytes tiles_{.view = view(TileMode::Tiled), .bytes = {}};
    std::vector<std::byte> rowBytes_;
    std::vector<std::byte> tileBytes_;
};

TEST_F(RowsIntoTilesTest, PutsEachTexelInItsPlace) {
    constexpr uint32_t kFirst = 6;
    constexpr uint32_t kColumns = 36;
    const auto rows = RowsIntoTiles::between(rows_, tiles_, kFirst, kColumns);
    ASSERT_TRUE(rows.has_value());
    for (uint32_t y = 0; y < kHeight; ++y) EXPECT_TRUE(rows->copy(rows_.view.offset(kFirst, y), {.x = kFirst, .y = y}));
    for (uint32_t y = 0; y < kHeight; ++y)
        for (uint32_t x = 0; x < kWidth; ++x)
            EXPECT_EQ(tiled(x, y), x < kFirst || x >= kFirst + kColumns ? 0 : y * kWidth + x) << x << ", " << y;
}

TEST_F(RowsIntoTilesTest, LeavesOthersAlone) {
    EXPECT_FALSE(RowsIntoTiles::between(rows_, tiles_, 1, 2)) << "pairs are cut";
    EXPECT_FALSE(RowsIntoTiles::between(rows_, tiles_, kWidth - 2, 4)) << "the image ends before the row";
    EXPECT_FALSE(RowsIntoTiles::between(rows_, rows_, 0, 2)) << "no tiles";
    const ImageBytes integers{.view = view(TileMode::Bin, kIntegers), .bytes = rowBytes_};
    EXPECT_FALSE(RowsIntoTiles::between(integers, tiles_, 0, 2)) << "another format";
    const auto rows = RowsIntoTiles::between(rows_, tiles_, 0, kWidth);
    ASSERT_TRUE(rows.has_value());
    EXPECT_FALSE(rows->copy(rows_.view.offset(2, kHeight - 1), {.y = kHeight - 1})) << "the source ends before the row";
    EXPECT_FALSE(rows->copy(0, {.y = kHeight})) << "no such row";
}

}  // namespace
}  // namespace cyclorama::adreno
