// SPDX-License-Identifier: MIT
// Quads that the driver makes of points and lines: the pixels whose centres they cover, and the values there.

#include "families/attila/driver/draw/window_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace cyclorama::attila {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kEdge = 16;
constexpr size_t kValue = 5;
constexpr size_t kSize = 15;
using WindowPixel = std::pair<int, int>;

/// Windows of 16 pixels square.
class WindowShapesTest : public testing::Test {
  protected:
    WindowShapesTest() {
        state_.viewport = {.scale = {kEdge / 2.0f, kEdge / 2.0f, 0.5f}, .offset = {kEdge / 2.0f, kEdge / 2.0f, 0.5f}};
        state_.edge = kEdge;
        state_.sizeAttribute = kSize;
    }
    /// At a place in pixels.
    static func::VertexAttributes vertex(float x, float y, float value = 0, float w = 1) {
        func::VertexAttributes made{};
        made[0] = {(x / 8 - 1) * w, (y / 8 - 1) * w, 0, w};
        made[kValue] = {value, 0, 0, 0};
        return made;
    }
    static double across(const func::VertexAttributes& a, const func::VertexAttributes& b, double x, double y) {
        const auto window = [](const func::VertexAttributes& v, size_t axis) { return (v[0][axis] / v[0][3] + 1) * 8; };
        return (window(b, 0) - window(a, 0)) * (y - window(a, 1)) - (window(b, 1) - window(a, 1)) * (x - window(a, 0));
    }
    /// Pixels whose centres are within a shape. A centre on an edge is a failure: who gets it would be chance.
    static std::multiset<WindowPixel> pixels(const WindowShapes& shapes) {
        std::multiset<WindowPixel> covered;
        const auto& corners = shapes.corners();
        for (size_t first = 0; first < corners.size(); first += 4)
            for (int y = 0; y < kEdge; ++y)
                for (int x = 0; x < kEdge; ++x) {
                    bool inside = true;
                    for (size_t i = 0; i < 4; ++i) {
                        const double side = across(corners[first + i], corners[first + (i + 1) % 4], x + 0.5, y + 0.5);
                        EXPECT_GT(std::fabs(side), 1e-5) << x << " " << y;
                        inside = inside && side > 0;
                    }
                    if (inside) covered.insert({x, y});
                }
        return covered;
    }
    std::multiset<WindowPixel> line(float x0, float y0, float x1, float y1) const {
        WindowShapes shapes(state_);
        shapes.addLine(vertex(x0, y0), vertex(x1, y1));
        return pixels(shapes);
    }
    std::multiset<WindowPixel> point(float x, float y) const {
        WindowShapes shapes(state_);
        shapes.addPoint(vertex(x, y));
        return pixels(shapes);
    }

    ShapeState state_;
};

TEST_F(WindowShapesTest, LinesLeaveTheirLastPixelOut) {
    EXPECT_THAT(line(2.5f, 4.5f, 5.5f, 4.5f), ElementsAre(WindowPixel(2, 4), WindowPixel(3, 4), WindowPixel(4, 4)));
    EXPECT_THAT(line(5.5f, 4.5f, 2.5f, 4.5f), ElementsAre(WindowPixel(3, 4), WindowPixel(4, 4), WindowPixel(5, 4)));
    EXPECT_THAT(line(2.5f, 4.5f, 2.5f, 7.5f), ElementsAre(WindowPixel(2, 4), WindowPixel(2, 5), WindowPixel(2, 6)));
    EXPECT_THAT(line(2.5f, 4.5f, 4.5f, 6.5f), ElementsAre(WindowPixel(2, 4), WindowPixel(3, 5)));
}

TEST_F(WindowShapesTest, LinesDrawPixelsWhoseDiamondTheyLeave) {
    // From behind the centre, but within the diamond; from outside of it.
    EXPECT_THAT(line(2.75f, 4.5f, 4.25f, 4.5f), ElementsAre(WindowPixel(2, 4), WindowPixel(3, 4)));
    EXPECT_THAT(line(2.75f, 4.125f, 4.25f, 4.125f), ElementsAre(WindowPixel(3, 4)));
    // To behind the centre: within the diamond, and out of it again.
    EXPECT_THAT(line(2.25f, 4.5f, 4.75f, 4.5f), ElementsAre(WindowPixel(2, 4), WindowPixel(3, 4)));
    EXPECT_THAT(line(2.25f, 4.125f, 4.75f, 4.125f),
                ElementsAre(WindowPixel(2, 4), WindowPixel(3, 4), WindowPixel(4, 4)));
    // Within one diamond.
    EXPECT_THAT(line(2.4f, 4.5f, 2.6f, 4.5f), IsEmpty());
}

TEST_F(WindowShapesTest, LinesBetweenPixelsHaveOneRow) {
    EXPECT_EQ(line(2, 4, 6, 4).size(), 4u);
    EXPECT_EQ(line(4, 2, 4, 6).size(), 4u);
}

TEST_F(WindowShapesTest, WideLinesHaveManyPixelsAcross) {
    state_.rasterizer.lineWidth = 3;
    EXPECT_THAT(line(2.5f, 4.5f, 4.5f, 4.5f), ElementsAre(WindowPixel(2, 3), WindowPixel(2, 4), WindowPixel(2, 5),
                                                          WindowPixel(3, 3), WindowPixel(3, 4), WindowPixel(3, 5)));
}

TEST_F(WindowShapesTest, LinesAreCutAtTheView) {
    EXPECT_EQ(line(-8, 4.5f, 3, 4.5f).size(), 3u);
    EXPECT_EQ(line(-8, 4.5f, 30, 4.5f).size(), 16u);
    EXPECT_THAT(line(-8, 4.5f, -2, 4.5f), IsEmpty());
    // From behind the eye: up to where w is zero.
    WindowShapes shapes(state_);
    func::VertexAttributes behind = vertex(8.5f, 4.5f);
    behind[0] = {0, 0, -1.5f, -1};
    shapes.addLine(vertex(2.5f, 8.5f), behind);
    EXPECT_FALSE(shapes.corners().empty());
    for (const func::VertexAttributes& corner : shapes.corners()) EXPECT_GT(corner[0][3], 0);
}

TEST_F(WindowShapesTest, LinesKeepPerspective) {
    WindowShapes shapes(state_);
    shapes.addLine(vertex(2, 4.5f, 1, 1), vertex(10, 4.5f, 3, 4));
    ASSERT_EQ(shapes.corners().size(), 4u);
    // value / w goes from 1 to 3/4, and 1 / w from 1 to 1/4, over eight pixels.
    for (const func::VertexAttributes& corner : shapes.corners()) {
        const double w = corner[0][3];
        const double t = ((corner[0][0] / w + 1) * 8 - 2) / 8;
        EXPECT_NEAR(1 / w, 1 - 0.75 * t, 1e-5);
        EXPECT_NEAR(corner[kValue][0] / w, 1 - 0.25 * t, 1e-5);
    }
}

TEST_F(WindowShapesTest, FlatValuesAreThoseOfTheProvokingVertex) {
    state_.flat = 1u << kValue;
    for (const bool first : {true, false}) {
        state_.rasterizer.provokingFirst = first;
        WindowShapes shapes(state_);
        shapes.addLine(vertex(2, 4.5f, 1), vertex(10, 4.5f, 3));
        for (const func::VertexAttributes& corner : shapes.corners()) EXPECT_EQ(corner[kValue][0], first ? 1 : 3);
    }
}

TEST_F(WindowShapesTest, PatternsContinueAlongAStrip) {
    state_.rasterizer.lineStipple = true;
    state_.rasterizer.stipplePattern = 0x000f;
    state_.rasterizer.stippleFactor = 1;
    WindowShapes shapes(state_);
    shapes.addLine(vertex(0.5f, 4.5f), vertex(2.5f, 4.5f));
    shapes.addLine(vertex(2.5f, 4.5f), vertex(9.5f, 4.5f));
    EXPECT_THAT(pixels(shapes),
                ElementsAre(WindowPixel(0, 4), WindowPixel(1, 4), WindowPixel(2, 4), WindowPixel(3, 4)));
    WindowShapes anew(state_);
    anew.addLine(vertex(0.5f, 4.5f), vertex(2.5f, 4.5f));
    anew.restartPattern();
    anew.addLine(vertex(2.5f, 4.5f), vertex(9.5f, 4.5f));
    EXPECT_EQ(pixels(anew).size(), 6u);
}

TEST_F(WindowShapesTest, PointsLieOnPixels) {
    EXPECT_THAT(point(3.25f, 4.75f), ElementsAre(WindowPixel(3, 4)));
    state_.rasterizer.pointSize = 2;
    EXPECT_THAT(point(3.75f, 4.25f),
                ElementsAre(WindowPixel(3, 3), WindowPixel(3, 4), WindowPixel(4, 3), WindowPixel(4, 4)));
    state_.rasterizer.pointSize = 3;
    EXPECT_EQ(point(3.75f, 4.25f).size(), 9u);
    // Edges of sprites are not moved to edges of pixels.
    state_.rasterizer.pointSize = 2;
    state_.rasterizer.pointSprite = true;
    EXPECT_THAT(point(3.5f, 4.5f), testing::SizeIs(4));
    EXPECT_THAT(point(3.75f, 4.25f),
                ElementsAre(WindowPixel(3, 3), WindowPixel(3, 4), WindowPixel(4, 3), WindowPixel(4, 4)));
}

TEST_F(WindowShapesTest, PointsHaveTheirVertexsSize) {
    state_.rasterizer.pointSizeOfVertex = true;
    WindowShapes shapes(state_);
    func::VertexAttributes large = vertex(8, 8);
    large[kSize][0] = 4;
    shapes.addPoint(large);
    EXPECT_EQ(pixels(shapes).size(), 16u);
}

TEST_F(WindowShapesTest, SpritesHaveCoordinatesFromEitherSide) {
    state_.sprite = 1u << kValue;
    state_.rasterizer.pointSprite = true;
    state_.rasterizer.pointSize = 8;
    for (const bool fromFirst : {true, false}) {
        state_.rasterizer.spriteFromFirstRow = fromFirst;
        WindowShapes shapes(state_);
        shapes.addPoint(vertex(8, 8, 7));
        ASSERT_EQ(shapes.corners().size(), 4u);
        for (const func::VertexAttributes& corner : shapes.corners()) {
            EXPECT_EQ(corner[kValue][0], corner[0][0] > 0 ? 1 : 0);
            EXPECT_EQ(corner[kValue][1], (corner[0][1] > 0) == fromFirst ? 1 : 0);
        }
    }
}

TEST_F(WindowShapesTest, PointsBeyondTheDepthsOfTheViewAreNot) {
    WindowShapes shapes(state_);
    func::VertexAttributes far = vertex(8, 8);
    far[0][2] = 1.5f;
    shapes.addPoint(far);
    far[0] = {0, 0, 0, -1};
    shapes.addPoint(far);
    EXPECT_THAT(shapes.corners(), IsEmpty());
}

}  // namespace
}  // namespace cyclorama::attila
