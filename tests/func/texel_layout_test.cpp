// SPDX-License-Identifier: MIT
#include "func/layout/texel_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <vector>

#include "func/lanes/vectors.h"
#include "func/layout/morton_blocks.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kSide = 128;         // texels
constexpr uint32_t kPitch = kSide * 4;  // bytes

/// Each layout, of 128 x 128 texels of four bytes.
template <typename Use>
void forEachLayout(Use use) {
    use(PlainRows{.pitch = kPitch, .texelBytes = 4});
    use(Tiles4x4{.texelBytesLog2 = 2, .pitch = kPitch});
    use(Supertiles{.texelBytesLog2 = 2, .pitch = kPitch});
    use(MortonBlocks{.texelBytesLog2 = 2, .superBlockBits = 5, .rowBlocksLog2 = 2});
    use(BankedTiles(4, kPitch, {}));
}
std::vector<TexelLayout> heldLayouts() {
    return {TexelLayout(PlainRows{kPitch, 4}), TexelLayout(Tiles4x4{2, kPitch}), TexelLayout(Supertiles{2, kPitch}),
            TexelLayout(BankedTiles(4, kPitch, {}))};
}

TEST(TexelPlaces, AllTexelsHavePlacesOfTheirOwn) {
    forEachLayout([](const auto& layout) {
        std::vector<bool> taken(size_t{kSide} * kSide);
        for (uint32_t y = 0; y < kSide; ++y) {
            for (uint32_t x = 0; x < kSide; ++x) {
                const uint64_t place = placeIn(layout, x, y);
                ASSERT_EQ(place % 4, 0u);
                ASSERT_LT(place / 4, taken.size());
                ASSERT_FALSE(taken[place / 4]) << x << ", " << y;
                taken[place / 4] = true;
            }
        }
    });
}

TEST(TexelPlaces, VectorsHaveThePlacesOfTheirNumbers) {
    forEachLayout([](const auto& layout) {
        for (uint32_t y = 0; y < kSide - 9; ++y) {
            const uint32_t x = y * 7 % (kSide - 4);
            const Uint4 columns{x, x + 1, x + 2, x + 3};
            const Uint4 rows{y, y + 2, y + 5, y + 9};
            const Uint4 places = layout.rowBase(rows) + (layout.rowBits(rows) ^ layout.column(columns));
            for (size_t i = 0; i < 4; ++i) ASSERT_EQ(places[i], placeIn(layout, columns[i], rows[i])) << x << ", " << y;
        }
    });
}

TEST(TexelPlaces, QuadsAreTheirTexels) {
    forEachLayout([](const auto& layout) {
        for (const auto& [x, y] : {std::array<uint32_t, 2>{8, 30}, {7, 30}, {8, 31}, {63, 63}}) {
            const std::array<uint64_t, 4> wanted{placeIn(layout, x, y), placeIn(layout, x + 1, y),
                                                 placeIn(layout, x, y + 1), placeIn(layout, x + 1, y + 1)};
            EXPECT_EQ(quadIn(layout, x, y), wanted) << x << ", " << y;
        }
    });
}

TEST(PlainRows, TexelsFarOutsideKeepTheirDistance) {
    const PlainRows rows{.pitch = 100, .texelBytes = 3};
    EXPECT_EQ(placeIn(rows, 7, 5), 5 * 100 + 7 * 3u);
    EXPECT_EQ(placeIn(rows, 0xffff'ffff, 0), 0xffff'ffffull * 3);
    EXPECT_EQ(placeIn(rows, 0, 0xffff'ffff), 0xffff'ffffull * 100);
}

TEST(Tiles4x4, TexelsOfATileAreRowByRow) {
    const Tiles4x4 tiles{.texelBytesLog2 = 1, .pitch = 16 * 2};
    EXPECT_EQ(placeIn(tiles, 5, 6), (16 * 4 + 16 + 2 * 4 + 1) * 2u);
}

/// GCxxx hardware notes, Supertiling: the number of a tile within its supertile, read off the picture.
TEST(Supertiles, FollowTheNotes) {
    const Supertiles super{.texelBytesLog2 = 2, .pitch = 128 * 4};
    const auto tile = [&](uint32_t x, uint32_t y) {
        return placeIn(super, x * 4, y * 4) / 64;  // 16 texels of 4 bytes
    };
    EXPECT_EQ(tile(1, 0), 1u);
    EXPECT_EQ(tile(0, 1), 2u);
    EXPECT_EQ(tile(1, 3), 7u);
    EXPECT_EQ(tile(2, 0), 8u);
    EXPECT_EQ(tile(15, 3), 63u);
    EXPECT_EQ(tile(6, 5), 90u);
    EXPECT_EQ(tile(15, 15), 255u);
    EXPECT_EQ(tile(16, 0), 256u);  // the next supertile
    EXPECT_EQ(tile(0, 16), 512u);  // the next row of supertiles, two wide
    EXPECT_EQ(placeIn(super, 3, 2), (2 * 4 + 3) * 4u);
}

/// By hand: bits of both coordinates by turns, the column's first.
TEST(MortonBlocks, InterleaveTheBitsOfBlocks) {
    constexpr uint32_t kExpected[4][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}};
    const MortonBlocks small{.texelBytesLog2 = 0, .superBlockBits = 2, .rowBlocksLog2 = 1};
    const MortonBlocks large{.texelBytesLog2 = 4, .superBlockBits = 9, .rowBlocksLog2 = 0};
    for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 4; ++x) {
            EXPECT_EQ(mortonOrder(x, y), kExpected[y][x]);
            EXPECT_EQ(placeIn(small, x, y), kExpected[y][x]);
            EXPECT_EQ(placeIn(small, x + 4, y), 16 + kExpected[y][x]) << "the superblock to the right";
            EXPECT_EQ(placeIn(small, x, y + 4), 32 + kExpected[y][x]) << "the next row, of two superblocks";
            EXPECT_EQ(placeIn(large, x, y), kExpected[y][x] * 16);
        }
    }
    EXPECT_EQ(large.column(511u), 0x15555u * 16);
    EXPECT_EQ(large.rowBase(16383u), ((uint64_t{31} << 18) + 0x2aaaau) * 16);
    EXPECT_EQ(mortonOrder(255, 0), 0x5555u);
    EXPECT_EQ(mortonOrder(0, 255), 0xaaaau);
}

TEST(TexelLayout, HoldsItsKind) {
    const TexelLayout rows(PlainRows{.pitch = 100, .texelBytes = 3});
    EXPECT_FALSE(rows.isTiled());
    EXPECT_EQ(rows.tiles(), nullptr);
    const BankedTiles banked(4, 512, {});
    const TexelLayout tiled(banked);
    EXPECT_TRUE(tiled.isTiled());
    ASSERT_NE(tiled.tiles(), nullptr);
    EXPECT_EQ(tiled.offset(37, 21), placeIn(banked, 37, 21));
}

TEST(TexelLayout, FollowsTheTiling) {
    const auto same = [](const TexelLayout& layout, const auto& wanted) {
        for (uint32_t i = 0; i < 4096; ++i) ASSERT_EQ(layout.offset(i % 61, i % 97), placeIn(wanted, i % 61, i % 97));
    };
    same(layoutOf(Tiling::Linear, 8, 1024), PlainRows{.pitch = 1024, .texelBytes = 8});
    same(layoutOf(Tiling::Tiled, 8, 1024), Tiles4x4{.texelBytesLog2 = 3, .pitch = 1024});
    same(layoutOf(Tiling::SuperTiled, 8, 1024), Supertiles{.texelBytesLog2 = 3, .pitch = 1024});
}

TEST(TexelLayout, RowsAndQuadsAreOfSingleTexels) {
    for (const TexelLayout& layout : heldLayouts()) {
        std::array<uint64_t, 23> row{};
        layout.offsetsOfRow(9, 37, 1000, row);
        for (uint32_t i = 0; i < row.size(); ++i) EXPECT_EQ(row[i], 1000 + layout.offset(9 + i, 37));
        for (const auto& [x, y] : {std::array<uint32_t, 2>{8, 30}, {7, 31}}) {
            const std::array<uint64_t, 4> wanted{layout.offset(x, y), layout.offset(x + 1, y), layout.offset(x, y + 1),
                                                 layout.offset(x + 1, y + 1)};
            EXPECT_EQ(layout.offsetsOfQuad(x, y), wanted) << x << ", " << y;
        }
    }
}

}  // namespace
}  // namespace cyclorama::func
