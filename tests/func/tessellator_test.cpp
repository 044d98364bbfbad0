// SPDX-License-Identifier: MIT
// The tessellator's meshes: counts that the interfaces define (Vulkan 1.3, chapter on tessellation), and that the
// triangles cover their domain once, in one winding.

#include "func/raster/tessellator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace cyclorama::func {
namespace {

DomainMesh meshOf(const TessellationMode& mode, const TessellationFactors& factors) {
    DomainMesh mesh;
    tessellate(mode, factors, mesh);
    return mesh;
}

double areaOf(const DomainMesh& mesh, size_t corner) {
    const DomainPoint& a = mesh.points[mesh.corners[corner]];
    const DomainPoint& b = mesh.points[mesh.corners[corner + 1]];
    const DomainPoint& c = mesh.points[mesh.corners[corner + 2]];
    return (double{b.u - a.u} * double{c.v - a.v} - double{c.u - a.u} * double{b.v - a.v}) / 2;
}

/// The sum of all areas, none of which may be turned the other way.
double coveredArea(const DomainMesh& mesh) {
    double sum = 0;
    for (size_t i = 0; i + 3 <= mesh.corners.size(); i += 3) {
        const double area = areaOf(mesh, i);
        EXPECT_GT(area, -1e-6);
        sum += area;
    }
    return sum;
}

constexpr TessellationMode kQuadMode{.domain = TessellationDomain::Quads};
constexpr TessellationMode kTriangleMode{.domain = TessellationDomain::Triangles};

TEST(Tessellator, FactorsOfOneGiveTheDomainItself) {
    EXPECT_EQ(meshOf(kTriangleMode, {{1, 1, 1}, {1}}).corners.size(), 3u);
    EXPECT_EQ(meshOf(kQuadMode, {{1, 1, 1, 1}, {1, 1}}).corners.size(), 6u);
}

/// The chips pass piglit's arb_shader_atomic_counters-semantics, which draws the three points at one place and looks
/// for the colour that its program writes at u = 1 alone.
TEST(Tessellator, CornersOfATriangleEndAtU) {
    for (const TessellationOutput output : {TessellationOutput::Points, TessellationOutput::CounterTriangles}) {
        TessellationMode mode = kTriangleMode;
        mode.output = output;
        const DomainMesh mesh = meshOf(mode, {{1, 1, 1}, {1}});
        ASSERT_EQ(mesh.corners.size(), 3u);
        const DomainPoint& last = mesh.points[mesh.corners[2]];
        EXPECT_EQ(last.u, 1.0f);
        EXPECT_EQ(last.v, 0.0f);
    }
}

TEST(Tessellator, EqualFactorsGiveRegularMeshes) {
    // A square of n by n cells has n * n * 2 triangles where all factors are n.
    for (const float n : {2.0f, 3.0f, 5.0f, 64.0f}) {
        const DomainMesh mesh = meshOf(kQuadMode, {{n, n, n, n}, {n, n}});
        EXPECT_EQ(mesh.corners.size() / 3, static_cast<size_t>(n * n) * 2) << n;
        EXPECT_EQ(mesh.points.size(), static_cast<size_t>((n + 1) * (n + 1))) << n;
    }
    // Rings of a triangle: 6 * n * n / 4 triangles, and one more for odd n in the middle.
    EXPECT_EQ(meshOf(kTriangleMode, {{2, 2, 2}, {2}}).corners.size() / 3, 6u);
    EXPECT_EQ(meshOf(kTriangleMode, {{3, 3, 3}, {3}}).corners.size() / 3, 13u);
    EXPECT_EQ(meshOf(kTriangleMode, {{4, 4, 4}, {4}}).corners.size() / 3, 24u);
}

TEST(Tessellator, TrianglesCoverTheDomainOnce) {
    for (const TessellationSpacing spacing :
         {TessellationSpacing::Equal, TessellationSpacing::FractionalOdd, TessellationSpacing::FractionalEven})
        for (const float outer : {1.0f, 2.5f, 4.0f, 11.0f})
            for (const float inner : {1.0f, 1.5f, 2.0f, 3.7f, 8.0f}) {
                TessellationMode quads = kQuadMode;
                quads.spacing = spacing;
                const TessellationFactors factors{{outer, 1, 7, 3.3f}, {inner, 5}};
                EXPECT_NEAR(coveredArea(meshOf(quads, factors)), 1, 1e-4) << outer << " " << inner;
                TessellationMode triangles = kTriangleMode;
                triangles.spacing = spacing;
                EXPECT_NEAR(coveredArea(meshOf(triangles, factors)), 0.5, 1e-4) << outer << " " << inner;
            }
}

TEST(Tessellator, ClockwiseTrianglesAreTurned) {
    TessellationMode mode = kTriangleMode;
    mode.output = TessellationOutput::ClockwiseTriangles;
    const DomainMesh mesh = meshOf(mode, {{2, 3, 4}, {3}});
    for (size_t i = 0; i < mesh.corners.size(); i += 3) EXPECT_LT(areaOf(mesh, i), 1e-6);
}

TEST(Tessellator, OuterFactorsCutTheirOwnEdge) {
    const auto pointsWhere = [](const DomainMesh& mesh, auto holds) {
        size_t found = 0;
        for (const DomainPoint& point : mesh.points) found += holds(point) ? 1 : 0;
        return found;
    };
    const DomainMesh quad = meshOf(kQuadMode, {{2, 3, 4, 5}, {6, 6}});
    EXPECT_EQ(pointsWhere(quad, [](const DomainPoint& p) { return p.u == 0; }), 3u);
    EXPECT_EQ(pointsWhere(quad, [](const DomainPoint& p) { return p.v == 0; }), 4u);
    EXPECT_EQ(pointsWhere(quad, [](const DomainPoint& p) { return p.u == 1; }), 5u);
    EXPECT_EQ(pointsWhere(quad, [](const DomainPoint& p) { return p.v == 1; }), 6u);
    const DomainMesh triangle = meshOf(kTriangleMode, {{2, 3, 4}, {6}});
    EXPECT_EQ(pointsWhere(triangle, [](const DomainPoint& p) { return p.u == 0; }), 3u);
    EXPECT_EQ(pointsWhere(triangle, [](const DomainPoint& p) { return p.v == 0; }), 4u);
    EXPECT_EQ(pointsWhere(triangle, [](const DomainPoint& p) { return std::abs(p.u + p.v - 1) < 1e-6f; }), 5u);
}

TEST(Tessellator, EdgesAreCutTheSameFromEitherEnd) {
    for (const TessellationSpacing spacing :
         {TessellationSpacing::Equal, TessellationSpacing::FractionalOdd, TessellationSpacing::FractionalEven}) {
        TessellationMode mode = kQuadMode;
        mode.spacing = spacing;
        const DomainMesh mesh = meshOf(mode, {{5.4f, 1, 1, 1}, {1, 1}});
        std::set<float> places;
        for (const DomainPoint& point : mesh.points)
            if (point.u == 0) places.insert(point.v);
        for (const float place : places) EXPECT_TRUE(places.contains(1 - place)) << place;
        EXPECT_EQ(places.size(), spacing == TessellationSpacing::FractionalEven ? 7u
                                 : spacing == TessellationSpacing::Equal        ? 7u
                                                                                : 8u);
    }
}

TEST(Tessellator, Isolines) {
    const TessellationMode mode{.domain = TessellationDomain::Isolines, .output = TessellationOutput::Lines};
    const DomainMesh mesh = meshOf(mode, {{3, 4}, {}});
    EXPECT_EQ(mesh.corners.size() / 2, 12u);
    std::set<float> lines;
    for (const DomainPoint& point : mesh.points) lines.insert(point.v);
    EXPECT_EQ(lines.size(), 3u);
    EXPECT_FALSE(lines.contains(1.0f));
}

TEST(Tessellator, PointsComeOnce) {
    TessellationMode mode = kTriangleMode;
    mode.output = TessellationOutput::Points;
    const DomainMesh mesh = meshOf(mode, {{4, 4, 4}, {4}});
    EXPECT_EQ(mesh.corners.size(), mesh.points.size());
    std::set<std::pair<float, float>> places;
    for (const DomainPoint& point : mesh.points) places.insert({point.u, point.v});
    EXPECT_EQ(places.size(), mesh.points.size());
    EXPECT_EQ(places.size(), 12u + 6u + 1u);
}

TEST(Tessellator, EdgesAreTheSameFromEitherEnd) {
    for (const TessellationSpacing spacing :
         {TessellationSpacing::Equal, TessellationSpacing::FractionalOdd, TessellationSpacing::FractionalEven}) {
        TessellationMode mode = kTriangleMode;
        mode.spacing = spacing;
        for (const float factor : {3.0f, 5.3f, 7.0f, 61.7f}) {
            // Along v = 0, u from one end and w from the other go through the same values, to the bit.
            std::set<float> fromW;
            std::set<float> fromU;
            for (const DomainPoint& point : meshOf(mode, {{factor, factor, factor}, {1}}).points) {
                if (point.v != 0) continue;
                fromW.insert(point.u);
                fromU.insert(1.0f - point.u - point.v);
            }
            EXPECT_EQ(fromW, fromU) << factor;
        }
    }
}

TEST(Tessellator, DiagonalsOfAQuadPointToItsMiddle) {
    const DomainMesh mesh = meshOf(kQuadMode, {{8, 8, 8, 8}, {8, 8}});
    // No triangle of the inner cells crosses one of the two diagonals of the domain: its corners are on one side of it.
    const auto onOneSide = [&](size_t first, auto side) {
        bool before = false;
        bool behind = false;
        for (size_t i = first; i < first + 3; ++i) {
            const float distance = side(mesh.points[mesh.corners[i]]);
            before |= distance < 0;
            behind |= distance > 0;
        }
        return !before || !behind;
    };
    for (size_t i = 0; i < mesh.corners.size(); i += 3) {
        EXPECT_TRUE(onOneSide(i, [](const DomainPoint& point) { return point.u - point.v; })) << i;
        EXPECT_TRUE(onOneSide(i, [](const DomainPoint& point) { return point.u + point.v - 1; })) << i;
    }
}

TEST(Tessellator, PatchesWithoutAnEdgeAreDropped) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(meshOf(kTriangleMode, {{1, 0, 1}, {1}}).corners.empty());
    EXPECT_TRUE(meshOf(kTriangleMode, {{1, kNan, 1}, {1}}).corners.empty());
    EXPECT_TRUE(meshOf(kQuadMode, {{1, 1, 1, -1}, {1, 1}}).corners.empty());
    EXPECT_FALSE(meshOf(kTriangleMode, {{1, 1, 1}, {kNan}}).corners.empty());
    EXPECT_FALSE(meshOf(kQuadMode, {{1e30f, 1, 1, 1}, {std::numeric_limits<float>::infinity(), 0}}).corners.empty());
}

}  // namespace
}  // namespace cyclorama::func
