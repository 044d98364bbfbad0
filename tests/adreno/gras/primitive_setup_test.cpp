// SPDX-License-Identifier: MIT
// Triangles of primitives whose corners are known. Planes, facing, polygon offset, lines and points are counted by hand
// from their definitions (Vulkan 1.3: 25.8, 25.9 and 25.11, rasterization of points, lines and polygons). Layers and
// viewports: Mesa, vulkan/tu_pipeline.cc.

#include "families/adreno/gras/primitive_setup.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "adreno/gras/setup_bench.h"
#include "families/adreno/gras/depth_transform.h"

namespace cyclorama::adreno::test {
namespace {

void expectPlane(const func::PlaneEquation& plane, double a, double b, double c, const char* name) {
    EXPECT_EQ(plane.a, a) << name;
    EXPECT_EQ(plane.b, b) << name;
    EXPECT_EQ(plane.c, c) << name;
}

/// From (8, 8) 32 pixels to the right and down, clockwise.
std::vector<SetupVertex> clockwiseTriangle() {
    return {SetupBench::at(8, 8, 0.0f), SetupBench::at(40, 8, 0.5f), SetupBench::at(8, 40, 0.25f)};
}

std::vector<SetupVertex> counterClockwiseTriangle() {
    return {SetupBench::at(8, 8, 0.0f), SetupBench::at(8, 40, 0.25f), SetupBench::at(40, 8, 0.5f)};
}

TEST(PrimitiveSetup, PlanesAreThoseOfTheCornersInTheWindow) {
    SetupBench bench;
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    const func::SetupTriangle& setup = bench.list.setups[0];
    // Edge from (x1, y1) to (x2, y2): (y1 - y2, x2 - x1, and 0 at (x1, y1)), at the centres of pixels.
    expectPlane(setup.planes[0], -32, -32, 32 * (40 + 8) - 32, "from (40, 8) to (8, 40)");
    expectPlane(setup.planes[1], 32, 0, -32 * 8 + 16, "from (8, 40) to (8, 8)");
    expectPlane(setup.planes[2], 0, 32, -32 * 8 + 16, "from (8, 8) to (40, 8)");
    // z grows by 0.5 over 32 pixels to the right, and by 0.25 over 32 pixels down; it is 0 at (8, 8).
    expectPlane(setup.planes[func::kDepthPlane], 1.0 / 64, 1.0 / 128, -7.5 * (1.0 / 64 + 1.0 / 128), "depth");
    EXPECT_EQ(setup.area, 32.0 * 32.0) << "twice the triangle's";
    EXPECT_EQ(setup.bounds, (func::PixelRectangle{7, 7, 41, 41})) << "one pixel more around it";
    EXPECT_EQ(bench.list.triangles[0].part, RasterTriangle::kWhole);
    EXPECT_EQ(bench.left, 1u);
}

TEST(PrimitiveSetup, DividesByW) {
    SetupBench bench;
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    const func::SetupTriangle flat = bench.list.setups[0];
    EXPECT_TRUE(bench.list.triangles[0].flatW);
    ASSERT_EQ(bench.setUp({SetupBench::at(8, 8, 0.0f, 1.0f), SetupBench::at(40, 8, 0.5f, 2.0f),
                           SetupBench::at(8, 40, 0.25f, 4.0f)}),
              1u);
    const func::SetupTriangle& setup = bench.list.setups[0];
    EXPECT_EQ(setup.inverseW, (std::array{1.0, 0.5, 0.25}));
    EXPECT_FALSE(bench.list.triangles[0].flatW);
    for (uint32_t p = 0; p <= func::kDepthPlane; ++p)
        expectPlane(setup.planes[p], flat.planes[p].a, flat.planes[p].b, flat.planes[p].c, "the same places");
}

TEST(PrimitiveSetup, WindowPositionsAreTakenAsTheyAre) {
    SetupBench bench;
    bench.control.clip.inWindow = true;
    bench.control.viewports[0].transform = {};
    ASSERT_EQ(bench.setUp({{8, 8, 0.0f, 7}, {40, 8, 0.5f, 0}, {8, 40, 0.25f, -1}}), 1u);
    EXPECT_EQ(bench.list.setups[0].area, 32.0 * 32.0);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{7, 7, 41, 41}));
    EXPECT_EQ(bench.list.setups[0].inverseW, (std::array{1.0, 1.0, 1.0}));
}

TEST(PrimitiveSetup, OriginOfAPixelIsTheSampleOfOne) {
    SetupBench bench;
    bench.control.samplePlaces[0] = {.x = 0.75, .y = 0.25};
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    const func::TrianglePlanes& planes = bench.list.setups[0].planes;
    expectPlane(planes[0], -32, -32, 32 * 48 - 24 - 8, "from (40, 8) to (8, 40)");
    expectPlane(planes[1], 32, 0, -32 * 8 + 24, "from (8, 40) to (8, 8)");
    expectPlane(planes[2], 0, 32, -32 * 8 + 8, "from (8, 8) to (40, 8)");
    bench.control.samples = 2;
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    expectPlane(bench.list.setups[0].planes[1], 32, 0, -32 * 8 + 16, "samples are placed later");
}

// Vulkan 1.3, 25.11.1: the sign of a triangle's area in the window, and the front face's winding, say which side is
// seen.
TEST(PrimitiveSetup, CullsTheSidesThatAreAskedFor) {
    for (uint32_t settings = 0; settings < 16; ++settings) {
        SetupBench bench;
        bench.control.frontIsClockwise = (settings & 1) != 0;
        bench.control.cullsFront = (settings & 2) != 0;
        bench.control.cullsBack = (settings & 4) != 0;
        const bool clockwise = (settings & 8) != 0;
        const bool front = clockwise == bench.control.frontIsClockwise;
        const bool culled = front ? bench.control.cullsFront : bench.control.cullsBack;
        ASSERT_EQ(bench.setUp(clockwise ? clockwiseTriangle() : counterClockwiseTriangle()), culled ? 0u : 1u)
            << settings;
        EXPECT_EQ(bench.left, 1u) << "counted before";
        if (culled) continue;
        EXPECT_EQ(bench.list.triangles[0].backFacing, !front) << settings;
        // (16, 16) is inside, (32, 32) beyond the long edge.
        for (uint32_t e = 0; e < func::kDepthPlane; ++e) {
            const func::PlaneEquation& edge = bench.list.setups[0].planes[e];
            EXPECT_GT(edge.a * 16 + edge.b * 16 + edge.c, 0.0) << "edge " << e << " of " << settings;
        }
    }
}

TEST(PrimitiveSetup, AMirroredViewportTurnsFacesRound) {
    SetupBench bench;
    bench.control.frontIsClockwise = true;
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    EXPECT_FALSE(bench.list.triangles[0].backFacing);
    bench.control.viewports[0].transform.scale[1] = -SetupBench::kHalf;
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    EXPECT_TRUE(bench.list.triangles[0].backFacing);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{7, 23, 41, 57})) << "from row 24 to row 56";
}

TEST(PrimitiveSetup, DegenerateTrianglesAreLeftOut) {
    SetupBench bench;
    const auto at = [](float x, float y) { return SetupBench::at(x, y); };
    EXPECT_EQ(bench.setUp({at(8, 8), at(16, 16), at(40, 40)}), 0u) << "on one line";
    EXPECT_EQ(bench.setUp({at(8, 8), at(40, 8), at(8, 8)}), 0u) << "two corners are one";
    EXPECT_EQ(bench.setUp({at(8, 8), at(8, 8), at(8, 8)}), 0u) << "a point";
    EXPECT_EQ(bench.left, 1u) << "it is within all planes";
    // The grid of the window has 256 places a pixel.
    EXPECT_EQ(bench.setUp({at(8, 8), at(8, 40), at(8 + 1.0f / 1024, 8)}), 0u) << "on one line of the grid";
    EXPECT_EQ(bench.setUp({at(8, 8), at(8, 40), at(8 + 1.0f / 256, 8)}), 1u);
    EXPECT_EQ(bench.list.setups[0].area, -32.0 / 256) << "counter-clockwise";
}

TEST(PrimitiveSetup, CornersThatAreNoNumbersAreLeftOut) {
    for (const float strange : {SetupBench::kNotANumber, SetupBench::kInfinite, -SetupBench::kInfinite})
        for (const size_t component : std::array<size_t, 3>{0, 1, 3}) {
            SetupBench bench;
            bench.control.clip.nearPlane = bench.control.clip.farPlane = false;
            std::vector<SetupVertex> vertices = clockwiseTriangle();
            vertices[1][component] = strange;
            EXPECT_EQ(bench.setUp(vertices), 0u) << strange << " as component " << component;
        }
}

TEST(PrimitiveSetup, BoundsAreWithinTheScissor) {
    SetupBench bench;
    bench.control.viewports[0].scissor = {.minX = 16, .minY = 0, .maxX = 64, .maxY = 20};
    ASSERT_EQ(bench.setUp(clockwiseTriangle()), 1u);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{16, 7, 41, 20}));
    bench.control.viewports[0].scissor = {.minX = 40, .minY = 0, .maxX = 64, .maxY = 64};
    EXPECT_EQ(bench.setUp(clockwiseTriangle()), 1u) << "the last column of its bounds";
    bench.control.viewports[0].scissor = {.minX = 41, .minY = 0, .maxX = 64, .maxY = 64};
    EXPECT_EQ(bench.setUp(clockwiseTriangle()), 0u);
    bench.control.viewports[0].scissor = {.minX = 20, .minY = 20, .maxX = 20, .maxY = 64};
    EXPECT_EQ(bench.setUp(clockwiseTriangle()), 0u) << "no columns";
}

TEST(PrimitiveSetup, ProvokingVertexIsTheFirstOrTheLast) {
    const auto provoking = [](PrimitiveTopology topology, bool last, uint32_t expected) {
        SetupBench bench;
        bench.draw.topology = topology;
        bench.draw.provokingLast = last;
        ASSERT_GE(bench.setUp(clockwiseTriangle()), 1u);
        EXPECT_EQ(bench.list.triangles[0].provoking, bench.record(expected))
            << bench.draw.verticesPerPrimitive() << " corners, " << last;
    };
    provoking(PrimitiveTopology::Triangles, false, 0);
    provoking(PrimitiveTopology::Triangles, true, 2);
    provoking(PrimitiveTopology::Lines, false, 0);
    provoking(PrimitiveTopology::Lines, true, 1);
    provoking(PrimitiveTopology::Points, false, 0);
    provoking(PrimitiveTopology::Points, true, 0);
}

TEST(PrimitiveSetup, TrianglesKeepTheRecordsAndNumbersOfTheirPrimitives) {
    SetupBench bench;
    std::vector<SetupVertex> vertices = clockwiseTriangle();
    for (const SetupVertex& vertex : counterClockwiseTriangle()) vertices.push_back(vertex);
    ASSERT_EQ(bench.setUp(vertices), 2u);
    for (uint32_t t = 0; t < 2; ++t) {
        EXPECT_EQ(bench.list.triangles[t].primitive, t);
        for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(bench.list.triangles[t].records[i], bench.record(3 * t + i));
    }
    EXPECT_EQ(bench.left, 2u);
}

TEST(PrimitiveSetup, LayerIsThatOfTheProvokingVertex) {
    SetupBench bench;
    std::vector<SetupVertex> vertices = clockwiseTriangle();
    for (uint32_t i = 0; i < 3; ++i) vertices[i].push_back(SetupBench::integer(i + 1));
    const auto layer = [&] {
        EXPECT_EQ(bench.setUp(vertices), 1u);
        return bench.list.triangles[0].layer;
    };
    bench.control.lastLayer = 7;
    bench.draw.layout.layer = 4;
    EXPECT_EQ(layer(), 0u) << "not taken";
    bench.control.takesLayer = true;
    EXPECT_EQ(layer(), 1u);
    bench.draw.provokingLast = true;
    EXPECT_EQ(layer(), 3u);
    bench.control.layerOfView = true;
    bench.view = 2;
    EXPECT_EQ(layer(), 5u) << "the view's number is added";
    bench.control.lastLayer = 4;
    EXPECT_EQ(layer(), 4u) << "not beyond the last one";
}

TEST(PrimitiveSetup, ViewportIsThatOfTheProvokingVertex) {
    SetupBench bench;
    bench.control.takesViewport = true;
    bench.draw.layout.viewport = 4;
    // 8 pixels to the right of the others.
    bench.control.viewports[3].transform.offset[0] = SetupBench::kHalf + 8;
    bench.control.viewports[15].scissor.maxX = 30;
    std::vector<SetupVertex> vertices = clockwiseTriangle();
    for (uint32_t i = 0; i < 3; ++i) vertices[i].push_back(SetupBench::integer(i == 0 ? 3 : i == 1 ? 0 : 99));
    ASSERT_EQ(bench.setUp(vertices), 1u);
    EXPECT_EQ(bench.list.triangles[0].viewport, 3u);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{15, 7, 49, 41})) << "of all three corners";
    bench.draw.provokingLast = true;
    ASSERT_EQ(bench.setUp(vertices), 1u);
    EXPECT_EQ(bench.list.triangles[0].viewport, 15u) << "the last one, for a number beyond it";
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{7, 7, 30, 41}));
}

TEST(PrimitiveSetup, ViewsHaveTheirPositionsAndViewports) {
    SetupBench bench;
    std::vector<SetupVertex> vertices = clockwiseTriangle();
    for (SetupVertex& vertex : vertices) {
        const SetupVertex second{vertex[0] + 0.25f, vertex[1], vertex[2], vertex[3]};
        vertex.insert(vertex.end(), second.begin(), second.end());
    }
    bench.view = 2;
    bench.positionOfView = 1;
    ASSERT_EQ(bench.setUp(vertices), 1u);
    EXPECT_EQ(bench.list.triangles[0].view, 2u);
    EXPECT_EQ(bench.list.triangles[0].viewport, 0u);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{15, 7, 49, 41})) << "8 pixels further";
    bench.control.viewportOfView = true;
    bench.control.viewports[2].transform.offset[1] = SetupBench::kHalf + 4;
    ASSERT_EQ(bench.setUp(vertices), 1u);
    EXPECT_EQ(bench.list.triangles[0].viewport, 2u);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{15, 11, 49, 45}));
}

TEST(PrimitiveSetup, AlignedLinesAreParallelograms) {
    SetupBench bench;
    bench.draw.topology = PrimitiveTopology::Lines;
    bench.control.lineWidth = 4.0f;
    bench.control.cullsFront = bench.control.cullsBack = true;
    ASSERT_EQ(bench.setUp({SetupBench::at(8, 16), SetupBench::at(24, 24)}), 2u) << "lines have no facing";
    // (8, 14), (8, 18), (24, 22) and (24, 26).
    for (const func::SetupTriangle& half : bench.list.setups) EXPECT_EQ(half.area, 4.0 * 16.0);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{7, 13, 25, 23}));
    EXPECT_EQ(bench.list.setups[1].bounds, (func::PixelRectangle{7, 17, 25, 27}));
    for (const RasterTriangle& half : bench.list.triangles) EXPECT_FALSE(half.backFacing);
}

TEST(PrimitiveSetup, RectangularLinesAreSquareAtTheirEnds) {
    SetupBench bench;
    bench.draw.topology = PrimitiveTopology::Lines;
    bench.control.rectangularLines = true;
    bench.control.lineWidth = 10.0f;
    // 40 pixels long: (12, 5) and (4, 11), (36, 37) and (28, 43).
    ASSERT_EQ(bench.setUp({SetupBench::at(8, 8), SetupBench::at(32, 40)}), 2u);
    for (const func::SetupTriangle& half : bench.list.setups) EXPECT_EQ(half.area, 10.0 * 40.0);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{3, 4, 37, 38}));
    EXPECT_EQ(bench.list.setups[1].bounds, (func::PixelRectangle{3, 10, 37, 44}));
    EXPECT_EQ(bench.setUp({SetupBench::at(8, 8), SetupBench::at(8, 8)}), 0u) << "no length";
}

TEST(PrimitiveSetup, PointsAreSquaresOfTheirSize) {
    SetupBench bench;
    bench.draw.topology = PrimitiveTopology::Points;
    bench.control.pointSize = 4.0f;
    bench.control.largestPointSize = 16.0f;
    ASSERT_EQ(bench.setUp({SetupBench::at(16, 20)}), 2u);
    for (const func::SetupTriangle& half : bench.list.setups) {
        EXPECT_EQ(half.area, 4.0 * 4.0);
        EXPECT_EQ(half.bounds, (func::PixelRectangle{13, 17, 19, 23}));
    }
    const SpritePlace& sprite = bench.list.triangles[0].sprite;
    EXPECT_EQ(sprite.left, 14.0f);
    EXPECT_EQ(sprite.top, 18.0f);
    EXPECT_EQ(sprite.inverseSize, 0.25f);
}

TEST(PrimitiveSetup, PointsOfTheProgramsSizeAreWithinTheLimits) {
    SetupBench bench;
    bench.draw.topology = PrimitiveTopology::Points;
    bench.draw.layout.pointSize = 4;
    bench.control.leastPointSize = 2.0f;
    bench.control.largestPointSize = 8.0f;
    const auto size = [&](float written) {
        EXPECT_EQ(bench.setUp({SetupBench::with(SetupBench::at(32, 32), {written})}), 2u);
        return 1.0f / bench.list.triangles[0].sprite.inverseSize;
    };
    EXPECT_EQ(size(4.0f), 4.0f);
    EXPECT_EQ(size(1.0f), 2.0f);
    EXPECT_EQ(size(-3.0f), 2.0f);
    EXPECT_EQ(size(SetupBench::kNotANumber), 2.0f);
    EXPECT_EQ(size(SetupBench::kInfinite), 8.0f);
}

// Vulkan 1.3, 25.11.3: facing, culling and offset are those of the polygon.
TEST(PrimitiveSetup, PolygonsAreDrawnAsTheirEdgesOrCorners) {
    SetupBench bench;
    bench.control.depthBias = {.enabled = true, .slopeFactor = 2.0f};
    for (const PolygonMode mode : {PolygonMode::Lines, PolygonMode::Points}) {
        bench.control.polygonMode = mode;
        ASSERT_EQ(bench.setUp(clockwiseTriangle()), 6u) << "two triangles for each edge or corner";
        for (uint32_t i = 0; i < 6; ++i) {
            EXPECT_TRUE(bench.list.triangles[i].backFacing);
            EXPECT_EQ(bench.list.setups[i].depthOffset, 2.0 / 64);
        }
        for (uint32_t i = 0; i < 6; i += 2)
            EXPECT_EQ(bench.list.triangles[i].records[0], bench.record(i / 2)) << "where it begins";
    }
    bench.control.cullsBack = true;
    EXPECT_EQ(bench.setUp(clockwiseTriangle()), 0u);
}

// Vulkan 1.3, 25.11.4: m * slopeFactor + r * constantFactor, limited by the clamp.
TEST(PrimitiveSetup, OffsetsOfDepthAreOfTheSlopeAndTheLeastStep) {
    SetupBench bench;
    bench.control.viewports[0].transform.scale[2] = 0.5f;
    bench.control.depthFormat = DepthFormat::Unorm16;
    const auto offset = [&](const DepthBias& bias) {
        bench.control.depthBias = bias;
        EXPECT_EQ(bench.setUp(clockwiseTriangle()), 1u);
        return bench.list.setups[0].depthOffset;
    };
    EXPECT_EQ(offset({.enabled = false, .slopeFactor = 2.0f, .units = 4.0f}), 0.0);
    // The steeper slope, along x, is 1/64 of z/w a pixel, and half of that in the window.
    EXPECT_EQ(offset({.enabled = true, .slopeFactor = 2.0f}), 1.0 / 64);
    EXPECT_EQ(offset({.enabled = true, .units = 4.0f}), 4.0 * (1.0 / 65535));
    EXPECT_EQ(offset({.enabled = true, .slopeFactor = 2.0f, .clamp = 0.0078125f}), 0.0078125);
    EXPECT_EQ(offset({.enabled = true, .slopeFactor = -2.0f, .clamp = -0.0078125f}), -0.0078125);
    EXPECT_EQ(offset({.enabled = true, .slopeFactor = -2.0f, .clamp = 0.0078125f}), -1.0 / 64)
        << "a positive clamp is a limit above";
    bench.control.depthFormat = DepthFormat::Unorm24Stencil8;
    EXPECT_EQ(offset({.enabled = true, .units = 4.0f}), 4.0 * (1.0 / 16777215));
    // The largest depth of the triangle is 0.25, a float with the exponent -2.
    bench.control.depthFormat = DepthFormat::Float32;
    EXPECT_EQ(offset({.enabled = true, .units = 4.0f}), 4.0 * 0x1p-25);
}

// Vulkan 1.3, 25.2 (depth clamping): to the range of the viewport.
TEST(DepthTransform, ScalesToTheViewportAndClamps) {
    SetupBench bench;
    WindowViewport& viewport = bench.control.viewports[5];
    viewport.transform.scale[2] = 0.5f;
    viewport.transform.offset[2] = 0.25f;
    viewport.nearest = 0.375f;
    viewport.farthest = 0.625f;
    const DepthTransform unclamped(bench.control, 5);
    EXPECT_EQ(unclamped(0.0, 0.0), 0.25);
    EXPECT_EQ(unclamped(1.0, 0.125), 0.875);
    EXPECT_EQ(unclamped(2.0, 0.0), 1.0) << "limited to 0 to 1";
    EXPECT_EQ(unclamped(-1.0, 0.0), 0.0);
    EXPECT_EQ(unclamped.ofPosition(2.0, 0.0), 1.25) << "programs see it beyond";
    bench.control.clampsDepth = true;
    const DepthTransform clamped(bench.control, 5);
    EXPECT_EQ(clamped(0.0, 0.0), 0.375);
    EXPECT_EQ(clamped(0.5, 0.0), 0.5);
    EXPECT_EQ(clamped(1.0, 0.0), 0.625);
    EXPECT_EQ(clamped.ofPosition(1.0, 0.0), 0.625);
}

}  // namespace
}  // namespace cyclorama::adreno::test
