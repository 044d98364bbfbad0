// SPDX-License-Identifier: MIT
#include "func/raster/raster_tile.h"

#include <gtest/gtest.h>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

TEST(RasterTile, LevelIsTheRoundedLogarithm) {
    EXPECT_EQ(tileLevel(0, 0), 0u);
    EXPECT_EQ(tileLevel(1, 1), 0u);
    EXPECT_EQ(tileLevel(16, 16), 4u);
    EXPECT_EQ(tileLevel(17, 3), 5u);
    EXPECT_EQ(tileLevel(3, 65), 7u);
    EXPECT_EQ(tileLevel(4096, 1), 12u);
}

// By hand: scan tiles of 16 pixels; the size counts from the aligned start to one past the bounds.
TEST(RasterTile, StartTileCoversTheGroup) {
    const RasterState state = squareState(256);
    SetupTriangle a;
    a.bounds = {20, 40, 30, 47};
    SetupTriangle b;
    b.bounds = {100, 33, 110, 35};
    const StartTile one = startTile(std::span(&a, 1), state, TileSizes{});
    EXPECT_EQ(one.x, 16);
    EXPECT_EQ(one.y, 32);
    EXPECT_EQ(one.level, 4u) << "30 - 16 + 1 = 15 and 47 - 32 + 1 = 16";
    const std::array<SetupTriangle, 2> both{a, b};
    const StartTile two = startTile(both, state, TileSizes{});
    EXPECT_EQ(two.x, 16);
    EXPECT_EQ(two.y, 32);
    EXPECT_EQ(two.level, 7u) << "110 - 16 + 1 = 95";
}

TEST(RasterTile, SubtilesAreInMortonOrder) {
    const RasterState state = squareState(64);
    const QuadEvaluator evaluator(drawnTriangle({{{0, 0}, {64, 0}, {0, 64}}}, state), state);
    const TileCorner tile{16, 32, evaluator.startValues(16, 32)};
    const std::array<std::array<int32_t, 2>, 6> expected{{{16, 32}, {18, 32}, {16, 34}, {18, 34}, {20, 32}, {22, 32}}};
    for (uint32_t i = 0; i < expected.size(); ++i) {
        const TileCorner corner = subtileCorner(evaluator, tile, i, 4, 1);
        EXPECT_EQ(corner.x, expected[i][0]);
        EXPECT_EQ(corner.y, expected[i][1]);
        EXPECT_EQ(corner.values, evaluator.startValues(corner.x, corner.y)) << "exact in this triangle";
    }
    const TileCorner last = subtileCorner(evaluator, tile, 63, 4, 1);
    EXPECT_EQ(last.x, 30);
    EXPECT_EQ(last.y, 46);
}

// In tiles of less than a block of 16 quads, of one, and of several.
TEST(RasterTile, QuadsComeFromTheirCornersAndNoneIsLost) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> pixel(-10, 42);
    RasterState state = squareState(32);
    uint32_t skipped = 0;
    uint32_t covered = 0;
    for (uint32_t round = 0; round < 400; ++round) {
        state.samples = round % 2 == 0 ? 1 : 4;
        const QuadEvaluator evaluator(
            drawnTriangle(
                {{{pixel(random), pixel(random)}, {pixel(random), pixel(random)}, {pixel(random), pixel(random)}}},
                state),
            state);
        const uint32_t level = 1 + round % 5;
        const TileCorner tile{0, 0, evaluator.startValues(0, 0)};
        TileQuads quads;
        quads.start(evaluator, tile, level);
        uint32_t ahead = 0;
        for (uint32_t index = 0; index < 1u << (2 * (level - 1)); ++index) {
            const TileCorner corner = subtileCorner(evaluator, tile, index, level, 1);
            Quad expected;
            evaluator.evaluate(corner.x, corner.y, corner.values, expected);
            ASSERT_FALSE(ahead == 0 && quads.empty());
            if (ahead == 0) ahead = quads.skipEmpty(1 + round % 7);
            if (ahead > 0) {
                --ahead;
                ++skipped;
                EXPECT_EQ(expected.coverage, 0u);
                continue;
            }
            Quad quad;
            quads.next(quad);
            EXPECT_EQ(quad.x, corner.x);
            EXPECT_EQ(quad.y, corner.y);
            ASSERT_EQ(quad.coverage, expected.coverage);
            if (quad.coverage == 0) continue;
            ++covered;
            EXPECT_EQ(quad.values, expected.values);
            EXPECT_EQ(quad.depth, expected.depth);
        }
        EXPECT_TRUE(quads.empty());
    }
    EXPECT_GT(skipped, 2000u);
    EXPECT_GT(covered, 1000u);
}

// By hand: the diagonal from (32, 0) to (0, 32) passes quarters 0 (inside), 1 and 2; quarter 3 starts at (16, 16), on
// it.
TEST(RasterTile, QuartersThatMayBeCovered) {
    const RasterState state = squareState(64);
    std::array<PlaneValues, 4> quarters;
    const auto test = [&](const std::array<PixelVertex, 3>& vertices, int32_t x, int32_t y) {
        const QuadEvaluator evaluator(drawnTriangle(vertices, state), state);
        return testQuarters(evaluator, evaluator.startValues(x, y), 5, quarters);
    };
    EXPECT_EQ(test({{{0, 0}, {32, 0}, {0, 32}}}, 0, 0), 0b0111u);
    EXPECT_EQ(test({{{0, 0}, {34, 0}, {0, 34}}}, 0, 0), 0b1111u);
    EXPECT_EQ(test({{{2, 2}, {4, 2}, {2, 4}}}, 0, 0), 0b0001u);
    EXPECT_EQ(test({{{2, 2}, {4, 2}, {2, 4}}}, 32, 0), 0u);
    EXPECT_EQ(test({{{20, 2}, {24, 2}, {20, 28}}}, 0, 0), 0b1010u);
    EXPECT_EQ(quarters[1],
              QuadEvaluator(drawnTriangle({{{20, 2}, {24, 2}, {20, 28}}}, state), state).startValues(16, 0));
}

TEST(RasterTile, ViewportBoundsQuarters) {
    RasterState state = squareState(64);
    state.viewport = {0, 0, 40, 64};
    EXPECT_EQ(quartersInViewport(0, 0, 6, state), 0b1111u);
    EXPECT_EQ(quartersInViewport(32, 0, 5, state), 0b0101u) << "48 is beyond column 40";
    EXPECT_EQ(quartersInViewport(0, 32, 5, state), 0b0011u) << "and, as in ATTILA, row 48 beyond the width";
    state.rules.boundRowsByViewportWidth = false;
    EXPECT_EQ(quartersInViewport(0, 32, 5, state), 0b1111u);
    EXPECT_EQ(quartersInViewport(0, 64, 5, state), 0b0011u);
}

}  // namespace
}  // namespace cyclorama::func
