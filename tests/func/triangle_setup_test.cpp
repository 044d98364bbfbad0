// SPDX-License-Identifier: MIT
#include "func/raster/triangle_setup.h"

#include <gtest/gtest.h>

#include <limits>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

// The lower left half of a viewport of 8x8 pixels, z from 0 to 1.
const std::array<PixelVertex, 3> kHalf{{{0, 0, 0.0f}, {8, 0, 0.5f}, {0, 8, 1.0f}}};

void expectPlane(const PlaneEquation& plane, double a, double b, double c) {
    EXPECT_EQ(plane.a, a);
    EXPECT_EQ(plane.b, b);
    EXPECT_EQ(plane.c, c);
}

// By hand: the edges in clip space are -2x-2y, 2x+2 and 2y+2, their sum at w = 1 is 4. One pixel is 1/4 of clip space;
// the first pixel's centre is at (-7/8, -7/8). z = 0.25 x + 0.5 y + 0.75 in clip space.
TEST(TriangleSetup, EquationsOfAHalfSquare) {
    const SetupTriangle triangle = setupPixels(kHalf, squareState(8));
    EXPECT_EQ(triangle.area, 4.0);
    expectPlane(triangle.planes[0], -0.5, -0.5, 3.5);
    expectPlane(triangle.planes[1], 0.5, 0.0, 0.25);
    expectPlane(triangle.planes[2], 0.0, 0.5, 0.25);
    expectPlane(triangle.planes[kDepthPlane], 0.0625, 0.125, 0.09375);
    EXPECT_EQ(triangle.bounds, (PixelRectangle{0, 0, 8, 8}));
    EXPECT_EQ(triangle.viewportShare, 0.5);
    EXPECT_EQ(triangle.depthOffset, 0.0);
}

TEST(TriangleSetup, SamplesAtThePixelCorner) {
    RasterState state = squareState(8);
    state.sampleAtPixelCorner = true;
    const SetupTriangle triangle = setupPixels(kHalf, state);
    expectPlane(triangle.planes[0], -0.5, -0.5, 4.0);
    expectPlane(triangle.planes[1], 0.5, 0.0, 0.0);
}

TEST(TriangleSetup, ViewportMovesTheEquations) {
    RasterState state = squareState(64);
    state.viewport = {16, 32, 8, 8};
    const SetupTriangle triangle = setupTriangle({-1, -1, 0, 1}, {1, -1, 0.5f, 1}, {-1, 1, 1, 1}, state);
    // The values of the viewport's first pixel are those of the test above.
    expectPlane(triangle.planes[1], 0.5, 0.0, 0.25 - 0.5 * 16);
    expectPlane(triangle.planes[2], 0.0, 0.5, 0.25 - 0.5 * 32);
    EXPECT_EQ(triangle.bounds, (PixelRectangle{16, 32, 24, 40}));
}

// The triangle is counterclockwise in clip space, whichever way y points in the surface.
TEST(TriangleSetup, FacingFollowsFrontFace) {
    RasterState state = squareState(8);
    for (const bool invertY : {false, true}) {
        state.invertY = invertY;
        state.frontFace = FaceOrientation::CounterClockwise;
        EXPECT_EQ(setupPixels(kHalf, state).area, 4.0);
        state.frontFace = FaceOrientation::Clockwise;
        EXPECT_EQ(setupPixels(kHalf, state).area, -4.0);
    }
}

TEST(TriangleSetup, InvertedYPointsDown) {
    RasterState state = squareState(8);
    state.invertY = true;
    state.viewport.height = 4;
    // Clip y 0.5 to 1 is the upper quarter: the first row in the surface.
    const SetupTriangle triangle = setupTriangle({-1, 1, 0, 1}, {1, 1, 0, 1}, {-1, 0.5f, 0, 1}, state);
    EXPECT_EQ(triangle.bounds, (PixelRectangle{0, 0, 8, 2}));
}

TEST(TriangleSetup, BoundsAreExtendedByAPixelAndLimited) {
    RasterState state = squareState(64);
    const SetupTriangle triangle = setupPixels({{{10.5, 20.5}, {30.25, 20.5}, {10.5, 40.75}}}, state);
    EXPECT_EQ(triangle.bounds, (PixelRectangle{9, 19, 31, 41}));
    state.scissor = {true, 12, 0, 4, 64};
    EXPECT_EQ(setupPixels({{{10.5, 20.5}, {30.25, 20.5}, {10.5, 40.75}}}, state).bounds,
              (PixelRectangle{12, 19, 16, 41}));
}

TEST(TriangleSetup, BoundsOfATriangleThatCrossesTheEyeReachTheViewportsEdge) {
    const RasterState state = squareState(64);
    // Two vertices in the middle; from there the triangle goes right to infinity, the third is behind the eye.
    const SetupTriangle triangle = setupTriangle({0, 0, 0, 1}, {0, 0.25f, 0, 1}, {3, 0, 0, -1}, state);
    EXPECT_EQ(triangle.bounds.minX, 31);
    EXPECT_EQ(triangle.bounds.maxX, 64);
}

TEST(TriangleSetup, Culling) {
    const RasterState state = squareState(8);
    const SetupTriangle front = setupPixels(kHalf, state);
    const SetupTriangle back = setupPixels({{kHalf[0], kHalf[2], kHalf[1]}}, state);
    const auto dropped = [](SetupTriangle triangle, CullMode mode) { return cullTriangle(triangle, mode); };
    EXPECT_FALSE(dropped(front, CullMode::None));
    EXPECT_FALSE(dropped(back, CullMode::None));
    EXPECT_TRUE(dropped(front, CullMode::Front));
    EXPECT_FALSE(dropped(back, CullMode::Front));
    EXPECT_FALSE(dropped(front, CullMode::Back));
    EXPECT_TRUE(dropped(back, CullMode::Back));
    EXPECT_TRUE(dropped(front, CullMode::FrontAndBack));
    EXPECT_TRUE(dropped(back, CullMode::FrontAndBack));
}

TEST(TriangleSetup, KeptBackFacesAreInvertedButKeepTheirArea) {
    const RasterState state = squareState(8);
    SetupTriangle back = setupPixels({{kHalf[0], kHalf[2], kHalf[1]}}, state);
    const PlaneEquation depth = back.planes[kDepthPlane];
    ASSERT_FALSE(cullTriangle(back, CullMode::Front));
    EXPECT_EQ(back.area, -4.0);
    expectPlane(back.planes[0], -0.5, -0.5, 3.5);
    expectPlane(back.planes[kDepthPlane], depth.a, depth.b, depth.c);
}

TEST(TriangleSetup, NoAreaIsDroppedInEachMode) {
    const RasterState state = squareState(8);
    SetupTriangle line = setupPixels({{{0, 0}, {4, 4}, {8, 8}}}, state);
    EXPECT_EQ(line.area, 0.0);
    for (const auto mode : {CullMode::None, CullMode::Front, CullMode::Back}) {
        EXPECT_TRUE(cullTriangle(line, mode));
    }
}

TEST(TriangleSetup, TwoSidedColors) {
    std::array<Vec4, kVertexAttributes> vertex{};
    for (uint32_t a = 0; a < kVertexAttributes; ++a) {
        vertex[a].fill(static_cast<float>(a));
    }
    auto front = vertex;
    selectFaceColors(1.0, front);
    EXPECT_EQ(front, vertex);
    selectFaceColors(-1.0, vertex);
    EXPECT_EQ(vertex[kColorAttribute][0], 3.0f);
    EXPECT_EQ(vertex[kSecondaryColorAttribute][0], 4.0f);
    EXPECT_EQ(vertex[kBackColorAttribute][0], 3.0f);
}

// By hand: the fraction of the depth range times the largest value, cut off.
TEST(TriangleSetup, DepthConversion) {
    const DepthConversion openGl = depthConversion({0.0f, 1.0f, false}, 24);
    EXPECT_EQ(openGl(-1.0), 0u);
    EXPECT_EQ(openGl(0.0), 8388607u);
    EXPECT_EQ(openGl(1.0), 16777215u);
    const DepthConversion direct3d = depthConversion({0.0f, 1.0f, true}, 16);
    EXPECT_EQ(direct3d(0.0), 0u);
    EXPECT_EQ(direct3d(0.5), 32767u);
    EXPECT_EQ(direct3d(1.0), 65535u);
    const DepthConversion reversed = depthConversion({1.0f, 0.0f, false}, 24);
    EXPECT_EQ(reversed(-1.0), 16777215u);
    EXPECT_EQ(reversed(1.0), 0u);
    const DepthConversion wide = depthConversion({0.0f, 1.0f, false}, 32);
    EXPECT_EQ(wide(1.0), 0xffffffffu);
    EXPECT_EQ(openGl(std::numeric_limits<double>::quiet_NaN()), 0u);
    EXPECT_EQ(openGl(1e300), 0u);
}

TEST(TriangleSetup, PolygonOffset) {
    RasterState state = squareState(8);
    state.polygonOffset = {true, 2.0f, 3.0f};
    const SetupTriangle triangle = setupPixels(kHalf, state);
    // The steeper slope of z/w is 0.125 a pixel, half of that in window depth.
    EXPECT_EQ(triangle.depthOffset, 2.0 * 0.0625 + 3.0 / 16777215.0);
    DepthConversion conversion = depthConversion(state.depthRange, 24);
    conversion.offset = 0.25;
    EXPECT_EQ(conversion(-1.0), 4194303u);
    EXPECT_EQ(conversion(0.9), 16777215u) << "clamped";
}

}  // namespace
}  // namespace cyclorama::func
