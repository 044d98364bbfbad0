// SPDX-License-Identifier: MIT
#include "func/layout/texel_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace cyclorama::func {
namespace {

/// Each kind, of texels of four bytes in rows of 128.
std::vector<TexelLayout> layouts() {
    constexpr uint32_t kPitch = 128 * 4;
    return {TexelLayout(PlainRows{kPitch, 4}), TexelLayout(BankedTiles(4, kPitch, {}))};
}

TEST(TexelLayout, RowsAreOneAfterTheOther) {
    const TexelLayout rows(PlainRows{.pitch = 100, .texelBytes = 3});
    EXPECT_FALSE(rows.isTiled());
    EXPECT_EQ(rows.tiles(), nullptr);
    EXPECT_EQ(rows.offset(7, 5), 5 * 100 + 7 * 3u);
    EXPECT_EQ(rows.offset(0xffff'ffff, 0), 0xffff'ffffull * 3) << "far outside, not wrapped around";
}

TEST(TexelLayout, TilesAreThoseOfTheBanks) {
    const BankedTiles banked(4, 512, {});
    const TexelLayout tiled(banked);
    EXPECT_TRUE(tiled.isTiled());
    ASSERT_NE(tiled.tiles(), nullptr);
    EXPECT_EQ(tiled.offset(37, 21), banked.offset(37, 21));
}

TEST(TexelLayout, AllTexelsHavePlacesOfTheirOwn) {
    for (const TexelLayout& layout : layouts()) {
        std::vector<bool> taken(size_t{128} * 128);
        for (uint32_t y = 0; y < 128; ++y) {
            for (uint32_t x = 0; x < 128; ++x) {
                const uint64_t offset = layout.offset(x, y);
                ASSERT_EQ(offset % 4, 0u);
                ASSERT_LT(offset / 4, taken.size());
                ASSERT_FALSE(taken[offset / 4]) << x << ", " << y;
                taken[offset / 4] = true;
            }
        }
    }
}

TEST(TexelLayout, PlacesAreTermsOfRowAndColumn) {
    for (const TexelLayout& layout : layouts()) {
        layout.visit([&](const auto& kind) {
            for (uint32_t y = 0; y < 70; ++y)
                for (uint32_t x = 0; x < 70; ++x)
                    ASSERT_EQ(kind.rowBase(y) + (kind.rowBits(y) ^ kind.column(x)), layout.offset(x, y));
        });
    }
}

TEST(TexelLayout, RowsAndQuadsAreOfSingleTexels) {
    for (const TexelLayout& layout : layouts()) {
        std::array<uint64_t, 23> row{};
        layout.offsetsOfRow(9, 37, 1000, row);
        for (uint32_t i = 0; i < row.size(); ++i) EXPECT_EQ(row[i], 1000 + layout.offset(9 + i, 37));
        for (const auto& [x, y] : {std::array<uint32_t, 2>{8, 30}, {7, 30}, {8, 31}, {63, 63}}) {
            const std::array<uint64_t, 4> wanted{layout.offset(x, y), layout.offset(x + 1, y), layout.offset(x, y + 1),
                                                 layout.offset(x + 1, y + 1)};
            EXPECT_EQ(layout.offsetsOfQuad(x, y), wanted) << x << ", " << y;
        }
    }
}

}  // namespace
}  // namespace cyclorama::func
