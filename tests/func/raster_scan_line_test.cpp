// SPDX-License-Identifier: MIT
#include "func/raster/raster_scan_line.h"

#include <gtest/gtest.h>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

using Place = std::array<int32_t, 2>;

struct ScanLineTrace {
    std::vector<Place> scanTiles;
    uint32_t quads = 0;
    uint32_t covered = 0;
    uint64_t depthSum = 0;
};

ScanLineTrace run(const RasterState& state, const std::array<PixelVertex, 3>& vertices) {
    const std::array<SetupTriangle, 1> triangle{drawnTriangle(vertices, state)};
    ScanLineTraversal traversal{TileSizes{}};
    traversal.start(state, triangle);
    ScanLineTrace result;
    Quad quad;
    while (traversal.nextQuad(quad)) {
        if (result.quads % 64 == 0) {
            result.scanTiles.push_back({quad.x, quad.y});
        }
        ++result.quads;
        result.covered += quad.coverage != 0;
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            result.depthSum += (quad.coverage >> f & 1) != 0 ? quad.depth[f] : 0;
        }
    }
    EXPECT_TRUE(traversal.finished());
    return result;
}

// The next three are from runs of ATTILA's RasterizerEmulator (scan tiles of 16, generation tiles of 8 pixels).
TEST(ScanLineTraversal, FromTheMiddleAsInAttila) {
    const ScanLineTrace result = run(squareState(64), {{{5, 3, 0.25f}, {50, 10, -0.5f}, {20, 60, 0.75f}}});
    EXPECT_EQ(
        result.scanTiles,
        (std::vector<Place>{
            {16, 16}, {0, 16}, {32, 16}, {16, 32}, {0, 32}, {32, 32}, {16, 48}, {16, 0}, {0, 0}, {32, 0}, {48, 0}}));
    EXPECT_EQ(result.quads, 704u);
    EXPECT_EQ(result.covered, 332u);
    EXPECT_EQ(result.depthSum, 12003994419u);
}

TEST(ScanLineTraversal, SmallTriangleAsInAttila) {
    const ScanLineTrace result = run(squareState(64), {{{40, 40, 0.25f}, {60, 44, -0.5f}, {44, 62, 0.75f}}});
    EXPECT_EQ(result.scanTiles, (std::vector<Place>{{48, 48}, {32, 48}, {48, 32}, {32, 32}}));
    EXPECT_EQ(result.covered, 63u);
    EXPECT_EQ(result.depthSum, 2052419127u);
}

TEST(ScanLineTraversal, CutByTheSurfaceAsInAttila) {
    const ScanLineTrace result = run(squareState(64), {{{0, 0, 0.25f}, {130, -2, -0.5f}, {-1, 140, 0.75f}}});
    const std::vector<int32_t> rows{32, 48, 16, 0};
    const std::vector<int32_t> columns{32, 16, 0, 48};
    ASSERT_EQ(result.scanTiles.size(), 16u);
    for (size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(result.scanTiles[i], (Place{columns[i % 4], rows[i / 4]}));
    }
    EXPECT_EQ(result.depthSum, 40547998685u);
}

// By hand: bounds cut by the left border, with neither their middle nor a corner inside: the search along the top
// border starts at their upper right corner and goes left.
TEST(ScanLineTraversal, SearchesAlongTheBorders) {
    const ScanLineTrace result = run(squareState(64), {{{-20, 50}, {60, 56}, {-20, 52}}});
    ASSERT_FALSE(result.scanTiles.empty());
    EXPECT_EQ(result.scanTiles.front(), (Place{48, 48}));
    EXPECT_GT(result.covered, 0u);
}

TEST(ScanLineTraversal, EndsWhereNothingIsCovered) {
    RasterState state = squareState(64);
    state.scissor = {true, 0, 0, 8, 8};
    const ScanLineTrace result = run(state, {{{40, 40}, {60, 44}, {44, 62}}});
    EXPECT_EQ(result.covered, 0u);
    EXPECT_LE(result.quads, 4u * 64u);
}

}  // namespace
}  // namespace cyclorama::func
