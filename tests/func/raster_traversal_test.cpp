// SPDX-License-Identifier: MIT
#include "func/raster/raster_traversal.h"

#include <gtest/gtest.h>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

struct Visit {
    uint32_t step;
    int32_t x;
    int32_t y;
    uint32_t triangle;
    bool operator==(const Visit&) const = default;
};

struct TraversalTrace {
    std::vector<Visit> visits;
    uint32_t steps = 0;
    uint32_t quads = 0;
    uint32_t covered = 0;
    uint64_t depthSum = 0;
};

// A step and up to four quads a cycle, as the hardware does. A visit is the first quad of a generation tile's triangle.
TraversalTrace run(RecursiveTraversal& traversal, const RasterState& state, std::span<const SetupTriangle> group) {
    traversal.start(state, group);
    TraversalTrace result;
    do {
        ++result.steps;
        traversal.step();
        for (uint32_t i = 0; i < 4 && !traversal.finished(); ++i) {
            Quad quad;
            if (!traversal.nextQuad(quad)) {
                continue;
            }
            const Visit visit{result.steps, quad.x / 8 * 8, quad.y / 8 * 8, quad.triangle};
            if (result.quads % 16 == 0) {
                result.visits.push_back(visit);
            }
            ++result.quads;
            result.covered += quad.coverage != 0;
            for (uint32_t f = 0; f < kQuadFragments; ++f) {
                result.depthSum += (quad.coverage >> f & 1) != 0 ? quad.depth[f] : 0;
            }
        }
    } while (!traversal.finished());
    return result;
}

const std::array<PixelVertex, 3> kLarge{{{5, 3, 0.25f}, {50, 10, -0.5f}, {20, 60, 0.75f}}};
const std::array<PixelVertex, 3> kSmall{{{40, 40, 0.25f}, {60, 44, -0.5f}, {44, 62, 0.75f}}};
const std::array<PixelVertex, 3> kBeyond{{{0, 0, 0.25f}, {130, -2, -0.5f}, {-1, 140, 0.75f}}};

// From a run of ATTILA's RasterizerEmulator (scan tiles of 16, generation tiles of 8 pixels).
TEST(RecursiveTraversal, TwoTrianglesAsInAttila) {
    const RasterState state = squareState(64);
    const std::array<SetupTriangle, 2> group{drawnTriangle(kLarge, state), drawnTriangle(kSmall, state)};
    RecursiveTraversal traversal{TileSizes{}};
    const TraversalTrace result = run(traversal, state, group);
    EXPECT_EQ(result.steps, 242u);
    EXPECT_EQ(result.quads, 960u);
    EXPECT_EQ(result.covered, 395u);
    EXPECT_EQ(result.depthSum, 14056413546u);
    ASSERT_EQ(result.visits.size(), 60u);
    EXPECT_EQ(result.visits[0], (Visit{3, 0, 0, 0}));
    EXPECT_EQ(result.visits[4], (Visit{19, 16, 0, 0}));
    EXPECT_EQ(result.visits[16], (Visit{67, 32, 0, 0}));
    EXPECT_EQ(result.visits[28], (Visit{115, 0, 32, 0}));
    EXPECT_EQ(result.visits[40], (Visit{163, 32, 32, 0}));
    EXPECT_EQ(result.visits[41], (Visit{167, 32, 32, 1}));
    EXPECT_EQ(result.visits[42], (Visit{171, 40, 32, 0}));
    EXPECT_EQ(result.visits[48], (Visit{195, 48, 32, 1}));
    EXPECT_EQ(result.visits[59], (Visit{239, 56, 56, 1}));
}

// The same for a triangle that goes beyond the surface: tiles up to one that starts at its edge come, too.
TEST(RecursiveTraversal, BeyondTheSurfaceAsInAttila) {
    const RasterState state = squareState(64);
    const std::array<SetupTriangle, 1> group{drawnTriangle(kBeyond, state)};
    RecursiveTraversal traversal{TileSizes{}};
    const TraversalTrace result = run(traversal, state, group);
    EXPECT_EQ(result.steps, 403u);
    EXPECT_EQ(result.quads, 1600u);
    EXPECT_EQ(result.covered, 1517u);
    EXPECT_EQ(result.depthSum, 59159582858u);
    EXPECT_EQ(result.visits[64], (Visit{260, 64, 0, 0}));
    EXPECT_EQ(result.visits[99], (Visit{400, 72, 72, 0}));
}

// By hand: the start tile is a scan tile, so the first step already cuts it; its 64 quads come in Morton order.
TEST(RecursiveTraversal, TriangleInOneScanTileComesAtOnce) {
    const RasterState state = squareState(64);
    const std::array<SetupTriangle, 1> group{drawnTriangle({{{2, 2}, {9, 2}, {2, 9}}}, state)};
    RecursiveTraversal traversal{TileSizes{}};
    traversal.start(state, group);
    Quad quad;
    EXPECT_FALSE(traversal.nextQuad(quad));
    EXPECT_FALSE(traversal.finished());
    traversal.step();
    EXPECT_EQ(traversal.testedTiles(), 0u);
    uint32_t quads = 0;
    while (traversal.nextQuad(quad)) {
        if (quads == 16) {
            EXPECT_EQ(quad.x, 8);
            EXPECT_EQ(quad.y, 0);
        }
        if (quads == 3) {
            EXPECT_EQ(quad.x, 2);
            EXPECT_EQ(quad.y, 2);
            EXPECT_EQ(quad.coverage, 0b1111u);
        }
        ++quads;
    }
    EXPECT_EQ(quads, 64u);
    EXPECT_TRUE(traversal.finished());
}

// By hand: a triangle over all of 256x256 starts at level 9 (257 pixels). One tile is tested, then four, of which three
// have parts beyond the viewport; the lowest level that has tiles goes first.
TEST(RecursiveTraversal, StepsTestUpToFourTilesOfTheLowestLevel) {
    const RasterState state = squareState(256);
    const std::array<SetupTriangle, 1> group{drawnTriangle({{{-256, -256}, {1024, -256}, {-256, 1024}}}, state)};
    RecursiveTraversal traversal{TileSizes{}};
    traversal.start(state, group);
    traversal.step();
    EXPECT_EQ(traversal.testedTiles(), 1u) << "level 9";
    traversal.step();
    EXPECT_EQ(traversal.testedTiles(), 4u) << "level 8: 4 tiles give 4 + 2 + 2 + 1";
    traversal.step();
    EXPECT_EQ(traversal.testedTiles(), 4u) << "level 7";
    traversal.step();
    EXPECT_EQ(traversal.testedTiles(), 4u) << "level 6";
    traversal.step();
    EXPECT_EQ(traversal.testedTiles(), 4u) << "level 5 gives 16 scan tiles";
    Quad quad;
    EXPECT_FALSE(traversal.nextQuad(quad)) << "which the next step begins to cut";
    traversal.step();
    EXPECT_TRUE(traversal.nextQuad(quad));
    EXPECT_EQ(quad.x, 0);
    EXPECT_EQ(quad.y, 0);
}

// By hand: of a tile, all quads of one triangle come before those of the next.
TEST(RecursiveTraversal, GenerationTileHoldsEachTriangleInTurn) {
    const RasterState state = squareState(64);
    const std::array<SetupTriangle, 3> group{drawnTriangle({{{2, 2}, {9, 2}, {2, 9}}}, state),
                                             drawnTriangle({{{3, 2}, {9, 2}, {3, 9}}}, state),
                                             drawnTriangle({{{4, 2}, {9, 2}, {4, 9}}}, state)};
    RecursiveTraversal traversal{TileSizes{}};
    const TraversalTrace result = run(traversal, state, group);
    ASSERT_EQ(result.visits.size(), 12u);
    EXPECT_EQ(result.visits[0], (Visit{1, 0, 0, 0}));
    EXPECT_EQ(result.visits[1], (Visit{5, 0, 0, 1}));
    EXPECT_EQ(result.visits[2], (Visit{9, 0, 0, 2}));
    EXPECT_EQ(result.visits[3], (Visit{13, 8, 0, 0}));
    EXPECT_EQ(result.steps, 48u);
}

TEST(RecursiveTraversal, TriangleWithNoTilesEndsAfterItsTest) {
    const RasterState state = squareState(64);
    SetupTriangle outside = drawnTriangle({{{2, 2}, {9, 2}, {2, 9}}}, state);
    outside.bounds = {32, 32, 60, 60};
    RecursiveTraversal traversal{TileSizes{}};
    const TraversalTrace result = run(traversal, state, std::span(&outside, 1));
    EXPECT_EQ(result.steps, 1u);
    EXPECT_EQ(result.quads, 0u);
}

}  // namespace
}  // namespace cyclorama::func
