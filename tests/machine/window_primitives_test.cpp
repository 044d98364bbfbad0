// SPDX-License-Identifier: MIT
#include "machine/values/window_primitives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace cyclorama::machine {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A surface of 64x64 pixels whose middle is the origin of clip space.
gpu::DrawState drawState() {
    gpu::DrawState state;
    state.raster.edit().surfaceWidth = state.raster.edit().surfaceHeight = 64;
    state.raster.edit().viewport.width = state.raster.edit().viewport.height = 64;
    state.raster.edit().rules.coordinates = func::SetupCoordinates::Window;
    state.raster.edit().viewportTransform = func::ViewportTransform{.scale = {32, 32, 1}, .offset = {32, 32, 0}};
    return state;
}

func::VertexAttributes vertexAt(float x, float y) {
    func::VertexAttributes vertex{};
    vertex[func::kPositionAttribute] = {x, y, 0, 1};
    return vertex;
}

TriangleList primitive(const gpu::DrawState& state, const std::vector<func::VertexAttributes>& vertices) {
    WindowPrimitives primitives(false);
    primitives.startDraw(state);
    std::vector<const func::VertexAttributes*> places;
    for (const func::VertexAttributes& vertex : vertices) places.push_back(&vertex);
    TriangleList list;
    primitives.add(places, 0, list);
    // Vertices that were made belong to `primitives`.
    list.vertices.clear();
    return list;
}

int32_t heightOf(const TriangleList& list) { return list.triangles[0].bounds.maxY - list.triangles[0].bounds.minY; }

TEST(WindowPrimitives, APointWhoseSizeIsNoNumberIsAsSmallAsOneCanBe) {
    gpu::DrawState state = drawState();
    const int32_t least = heightOf(primitive(state, {vertexAt(0, 0)}));
    state.pointsAndLines.pointSize = kNaN;
    EXPECT_EQ(heightOf(primitive(state, {vertexAt(0, 0)})), least);
    state.pointsAndLines.pointSize = 8;
    EXPECT_EQ(heightOf(primitive(state, {vertexAt(0, 0)})), least + 7);
}

TEST(WindowPrimitives, LinesAreAsWideAsTheChipHasThemAndNotWider) {
    gpu::DrawState state = drawState();
    const std::vector<func::VertexAttributes> line{vertexAt(-0.5f, 0), vertexAt(0.5f, 0)};
    const int32_t least = heightOf(primitive(state, line));
    state.pointsAndLines.lineWidth = kNaN;
    EXPECT_EQ(heightOf(primitive(state, line)), least);
    for (const float width : {1e30f, kInfinity}) {
        state.pointsAndLines.lineWidth = width;
        EXPECT_EQ(heightOf(primitive(state, line)), 64) << width;
    }
}

TEST(WindowPrimitives, ViewportsWithoutBoundsLeaveNothingToDraw) {
    gpu::DrawState state = drawState();
    for (const float scale : {kNaN, kInfinity, -kInfinity}) {
        for (uint32_t axis = 0; axis < 2; ++axis) {
            state.raster.edit().rules.coordinates = func::SetupCoordinates::Window;
            state.raster.edit().viewportTransform =
                func::ViewportTransform{.scale = {32, 32, 1}, .offset = {32, 32, 0}};
            state.raster.edit().viewportTransform.scale[axis] = scale;
            EXPECT_TRUE(primitive(state, {vertexAt(-1, -1), vertexAt(0, 1), vertexAt(1, 0)}).triangles.empty())
                << scale << ' ' << axis;
        }
    }
}

// Between a vertex far in front of the eye and one as far behind it, interpolation ends with a w of 0.
TEST(WindowPrimitives, CornersThatClippingLeavesWithoutAPlaceAreNotDrawn) {
    const gpu::DrawState state = drawState();
    const auto far = [](float x, float y, float w) {
        func::VertexAttributes vertex{};
        vertex[func::kPositionAttribute] = {x, y, 0, w};
        return vertex;
    };
    for (const float w : {1e38f, 3e38f, 1e30f})
        for (const float place : {0.0f, 1e37f})
            for (const func::SetupTriangle& triangle :
                 primitive(state, {far(0, 0, w), far(place, 0, -w), far(0, place, -w / 3)}).triangles)
                EXPECT_TRUE(std::isfinite(triangle.area)) << w << ' ' << place;
}

}  // namespace
}  // namespace cyclorama::machine
