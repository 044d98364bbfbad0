// SPDX-License-Identifier: MIT
// Lines and points as quadrangles, and polygons cut by distances of the vertex program.

#include "func/raster/window_line.h"

#include <gtest/gtest.h>

#include <vector>

namespace cyclorama::func {
namespace {

std::vector<std::array<double, 2>> places(const WindowQuadrangle& corners) {
    std::vector<std::array<double, 2>> all;
    for (const WindowVertex& corner : corners) all.push_back({corner.x, corner.y});
    return all;
}

TEST(WindowLine, IsWideAcrossItsLongerAxis) {
    EXPECT_EQ(places(alignedLine({2, 3, 0, 1}, {10, 5, 0, 1}, 2.0)),
              (std::vector<std::array<double, 2>>{{2, 2}, {2, 4}, {10, 4}, {10, 6}}));
    // Against the axis the ends move by a subpixel.
    const double nudge = 1.0 / kSubpixels;
    EXPECT_EQ(
        places(alignedLine({3, 10, 0, 1}, {2, 4, 0, 1}, 1.0)),
        (std::vector<std::array<double, 2>>{{2.5, 10 + nudge}, {3.5, 10 + nudge}, {1.5, 4 + nudge}, {2.5, 4 + nudge}}));
}

TEST(WindowLine, RectangleIsSquareToTheLine) {
    // Direction (3, 4) / 5, half the width is 2.5.
    EXPECT_EQ(places(rectangularLine({0, 0, 0, 1}, {30, 40, 0, 1}, 5.0)),
              (std::vector<std::array<double, 2>>{{2, -1.5}, {-2, 1.5}, {32, 38.5}, {28, 41.5}}));
    const WindowQuadrangle none = rectangularLine({1, 1, 0, 1}, {1, 1, 0, 1}, 4.0);
    EXPECT_EQ(none[0].x, none[1].x);
    EXPECT_EQ(none[0].y, none[2].y);
}

TEST(WindowLine, PointIsASquareAroundItsCentre) {
    EXPECT_EQ(places(squarePoint({8, 6, 0.5, 2}, 3.0)),
              (std::vector<std::array<double, 2>>{{6.5, 4.5}, {9.5, 4.5}, {6.5, 7.5}, {9.5, 7.5}}));
    EXPECT_EQ(squarePoint({8, 6, 0.5, 2}, 3.0)[3].inverseW, 2.0);
}

TEST(WindowLine, PolygonIsCutWhereADistanceIsNegative) {
    const auto vertex = [](float x, float distance) {
        VertexAttributes attributes{};
        attributes[kPositionAttribute] = {x, 0, 0, 1};
        attributes[2] = {0, distance, 0, 0};
        return attributes;
    };
    std::vector<VertexAttributes> polygon{vertex(0, 1), vertex(4, -1), vertex(8, 3)};
    clipAtDistance(polygon, 2, 1);
    ASSERT_EQ(polygon.size(), 4u);
    EXPECT_EQ(polygon[1][kPositionAttribute][0], 2.0f);
    EXPECT_EQ(polygon[2][kPositionAttribute][0], 5.0f);
    std::vector<VertexAttributes> line{vertex(0, -1), vertex(4, 3)};
    clipAtDistance(line, 2, 1);
    ASSERT_EQ(line.size(), 2u);
    EXPECT_EQ(line[0][kPositionAttribute][0], 1.0f);
}

TEST(SamplePlaces, AreThoseOfTheState) {
    RasterState state;
    state.rules.samplePattern = SamplePattern::Given;
    state.samplePlaces = {SampleOffset{0.25, 0.5}, SampleOffset{0.75, 0.0}};
    EXPECT_TRUE(sampleOffsets(state).empty());
    state.samples = 2;
    ASSERT_EQ(sampleOffsets(state).size(), 2u);
    EXPECT_EQ(sampleOffsets(state)[1].x, 0.75);
    state.rules.samplePattern = SamplePattern::Standard;
    EXPECT_EQ(sampleOffsets(state).data(), samplePattern(SamplePattern::Standard, 2).data());
}

}  // namespace
}  // namespace cyclorama::func
