// SPDX-License-Identifier: MIT
#include "func/raster/raster_quad.h"

#include <gtest/gtest.h>

#include <bit>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

const std::array<PixelVertex, 3> kLowerLeft{{{0, 0}, {8, 0}, {0, 8}}};
const std::array<PixelVertex, 3> kUpperRight{{{8, 0}, {8, 8}, {0, 8}}};

Quad quadAt(const SetupTriangle& triangle, const RasterState& state, int32_t x, int32_t y) {
    const QuadEvaluator evaluator(triangle, state);
    Quad quad;
    evaluator.evaluate(x, y, evaluator.startValues(x, y), quad);
    return quad;
}

// By hand: the centres of the pixels (x, 7 - x) are on the diagonal, which is a right edge of the lower left half and a
// left edge of the other.
TEST(RasterQuad, PointsOnAnEdgeBelongToTheTriangleOnItsRight) {
    const RasterState state = squareState(8);
    const SetupTriangle lower = drawnTriangle(kLowerLeft, state);
    const SetupTriangle upper = drawnTriangle(kUpperRight, state);
    EXPECT_EQ(quadAt(lower, state, 2, 4).coverage, 0b0001u);
    EXPECT_EQ(quadAt(upper, state, 2, 4).coverage, 0b1110u);
    EXPECT_EQ(quadAt(lower, state, 0, 0).coverage, 0b1111u);
    EXPECT_EQ(quadAt(upper, state, 0, 0).coverage, 0u);
}

// With samples at pixel corners the left and lower borders of the square are on sample points, and covered; the right
// and upper ones are not. The diagonal goes through (x, 8 - x).
TEST(RasterQuad, SampledAtTheCorner) {
    RasterState state = squareState(8);
    state.sampleAtPixelCorner = true;
    const SetupTriangle lower = drawnTriangle(kLowerLeft, state);
    const SetupTriangle upper = drawnTriangle(kUpperRight, state);
    EXPECT_EQ(quadAt(lower, state, 0, 0).coverage, 0b1111u);
    EXPECT_EQ(quadAt(lower, state, 2, 4).coverage, 0b0111u);
    EXPECT_EQ(quadAt(upper, state, 2, 4).coverage, 0b1000u);
    EXPECT_EQ(quadAt(upper, state, 8, 4).coverage, 0u);
}

// A value within 1e-12 of zero is on the edge (ATTILA: MIN_BIAS). Edges per pixel: 0: -0.5 -0.5, 1: 0.5 0, 2: 0 0.5.
TEST(RasterQuad, CloseToAnEdgeIsOnIt) {
    const RasterState state = squareState(8);
    const QuadEvaluator evaluator(drawnTriangle(kLowerLeft, state), state);
    EXPECT_TRUE(evaluator.inside({1, 1, 1, 0}));
    EXPECT_TRUE(evaluator.inside({1, -0.9e-12, 1, 0})) << "left edge";
    EXPECT_FALSE(evaluator.inside({1, -1e-12, 1, 0}));
    EXPECT_FALSE(evaluator.inside({0.9e-12, 1, 1, 0})) << "right edge";
    EXPECT_TRUE(evaluator.inside({1e-12, 1, 1, 0}));
    EXPECT_TRUE(evaluator.inside({1, 1, -0.9e-12, 0})) << "lower edge";
}

TEST(RasterQuad, OnlyWithinTheDepthRange) {
    RasterState state = squareState(8);
    const QuadEvaluator openGl(drawnTriangle(kLowerLeft, state), state);
    EXPECT_TRUE(openGl.inside({1, 1, 1, -1.0}));
    EXPECT_TRUE(openGl.inside({1, 1, 1, 1.0 + 0.9e-12}));
    EXPECT_FALSE(openGl.inside({1, 1, 1, 1.0 + 2e-12}));
    EXPECT_FALSE(openGl.inside({1, 1, 1, -1.1}));
    state.depthRange.zeroToOne = true;
    const QuadEvaluator direct3d(drawnTriangle(kLowerLeft, state), state);
    EXPECT_TRUE(direct3d.inside({1, 1, 1, 0.0}));
    EXPECT_FALSE(direct3d.inside({1, 1, 1, -0.1}));
    EXPECT_TRUE(direct3d.inside({1, 1, 1, 1.0}));
}

// By hand: z/w = -1 + x/4 at pixel coordinate x, so window depth x/8 at pixel centres 1/16, 3/16, ...
TEST(RasterQuad, DepthOfEachFragment) {
    const RasterState state = squareState(8);
    const SetupTriangle triangle = drawnTriangle({{{0, 0, -1}, {8, 0, 1}, {0, 8, -1}}}, state);
    const Quad quad = quadAt(triangle, state, 2, 0);
    EXPECT_EQ(quad.coverage, 0b1111u);
    EXPECT_EQ(quad.depth[0], static_cast<uint32_t>(16777215.0 * 5 / 16));
    EXPECT_EQ(quad.depth[1], static_cast<uint32_t>(16777215.0 * 7 / 16));
    EXPECT_EQ(quad.depth[2], quad.depth[0]);
}

// By hand for the pattern 12,44 44,108 76,12 108,76 (1/128): the triangle covers x < 64/128 of the first column.
TEST(RasterQuad, SamplesAndTheirCentroid) {
    RasterState state = squareState(8);
    state.samples = 4;
    const SetupTriangle triangle = drawnTriangle({{{-8, 0, 0}, {0.5, 0, 0}, {0.5, 16, 0}}}, state);
    const Quad quad = quadAt(triangle, state, 0, 0);
    EXPECT_EQ(quad.coverage, 0b0101u);
    EXPECT_EQ(quad.sampleCoverage[0], 0b0011u);
    EXPECT_EQ(quad.sampleCoverage[1], 0u);
    // The edge x = 0.5 is the one opposite of vertex 0; its value at the mean of the two covered samples.
    const PlaneEquation& edge = triangle.planes[0];
    const double meanX = (12.0 + 44.0) / 2 / 128.0;
    EXPECT_NEAR(quad.values[0][0], edge.a * (meanX - 0.5) + edge.c, 1e-15);
    // The corner of the pixel where nothing is covered.
    EXPECT_NEAR(quad.values[1][0], edge.a * 0.5 + edge.b * -0.5 + edge.c, 1e-15);
}

/// Holds QuadEvaluator's values of all fragments to those of one fragment, sample by sample.
void expectSamples(const Quad& quad, uint32_t fragment, const QuadEvaluator& evaluator, const RasterState& state) {
    const auto sum = [](const PlaneValues& a, const PlaneValues& b, double factor) {
        return PlaneValues{a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor, a[3] + b[3] * factor};
    };
    PlaneValues corner = evaluator.startValues(quad.x, quad.y);
    if (fragment % 2 != 0) corner = sum(corner, evaluator.stepX(), 1.0);
    if (fragment / 2 != 0) corner = sum(corner, evaluator.stepY(), 1.0);
    const DepthConversion depthOf = depthConversion(state);
    EXPECT_EQ(quad.depth[fragment], depthOf(corner[kDepthPlane]));
    EXPECT_EQ(quad.cornerCoverage >> fragment & 1, evaluator.inside(corner) ? 1u : 0u);
    uint32_t covered = 0;
    PlaneValues total{};
    const std::span<const SampleOffset> pattern = samplePattern(state.rules.samplePattern, state.samples);
    for (uint32_t s = 0; s < pattern.size(); ++s) {
        const PlaneValues at = sum(sum(corner, evaluator.stepX(), pattern[s].x), evaluator.stepY(), pattern[s].y);
        if (!evaluator.inside(at)) continue;
        covered |= 1u << s;
        total = sum(total, at, 1.0);
        EXPECT_EQ(quad.sampleDepth[fragment][s], depthOf(at[kDepthPlane]));
    }
    EXPECT_EQ(quad.sampleCoverage[fragment], covered);
    EXPECT_EQ(quad.coverage >> fragment & 1, covered != 0 ? 1u : 0u);
    for (uint32_t p = 0; p < 4; ++p)
        EXPECT_EQ(quad.values[fragment][p], covered != 0 ? total[p] / std::popcount(covered) : corner[p]);
}

TEST(RasterQuad, FragmentsTogetherHaveTheirOwnSamples) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> pixel(-4, 12);
    std::uniform_real_distribution<float> depth(-1.5f, 1.5f);
    uint32_t partly = 0;
    for (uint32_t round = 0; round < 600; ++round) {
        RasterState state = squareState(8);
        state.samples = 2u << round % 3;
        state.depthBits = round % 3 == 0 ? 32 : 24;
        std::array<PixelVertex, 3> vertices;
        for (PixelVertex& vertex : vertices) vertex = {pixel(random), pixel(random), depth(random)};
        const SetupTriangle triangle = drawnTriangle(vertices, state);
        const QuadEvaluator evaluator(triangle, state);
        for (int32_t q = 0; q < 16; ++q) {
            const Quad quad = quadAt(triangle, state, q % 4 * 2, q / 4 * 2);
            if (quad.coverage == 0) continue;
            if (quad.coverage != 0xf) ++partly;
            for (uint32_t f = 0; f < kQuadFragments; ++f) expectSamples(quad, f, evaluator, state);
        }
    }
    EXPECT_GT(partly, 500u);
}

TEST(RasterQuad, BatchHoldsLanesAndSampleMasks) {
    Quad quad;
    quad.x = 4;
    quad.y = 6;
    quad.triangle = 9;
    quad.coverage = 0b0110;
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        quad.values[f] = {f + 0.5, f + 1.5, f + 2.5, 0};
        quad.depth[f] = 100 + f;
        quad.sampleCoverage[f] = 0b10;
        quad.sampleDepth[f] = {10 * f, 10 * f + 1};
    }
    QuadBatch single{};
    single.append(quad, 1);
    single.append(quad, 1);
    EXPECT_EQ(single.quads, 2u);
    EXPECT_EQ(single.sampleCoverage[1], 0b0110u);
    EXPECT_EQ(single.edge[1][4 + 3], 4.5);
    ASSERT_EQ(single.testDepths(1).size(), 8u);
    EXPECT_EQ(single.testDepths(1)[6], 102u);

    QuadBatch multiple{};
    multiple.append(quad, 2, false);
    EXPECT_EQ(multiple.sampleCoverage[0], 0b00101000u) << "fragments 1 and 2, of each the second sample";
    ASSERT_EQ(multiple.testDepths(2).size(), 8u);
    EXPECT_EQ(multiple.testDepths(2)[5], 21u);
    EXPECT_EQ(multiple.triangle[0], 9u);
    multiple.append(quad, 2, true);
    EXPECT_EQ(multiple.coverage[1], 0b0110u);
    EXPECT_EQ(multiple.sampleCoverage[1], 0b10101010u) << "with whole quads, the other fragments' samples, too";
}

TEST(RasterQuad, CoverageWithinARectangle) {
    Quad quad;
    quad.x = 2;
    quad.y = 2;
    quad.coverage = 0b1111;
    EXPECT_EQ(coverageWithin(quad, {0, 0, 8, 8}), 0b1111u);
    EXPECT_EQ(coverageWithin(quad, {3, 0, 8, 8}), 0b1010u);
    EXPECT_EQ(coverageWithin(quad, {0, 0, 8, 3}), 0b0011u);
    EXPECT_EQ(coverageWithin(quad, {4, 4, 8, 8}), 0u);
}

TEST(RasterQuad, SkippedTilesHaveNothingInside) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> pixel(-10, 42);
    uint32_t skipped = 0;
    for (uint32_t samples : {1u, 8u}) {
        RasterState state = squareState(32);
        state.samples = samples;
        for (uint32_t i = 0; i < 300; ++i) {
            const SetupTriangle triangle = drawnTriangle(
                {{{pixel(random), pixel(random)}, {pixel(random), pixel(random)}, {pixel(random), pixel(random)}}},
                state);
            const QuadEvaluator evaluator(triangle, state);
            for (int32_t tile = 0; tile < 16; ++tile) {
                const int32_t x = tile % 4 * 8;
                const int32_t y = tile / 4 * 8;
                if (!evaluator.canSkip(evaluator.startValues(x, y), 8.0)) {
                    continue;
                }
                ++skipped;
                for (int32_t q = 0; q < 16; ++q) {
                    EXPECT_EQ(quadAt(triangle, state, x + q % 4 * 2, y + q / 4 * 2).coverage, 0u);
                }
            }
        }
    }
    EXPECT_GT(skipped, 1000u);
}

}  // namespace
}  // namespace cyclorama::func
