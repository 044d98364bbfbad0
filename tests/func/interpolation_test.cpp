// SPDX-License-Identifier: MIT
#include "func/raster/interpolation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

TEST(Interpolation, WeightsAreSharesOfTheEdgeValues) {
    const auto weights = interpolationWeights({1.0, 2.0, 5.0, 0.0});
    EXPECT_EQ(weights, (std::array<double, 3>{0.125, 0.25, 0.625}));
    EXPECT_EQ(interpolate(weights, {8, 0, 1, 1}, {0, 8, 1, 2}, {0, 0, 1, 4}), (Vec4{1, 2, 1, 3.125f}));
}

// By hand: along an edge from w = 1 to w = 3, the middle on the screen is at 1/4 of the way: (0/1 + 1/3) / (1/1 + 1/3).
TEST(Interpolation, PerspectiveCorrect) {
    const RasterState state = squareState(64);
    const SetupTriangle triangle = drawnTriangle({{{0, 0, 0, 1}, {64, 0, 0, 3}, {0, 64, 0, 1}}}, state);
    const QuadEvaluator evaluator(triangle, state);
    // Half way between the centres of pixels 31 and 32, just above the lower edge.
    PlaneValues values = evaluator.startValues(32, 0);
    for (uint32_t p = 0; p < 4; ++p) {
        values[p] -= 0.5 * evaluator.stepX()[p] + 0.5 * evaluator.stepY()[p];
    }
    const Vec4 result = interpolate(interpolationWeights(values), {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 1, 0, 0});
    EXPECT_NEAR(result[0], 0.25f, 1e-6f);
    EXPECT_NEAR(result[1], 1.0f, 1e-6f);
}

class InterpolationBatch : public testing::Test {
  protected:
    InterpolationBatch() {
        std::mt19937 random(3);
        std::uniform_real_distribution<float> value(-4, 4);
        for (auto& vertex : vertices_) {
            for (Vec4& attribute : vertex) {
                for (float& component : attribute) {
                    component = value(random);
                }
            }
        }
        const std::vector<SetupTriangle> triangles{
            drawnTriangle({{{1, 1, 0.1f, 1}, {9, 2, 0.5f, 2}, {3, 9, 0, 3}}}, state_),
            drawnTriangle({{{20, 20, 0.1f, 1}, {29, 21, 0.5f, 2}, {23, 26, 0, 3}}}, state_)};
        QuadFiller filler(state_, TileSizes{});
        filler.start(triangles, 0);
        filler.fill(batch_);
        interpolationWeights(batch_, weights_);
    }

    RasterState state_ = squareState(64);
    std::array<VertexAttributes, 3> vertices_;
    TriangleVertices triangle_{&vertices_[0], &vertices_[1], &vertices_[2]};
    QuadBatch batch_{};
    LaneWeights weights_;
};

TEST_F(InterpolationBatch, LanesEqualSingleFragmentsToTheBit) {
    ASSERT_TRUE(batch_.full());
    LaneVec4 lanes;
    for (uint32_t attribute = 0; attribute < kVertexAttributes; ++attribute) {
        interpolate(weights_, triangle_, attribute, 0, batch_.quads, lanes);
        for (uint32_t lane = 0; lane < batch_.quads * kQuadFragments; ++lane) {
            const auto weights =
                interpolationWeights({batch_.edge[0][lane], batch_.edge[1][lane], batch_.edge[2][lane], 0.0});
            const Vec4 single =
                interpolate(weights, vertices_[0][attribute], vertices_[1][attribute], vertices_[2][attribute]);
            for (uint32_t c = 0; c < 4; ++c) {
                ASSERT_EQ(lanes.component[c][lane], single[c]);
            }
        }
    }
}

TEST_F(InterpolationBatch, WindowLanesEqualSingleFragmentsToTheBit) {
    std::vector<SetupTriangle> triangles(1 + *std::max_element(batch_.triangle.begin(), batch_.triangle.end()));
    for (size_t t = 0; t < triangles.size(); ++t)
        triangles[t].inverseW = {0.3 + static_cast<double>(t), 1.7, 1.0 / (static_cast<double>(t) + 3.0)};
    LaneWeights weights;
    LaneVec4 positions;
    windowWeights(batch_, triangles, weights);
    windowPositions(batch_, triangles, 24, positions);
    for (uint32_t lane = 0; lane < batch_.quads * kQuadFragments; ++lane) {
        const uint32_t quad = lane / kQuadFragments;
        const auto& inverseW = triangles[batch_.triangle[quad]].inverseW;
        const PlaneValues values{batch_.edge[0][lane], batch_.edge[1][lane], batch_.edge[2][lane], 0.0};
        const auto single = windowWeights(values, inverseW);
        for (size_t v = 0; v < 3; ++v) ASSERT_EQ(weights.vertex[v][lane], single[v]);
        const Vec4 position = windowPosition(batch_.x[quad] + static_cast<int32_t>(lane % 2),
                                             batch_.y[quad] + static_cast<int32_t>(lane / 2 % 2), batch_.depth[lane],
                                             24, values, inverseW);
        for (uint32_t c = 0; c < 4; ++c) ASSERT_EQ(positions.component[c][lane], position[c]);
    }
}

TEST_F(InterpolationBatch, TrianglesKeepToTheirLanes) {
    const uint32_t end = triangleEnd(batch_, 0);
    ASSERT_GT(end, 0u);
    ASSERT_LT(end, batch_.quads);
    EXPECT_EQ(triangleEnd(batch_, end), batch_.quads);
    LaneVec4 lanes;
    for (auto& component : lanes.component) {
        component.fill(77.0f);
    }
    copyFlat(triangle_, 5, 0, end, lanes);
    EXPECT_EQ(lanes.component[2][0], vertices_[2][5][2]) << "the last vertex provokes";
    EXPECT_EQ(lanes.component[2][end * 4 - 1], vertices_[2][5][2]);
    EXPECT_EQ(lanes.component[2][end * 4], 77.0f);
    setFace(-2.5, end, batch_.quads, lanes);
    EXPECT_EQ(lanes.component[3][end * 4], -2.5f);
    EXPECT_EQ(lanes.component[2][end * 4], 77.0f);
}

TEST_F(InterpolationBatch, Positions) {
    LaneVec4 lanes;
    fragmentPositions(batch_, 24, lanes);
    for (uint32_t lane = 0; lane < batch_.quads * kQuadFragments; ++lane) {
        EXPECT_EQ(lanes.component[0][lane], static_cast<float>(batch_.x[lane / 4] + static_cast<int32_t>(lane % 2)));
        EXPECT_EQ(lanes.component[1][lane],
                  static_cast<float>(batch_.y[lane / 4] + static_cast<int32_t>(lane / 2 % 2)));
    }
    EXPECT_EQ(fragmentPosition(3, 5, 16777215, 24), (Vec4{3, 5, 1, 1}));
    EXPECT_EQ(fragmentPosition(0, 0, 32767, 16)[2], 32767.0f / 65535.0f);
}

}  // namespace
}  // namespace cyclorama::func
