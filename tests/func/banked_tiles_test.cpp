// SPDX-License-Identifier: MIT
// The order of tiles, bit by bit, as Mesa's src/freedreno/fdl/fd6_tiled_memcpy.cc describes it.

#include "func/layout/banked_tiles.h"

#include <gtest/gtest.h>

#include <array>

namespace cyclorama::func {
namespace {

uint64_t bit(uint64_t value, unsigned index) { return value >> index & 1; }

struct TileCase {
    uint32_t bytes;
    uint32_t width;
    uint32_t height;
};
constexpr std::array<TileCase, 5> kCases = {{{1, 32, 8}, {2, 32, 4}, {4, 16, 4}, {8, 8, 4}, {16, 4, 4}}};

/// Number of a pixel in its tile: y2 x4 x3 x2 y1 x1 y0 x0, without the bits that the tile lacks.
uint64_t pixelIn(uint32_t x, uint32_t y, const TileCase& tile) {
    uint64_t number = 0;
    unsigned next = 0;
    const auto add = [&](uint32_t value, unsigned index, uint32_t size) {
        if (1u << index >= size) return;
        number |= bit(value, index) << next++;
    };
    add(x, 0, tile.width);
    add(y, 0, tile.height);
    add(x, 1, tile.width);
    add(y, 1, tile.height);
    add(x, 2, tile.width);
    add(x, 3, tile.width);
    add(x, 4, tile.width);
    add(y, 2, tile.height);
    return number;
}

uint64_t expectedOffset(uint32_t x, uint32_t y, const TileCase& tile, uint64_t pitch, const BankSwizzle& banks) {
    const uint32_t column = x / tile.width;
    const uint32_t row = y / tile.height;
    uint64_t b0 = bit(column, 0) ^ bit(row, 1);
    uint64_t b1 = bit(column, 0) ^ bit(row, 1) ^ bit(row, 0);
    uint64_t b2 = bit(column, 0) ^ bit(row, 0);
    if (tile.bytes < 16) b1 ^= bit(column, 1);
    if (tile.bytes < 16 && banks.eightChannels) b2 ^= bit(column, 2) ^ bit(row, 2);
    const uint64_t macrotileRow = pitch / (uint64_t{tile.width} * tile.bytes) / 2 * 2048;
    uint64_t place = (b0 | b1 << 1 | b2 << 2) << 8 | uint64_t{column} / 2 * 2048;
    const uint32_t macrotile = row / 4;
    const unsigned extra = tile.bytes == 1 ? 1 : 0;
    const auto repeats = [&](unsigned power) { return macrotileRow % (uint64_t{1} << (power + extra)) == 0; };
    const unsigned highest = banks.highestBankBit;
    if ((banks.levels & 1) != 0 && repeats(highest + 2)) place ^= bit(macrotile, 2) << (highest + 1);
    if ((banks.levels & 2) != 0 && repeats(highest)) place ^= bit(macrotile, 0) << (highest - 1);
    if ((banks.levels & 4) != 0 && repeats(highest + 1)) place ^= bit(macrotile, 1) << highest;
    return macrotile * macrotileRow + place + pixelIn(x % tile.width, y % tile.height, tile) * tile.bytes;
}

TEST(BankedTiles, BitsOfAddresses) {
    for (const TileCase& tile : kCases) {
        for (const uint64_t tiles : {8u, 64u, 256u, 320u, 1024u}) {
            for (const bool eight : {false, true}) {
                const BankSwizzle banks{.highestBankBit = 14, .levels = 7, .eightChannels = eight};
                const uint64_t pitch = tiles * tile.width * tile.bytes;
                const BankedTiles order(tile.bytes, pitch, banks);
                for (uint32_t y = 0; y < 40 * tile.height; y += 3) {
                    for (uint32_t x = 0; x < tiles * tile.width; x += 13) {
                        ASSERT_EQ(placeIn(order, x, y), expectedOffset(x, y, tile, pitch, banks))
                            << tile.bytes << " bytes, " << tiles << " tiles, " << x << ", " << y;
                    }
                }
            }
        }
    }
}

TEST(BankedTiles, QuadsAreTheirPixels) {
    for (uint32_t bytes = 1; bytes <= 64; bytes *= 2) {
        for (const bool tall : {false, true}) {
            if (tall && bytes != 2) continue;
            const BankedTiles order(bytes, uint64_t{bytes} * 1024, {.levels = 7}, tall);
            for (uint32_t y = 0; y < 80; y += 2) {
                for (uint32_t x = 0; x < 128; x += 2) {
                    const std::array<uint64_t, 4> pixels{placeIn(order, x, y), placeIn(order, x + 1, y),
                                                         placeIn(order, x, y + 1), placeIn(order, x + 1, y + 1)};
                    ASSERT_EQ(quadIn(order, x, y), pixels) << bytes << " bytes, " << x << ", " << y;
                }
            }
        }
    }
}

TEST(BankedTiles, TallTilesOfTwoBytes) {
    const BankedTiles order(2, 256, {}, true);
    EXPECT_EQ(order.tileWidth(), 16u);
    EXPECT_EQ(order.tileHeight(), 8u);
    // y2 x3 x2 y1 x1 y0 x0.
    EXPECT_EQ(placeIn(order, 8, 0), 32u * 2);
    EXPECT_EQ(placeIn(order, 0, 4), 64u * 2);
}

}  // namespace
}  // namespace cyclorama::func
