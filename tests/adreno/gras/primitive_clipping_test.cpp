// SPDX-License-Identifier: MIT
// Primitives that reach beyond the planes of the view volume, the guard band, or a program's own planes. Corners that
// clipping makes are counted by hand: the share of an edge that is inside is d1 / (d1 - d2), by the distances of its
// ends (Vulkan 1.3, 25.4 and 25.5: primitive clipping; clip and cull distances). The guard band ends 32,768 pixels from
// the window's origin (func/raster/window_triangle.h).

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "adreno/gras/setup_bench.h"

namespace cyclorama::adreno::test {
namespace {

using Shares = std::array<double, 3>;

void expectPart(const RasterList& list, uint32_t triangle, const Shares& first, const Shares& second,
                const Shares& third) {
    ASSERT_LT(triangle, list.size());
    const uint32_t number = list.triangles[triangle].part;
    ASSERT_LT(number, list.parts.size());
    EXPECT_EQ(list.parts[number].shares, (std::array{first, second, third})) << "triangle " << triangle;
}

std::vector<SetupVertex> triangleOfDepths(float first, float second, float third) {
    return {SetupBench::at(8, 8, first), SetupBench::at(40, 8, second), SetupBench::at(8, 40, third)};
}

TEST(PrimitiveClipping, LeavesOutWhatIsOutsideOfOnePlaneOfDepth) {
    SetupBench bench;
    EXPECT_EQ(bench.setUp(triangleOfDepths(-0.5f, -0.25f, -0x1p-149f)), 0u) << "before the near plane";
    EXPECT_EQ(bench.left, 0u);
    EXPECT_EQ(bench.setUp(triangleOfDepths(-0.5f, -0.25f, 0.0f)), 1u) << "one corner is on it";
    EXPECT_EQ(bench.left, 1u);
    EXPECT_EQ(bench.setUp(triangleOfDepths(1.5f, 2.0f, 1.0f + 0x1p-23f)), 0u) << "beyond the far plane";
    EXPECT_EQ(bench.left, 0u);
    EXPECT_EQ(bench.setUp(triangleOfDepths(1.5f, 2.0f, 1.0f)), 1u);
    EXPECT_EQ(bench.setUp(triangleOfDepths(-0.5f, 1.5f, 1.5f)), 1u) << "outside of different ones";
    EXPECT_EQ(bench.list.triangles[0].part, RasterTriangle::kWhole) << "fragments are left to the test of depth";
}

TEST(PrimitiveClipping, NearPlaneIsAtMinusW) {
    SetupBench bench;
    bench.control.clip.zeroToOne = false;
    EXPECT_EQ(bench.setUp(triangleOfDepths(-0.5f, -0.25f, -1.0f)), 1u);
    EXPECT_EQ(bench.setUp(triangleOfDepths(-1.5f, -2.0f, -1.25f)), 0u);
}

TEST(PrimitiveClipping, DisabledPlanesOfDepthCutNothing) {
    SetupBench bench;
    bench.control.clip.nearPlane = bench.control.clip.farPlane = false;
    EXPECT_EQ(bench.setUp(triangleOfDepths(-0.5f, -0.25f, -1.0f)), 1u);
    EXPECT_EQ(bench.setUp(triangleOfDepths(1.5f, 2.0f, 3.0f)), 1u);
}

TEST(PrimitiveClipping, CutsAtTheNearPlaneWhatReachesBehindTheEye) {
    SetupBench bench;
    // z is 0.5 at two corners and -0.5 at the third, whose w is 0: the edges to it are cut in their middle.
    const std::vector<SetupVertex> vertices = {{-0.5f, -0.5f, 0.5f, 1}, {0.5f, -0.5f, 0.5f, 1}, {0, 0.5f, -0.5f, 0}};
    ASSERT_EQ(bench.setUp(vertices), 2u);
    // (16, 16), (48, 16), and (0.25, 0) and (-0.25, 0) with w = 0.5: (48, 32) and (16, 32).
    for (const func::SetupTriangle& setup : bench.list.setups) {
        EXPECT_EQ(std::abs(setup.area), 32.0 * 16.0);
        EXPECT_EQ(setup.bounds, (func::PixelRectangle{15, 15, 49, 33}));
    }
    expectPart(bench.list, 0, {1, 0, 0}, {0, 1, 0}, {0, 0.5, 0.5});
    expectPart(bench.list, 1, {1, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5});
    EXPECT_EQ(bench.list.parts[0].w, (std::array{1.0, 1.0, 0.0})) << "of the whole triangle";
    EXPECT_EQ(bench.list.setups[1].inverseW, (std::array{1.0, 2.0, 2.0})) << "of the part";
    for (const RasterTriangle& triangle : bench.list.triangles) {
        EXPECT_EQ(triangle.provoking, bench.record(0));
        for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(triangle.records[i], bench.record(i));
    }
    EXPECT_EQ(bench.left, 1u);
}

TEST(PrimitiveClipping, NothingIsLeftBehindTheEye) {
    SetupBench bench;
    bench.control.clip.nearPlane = bench.control.clip.farPlane = false;
    EXPECT_EQ(bench.setUp({{-1, -1, 0, -1}, {1, -1, 0, -1}, {-1, 1, 0, 0}}), 0u);
}

TEST(PrimitiveClipping, CutsAtTheGuardBandAndNotBefore) {
    SetupBench bench;
    // Window positions 32 * 1023 + 32 = 32768 and 32 * 2047 + 32 = 65536.
    ASSERT_EQ(bench.setUp({{-1, -1, 0, 1}, {1023, -1, 0, 1}, {-1, 1, 0, 1}}), 1u);
    EXPECT_EQ(bench.list.triangles[0].part, RasterTriangle::kWhole) << "a corner at its end is inside";
    EXPECT_EQ(bench.list.setups[0].area, 32768.0 * 64.0);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{0, 0, 64, 64}));
    ASSERT_EQ(bench.setUp({{-1, -1, 0, 1}, {2047, -1, 0, 1}, {-1, 1, 0, 1}}), 2u);
    expectPart(bench.list, 0, {1, 0, 0}, {0.5, 0.5, 0}, {0, 0.5, 0.5});
    expectPart(bench.list, 1, {1, 0, 0}, {0, 0.5, 0.5}, {0, 0, 1});
    // (0, 0), (32768, 0), (32768, 32) and (0, 64).
    EXPECT_EQ(bench.list.setups[0].area, 32768.0 * 32.0);
    EXPECT_EQ(bench.list.setups[1].area, 32768.0 * 64.0);
}

TEST(PrimitiveClipping, SidesOfTheViewDoNotCutTriangles) {
    SetupBench bench;
    bench.control.clip.sides = true;
    ASSERT_EQ(bench.setUp({SetupBench::at(-40, 8), SetupBench::at(100, 8), SetupBench::at(32, 100)}), 1u);
    EXPECT_EQ(bench.list.triangles[0].part, RasterTriangle::kWhole);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{0, 7, 64, 64}));
}

/// Distances of three corners from the plane with number 5.
std::vector<SetupVertex> triangleOfDistances(float first, float second, float third) {
    std::vector<SetupVertex> vertices = triangleOfDepths(0.5f, 0.5f, 0.5f);
    const std::array distances{first, second, third};
    for (size_t i = 0; i < distances.size(); ++i)
        vertices[i].insert(vertices[i].end(), {-9.0f, distances[i], -9.0f, -9.0f});
    return vertices;
}

TEST(PrimitiveClipping, CutsAtAProgramsPlane) {
    SetupBench bench;
    bench.draw.layout.distances[1] = 4;
    EXPECT_EQ(bench.setUp(triangleOfDistances(-1, -1, -1)), 1u) << "no plane counts";
    bench.control.clip.clipDistances = 1u << 5;
    ASSERT_EQ(bench.setUp(triangleOfDistances(0, 0, 0)), 1u);
    EXPECT_EQ(bench.list.triangles[0].part, RasterTriangle::kWhole) << "on the plane";
    // A quarter of each edge from the first corner is left.
    ASSERT_EQ(bench.setUp(triangleOfDistances(1, -3, -3)), 1u);
    expectPart(bench.list, 0, {1, 0, 0}, {0.75, 0.25, 0}, {0.75, 0, 0.25});
    EXPECT_EQ(bench.list.setups[0].area, 8.0 * 8.0);
    EXPECT_EQ(bench.list.setups[0].bounds, (func::PixelRectangle{7, 7, 17, 17}));
    EXPECT_EQ(bench.setUp(triangleOfDistances(-1, -2, -0x1p-149f)), 0u);
    EXPECT_EQ(bench.left, 0u);
}

TEST(PrimitiveClipping, CullDistancesDropWholePrimitives) {
    SetupBench bench;
    bench.draw.layout.distances[1] = 4;
    bench.control.clip.cullDistances = 1u << 5;
    ASSERT_EQ(bench.setUp(triangleOfDistances(1, -3, -3)), 1u);
    EXPECT_EQ(bench.list.triangles[0].part, RasterTriangle::kWhole) << "one corner is inside";
    EXPECT_EQ(bench.setUp(triangleOfDistances(-1, -3, -3)), 0u);
    EXPECT_EQ(bench.setUp(triangleOfDistances(-1, -3, SetupBench::kNotANumber)), 0u) << "no number counts as negative";
    EXPECT_EQ(bench.left, 0u);
}

TEST(PrimitiveClipping, CutsLines) {
    SetupBench bench;
    bench.draw.topology = PrimitiveTopology::Lines;
    bench.draw.layout.distances[0] = 4;
    bench.control.clip.clipDistances = 1;
    bench.control.lineWidth = 2.0f;
    const auto end = [](float x, float distance) {
        return SetupBench::with(SetupBench::at(x, 16), {distance, 0, 0, 0});
    };
    // From 8 to 40; three quarters of it are inside.
    ASSERT_EQ(bench.setUp({end(8, 3), end(40, -1)}), 2u);
    for (const func::SetupTriangle& half : bench.list.setups) {
        EXPECT_EQ(half.area, 2.0 * 24.0);
        EXPECT_EQ(half.bounds, (func::PixelRectangle{7, 14, 33, 18}));
    }
    // Corners 0, 1, 2 and 2, 1, 3 of a quadrangle, two at either end.
    expectPart(bench.list, 0, {1, 0, 0}, {1, 0, 0}, {0.25, 0.75, 0});
    expectPart(bench.list, 1, {0.25, 0.75, 0}, {1, 0, 0}, {0.25, 0.75, 0});
    EXPECT_EQ(bench.setUp({end(8, -3), end(40, -1)}), 0u);
}

TEST(PrimitiveClipping, PointsCountByTheirCentres) {
    SetupBench bench;
    bench.draw.topology = PrimitiveTopology::Points;
    bench.control.pointSize = bench.control.largestPointSize = 8.0f;
    EXPECT_EQ(bench.setUp({SetupBench::at(-2, 32)}), 2u) << "a part of it is in the window";
    bench.control.clip.sides = true;
    EXPECT_EQ(bench.setUp({SetupBench::at(-2, 32)}), 0u);
    EXPECT_EQ(bench.setUp({SetupBench::at(32, 66)}), 0u);
    EXPECT_EQ(bench.setUp({SetupBench::at(0, 64)}), 2u) << "on the corner of the view";
    EXPECT_EQ(bench.setUp({SetupBench::at(32, 32, -0.25f)}), 0u) << "before the near plane";
    EXPECT_EQ(bench.left, 0u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
