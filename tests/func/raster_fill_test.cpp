// SPDX-License-Identifier: MIT
#include "func/raster/raster_fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <ostream>
#include <random>
#include <span>
#include <vector>

#include "func/raster/raster_scan_line.h"
#include "func/raster/window_triangle.h"
#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

// By hand: the pixels below the diagonal of 8x8, without those on it: 7 + 6 + ... + 1.
TEST(RasterFill, CountsPixelsOfAHalfSquare) {
    const RasterState state = squareState(8);
    const std::array<SetupTriangle, 2> halves{drawnTriangle({{{0, 0}, {8, 0}, {0, 8}}}, state),
                                              drawnTriangle({{{8, 0}, {8, 8}, {0, 8}}}, state)};
    const Fragments fragments = fillGroup(state, TileSizes{}, halves);
    std::array<uint32_t, 2> count{};
    for (const auto& [key, fragment] : fragments) {
        ++count[std::get<0>(key)];
    }
    EXPECT_EQ(count[0], 28u);
    EXPECT_EQ(count[1], 36u);
}

struct Rules {
    bool halfPixels;
    bool sampleAtPixelCorner;
    bool invertY;
    uint32_t samples;
};

void PrintTo(const Rules& rules, std::ostream* out) {
    *out << (rules.halfPixels ? "centres at halves, " : "") << (rules.sampleAtPixelCorner ? "samples at corners, " : "")
         << (rules.invertY ? "y inverted, " : "") << rules.samples << " samples";
}

class RasterFillRules : public testing::TestWithParam<Rules> {};

// The property that every rasterization rule exists for: of triangles that share edges, each sample has exactly one.
TEST_P(RasterFillRules, EachSampleOfAMeshIsCoveredOnce) {
    RasterState state = squareState(96);
    state.sampleAtPixelCorner = GetParam().sampleAtPixelCorner;
    state.invertY = GetParam().invertY;
    state.samples = GetParam().samples;
    for (uint32_t seed = 0; seed < 10; ++seed) {
        const auto triangles = jitteredGrid(state, 6, GetParam().halfPixels, seed);
        std::vector<uint32_t> covered(96 * 96);
        for (size_t first = 0; first < triangles.size(); first += 4) {
            for (const auto& [key, fragment] : fillGroup(state, TileSizes{}, std::span(triangles).subspan(first, 4))) {
                const auto [triangle, x, y] = key;
                covered[static_cast<size_t>(y) * 96 + static_cast<size_t>(x)] +=
                    static_cast<uint32_t>(std::popcount(fragment.samples));
            }
        }
        for (size_t pixel = 0; pixel < covered.size(); ++pixel) {
            ASSERT_EQ(covered[pixel], state.samples) << pixel % 96 << ' ' << pixel / 96 << " seed " << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, RasterFillRules,
                         testing::Values(Rules{true, false, false, 1}, Rules{false, false, false, 1},
                                         Rules{true, true, false, 1}, Rules{false, true, true, 1},
                                         Rules{true, false, true, 1}, Rules{true, false, false, 4},
                                         Rules{false, false, false, 8}, Rules{false, false, true, 2}));

std::vector<SetupTriangle> randomTriangles(const RasterState& state, uint32_t count, double spread, uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(-8, state.viewport.width + 8.0);
    std::uniform_real_distribution<double> offset(-spread, spread);
    std::uniform_real_distribution<float> z(-1, 1);
    std::vector<SetupTriangle> triangles;
    while (triangles.size() < count) {
        const double x = place(random);
        const double y = place(random);
        std::array<PixelVertex, 3> vertices;
        for (PixelVertex& vertex : vertices) {
            vertex = {x + offset(random), y + offset(random), z(random), 1.0f + std::abs(z(random))};
        }
        SetupTriangle triangle = setupPixels(vertices, state);
        if (!cullTriangle(triangle, CullMode::None)) {
            triangles.push_back(triangle);
        }
    }
    return triangles;
}

TEST(RasterFill, EqualsTheRecursiveTraversalToTheBit) {
    RasterState state = squareState(128);
    for (const uint32_t samples : {1u, 4u}) {
        state.samples = samples;
        RecursiveTraversal traversal{TileSizes{}};
        for (const double spread : {3.0, 20.0, 100.0}) {
            const auto triangles = randomTriangles(state, 40, spread, 11);
            for (size_t first = 0; first < triangles.size(); first += 4) {
                const auto group = std::span(triangles).subspan(first, 4);
                EXPECT_EQ(fillGroup(state, TileSizes{}, group), traverseGroup(state, traversal, group));
            }
        }
    }
}

std::vector<SetupTriangle> windowTriangles(const RasterState& state, double spread, float depth, uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(-8, state.surfaceWidth + 8.0);
    std::uniform_real_distribution<double> offset(-spread, spread);
    std::uniform_real_distribution<float> z(-depth, depth);
    const auto snapped = [](double pixels) { return std::nearbyint(pixels * kSubpixels) / kSubpixels; };
    std::vector<SetupTriangle> triangles;
    while (triangles.size() < 60) {
        const double x = place(random);
        const double y = place(random);
        std::array<WindowVertex, 3> vertices;
        for (WindowVertex& vertex : vertices)
            vertex = {snapped(x + offset(random)), snapped(y + offset(random)), static_cast<double>(z(random)), 1.0};
        SetupTriangle triangle = setupWindowTriangle(vertices, state);
        if (triangle.bounds.minX >= triangle.bounds.maxX || triangle.bounds.minY >= triangle.bounds.maxY) continue;
        if (!cullTriangle(triangle, CullMode::None)) triangles.push_back(triangle);
    }
    return triangles;
}

// Floats keep their precision near zero, as reversed depth with an infinite projection needs it.
TEST(WindowTriangle, SmallDepthsKeepTheirDigits) {
    RasterState state = squareState(128);
    state.rules.coordinates = SetupCoordinates::Window;
    for (const double nearest : {0.7, 3e-5, 3e-12, 3e-38}) {
        const std::array<WindowVertex, 3> vertices = {
            {{0.0, 0.0, nearest, 1.0}, {128.0, 0.0, 0.5 * nearest, 1.0}, {0.0, 128.0, nearest, 1.0}}};
        const SetupTriangle triangle = setupWindowTriangle(vertices, state);
        const PlaneEquation& depth = triangle.planes[kDepthPlane];
        for (const double x : {0.0, 31.0, 127.0}) {
            const double expected = nearest * (1.0 - 0.5 * (x + 0.5) / 128.0);
            EXPECT_NEAR((depth.a * x + depth.c) / expected, 1.0, 0x1p-24) << nearest << ' ' << x;
        }
    }
}

// Small triangles are gone through row by row; depth of any size, so that some sums are exact and some are not.
TEST(RasterFill, EqualsTheRecursiveTraversalInWindowCoordinates) {
    RasterState state = squareState(128);
    state.rules.coordinates = SetupCoordinates::Window;
    RecursiveTraversal traversal{TileSizes{}};
    for (const uint32_t samples : {1u, 4u}) {
        state.samples = samples;
        for (const double spread : {1.0, 4.0, 8.0, 40.0}) {
            for (const float depth : {1.0f, 1e3f, 1e9f}) {
                size_t fragments = 0;
                for (const SetupTriangle& triangle : windowTriangles(state, spread, depth, 21)) {
                    const Fragments filled = fillGroup(state, TileSizes{}, std::span(&triangle, 1));
                    ASSERT_EQ(filled, traverseGroup(state, traversal, std::span(&triangle, 1)));
                    fragments += filled.size();
                }
                if (depth == 1.0f) {
                    EXPECT_GT(fragments, 20u) << spread;
                }
            }
        }
    }
}

TEST(RasterFill, CoversWhatTheScanLineTraversalCovers) {
    const RasterState state = squareState(128);
    ScanLineTraversal traversal{TileSizes{}};
    for (const auto& triangle : randomTriangles(state, 60, 40.0, 12)) {
        const Fragments filled = fillGroup(state, TileSizes{}, std::span(&triangle, 1));
        const Fragments scanned = traverseGroup(state, traversal, std::span(&triangle, 1));
        ASSERT_EQ(filled.size(), scanned.size());
        for (const auto& [key, fragment] : filled) {
            ASSERT_TRUE(scanned.contains(key));
        }
    }
}

TEST(RasterFill, RectanglesPartitionTheFragments) {
    RasterState state = squareState(128);
    state.samples = 2;
    const auto triangles = randomTriangles(state, 8, 60.0, 13);
    const Fragments whole = fillGroup(state, TileSizes{}, triangles);
    Fragments parts;
    size_t total = 0;
    for (const PixelRectangle& part :
         {PixelRectangle{0, 0, 128, 34}, PixelRectangle{0, 34, 62, 128}, PixelRectangle{62, 34, 128, 128}}) {
        const Fragments fragments = fillGroup(state, TileSizes{}, triangles, part);
        total += fragments.size();
        parts.insert(fragments.begin(), fragments.end());
    }
    EXPECT_EQ(total, whole.size());
    EXPECT_EQ(parts, whole);
}

TEST(RasterFill, StaysWithinScissorAndViewport) {
    RasterState state = squareState(64);
    const std::array<SetupTriangle, 1> full{drawnTriangle({{{-64, -64}, {256, -64}, {-64, 256}}}, state)};
    EXPECT_EQ(fillGroup(state, TileSizes{}, full).size(), 64u * 64u);
    state.scissor = {true, 5, 7, 11, 13};
    const std::array<SetupTriangle, 1> scissored{drawnTriangle({{{-64, -64}, {256, -64}, {-64, 256}}}, state)};
    const Fragments fragments = fillGroup(state, TileSizes{}, scissored);
    EXPECT_EQ(fragments.size(), 11u * 13u);
    EXPECT_TRUE(fragments.contains({0, 5, 7}));
    EXPECT_TRUE(fragments.contains({0, 15, 19}));
}

// Homogeneous equations: a vertex behind the eye needs no clipping.
TEST(RasterFill, TriangleThroughTheEyePlane) {
    const RasterState state = squareState(64);
    // The ground plane y = -1 up to the horizon: a vertex behind the eye, two far away to the left and right.
    SetupTriangle ground = setupTriangle({0, -1, 0, -4}, {1000, -1, 0, 1000}, {-1000, -1, 0, 1000}, state);
    ASSERT_FALSE(cullTriangle(ground, CullMode::None));
    const Fragments fragments = fillGroup(state, TileSizes{}, std::span(&ground, 1));
    EXPECT_TRUE(fragments.contains({0, 32, 0}));
    EXPECT_TRUE(fragments.contains({0, 0, 31}) || fragments.contains({0, 2, 30}));
    EXPECT_FALSE(fragments.contains({0, 32, 32})) << "above the horizon";
    EXPECT_FALSE(fragments.contains({0, 32, 63}));
}

TEST(RasterFill, TallViewportIsCutWhereItsWidthEndsUnlessAskedNotTo) {
    RasterState state = squareState(128);
    state.viewport = {0, 0, 32, 128};
    std::array<PixelVertex, 3> vertices{{{-64, -64}, {640, -64}, {-64, 640}}};
    const std::array<SetupTriangle, 1> cut{drawnTriangle(vertices, state)};
    EXPECT_EQ(fillGroup(state, TileSizes{}, cut).size(), 32u * 48u) << "rows of scan tiles that start up to row 32";
    state.rules.boundRowsByViewportWidth = false;
    EXPECT_EQ(fillGroup(state, TileSizes{}, cut).size(), 32u * 128u);
}

TEST(RasterFill, NotANumberCoversNothing) {
    const RasterState state = squareState(64);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    SetupTriangle broken = setupTriangle({nan, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, state);
    EXPECT_FALSE(cullTriangle(broken, CullMode::None));
    EXPECT_TRUE(fillGroup(state, TileSizes{}, std::span(&broken, 1)).empty());
}

// Whatever the registers and vertices hold, nothing outside of the surface is touched (and no sanitizer complains).
TEST(RasterFill, AnyRegistersStayWithinTheSurface) {
    std::mt19937 random(21);
    const auto any = [&random] {
        const auto value = static_cast<uint32_t>(random());
        return random() % 2 == 0 ? value % 128 : value;
    };
    const auto component = [&random] {
        constexpr std::array<float, 8> kValues{0.0f,
                                               1.0f,
                                               -1.0f,
                                               1e30f,
                                               -1e30f,
                                               1e-30f,
                                               std::numeric_limits<float>::infinity(),
                                               std::numeric_limits<float>::quiet_NaN()};
        const auto choice = static_cast<uint32_t>(random() % 16);
        return choice < kValues.size() ? kValues[choice] : static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
    };
    RecursiveTraversal recursive{TileSizes{}};
    for (uint32_t i = 0; i < 3000; ++i) {
        RasterState state = squareState(64);
        state.samples = random() % 4 == 0 ? 4 : 1;
        state.viewport = {static_cast<int32_t>(any()), static_cast<int32_t>(any()), any(), any()};
        state.scissor = {random() % 2 == 0, static_cast<int32_t>(any()), static_cast<int32_t>(any()), any(), any()};
        state.depthRange = {component(), component(), random() % 2 == 0};
        std::vector<SetupTriangle> triangles;
        for (uint32_t t = 0; t < 3; ++t) {
            std::array<Vec4, 3> positions;
            for (Vec4& position : positions) {
                position = {component(), component(), component(), component()};
            }
            SetupTriangle triangle = setupTriangle(positions[0], positions[1], positions[2], state);
            if (!cullTriangle(triangle, CullMode::None)) {
                triangles.push_back(triangle);
            }
        }
        if (triangles.empty()) {
            continue;
        }
        const Fragments fragments = fillGroup(state, TileSizes{}, triangles);
        for (const auto& [key, fragment] : fragments) {
            const auto [triangle, x, y] = key;
            ASSERT_TRUE((PixelRectangle{0, 0, 64, 64}.contains(x, y)));
        }
        recursive.start(state, triangles);
        for (uint32_t step = 0; step < 64; ++step) {
            recursive.step();
            Quad quad;
            recursive.nextQuad(quad);
        }
    }
}

TEST(RasterFill, BatchesContinueAcrossTriangles) {
    const RasterState state = squareState(64);
    std::vector<SetupTriangle> triangles(5, drawnTriangle({{{8, 8}, {12, 8}, {8, 12}}}, state));
    QuadFiller filler(state, TileSizes{});
    filler.start(triangles, 40);
    QuadBatch batch{};
    // Three quads a triangle.
    EXPECT_FALSE(filler.fill(batch));
    EXPECT_EQ(batch.quads, 15u);
    EXPECT_EQ(batch.triangle[2], 40u);
    EXPECT_EQ(batch.triangle[3], 41u);
    EXPECT_EQ(batch.triangle[14], 44u);
    filler.start(triangles, 0);
    EXPECT_TRUE(filler.fill(batch));
    EXPECT_TRUE(batch.full());
    batch.quads = 0;
    EXPECT_FALSE(filler.fill(batch));
    EXPECT_EQ(batch.quads, 14u);
}

/// The quads that come for triangles, in their order: x, y, triangle and covered samples.
std::vector<std::array<uint32_t, 4>> quadsOf(const RasterState& state, std::span<const SetupTriangle> triangles,
                                             const PixelRectangle& rectangle, QuadParts parts) {
    QuadFiller filler(state, TileSizes{}, parts);
    filler.start(triangles, 0, rectangle);
    std::vector<std::array<uint32_t, 4>> quads;
    QuadBatch batch{};
    for (bool more = true; more;) {
        batch.quads = 0;
        more = filler.fill(batch);
        for (uint32_t q = 0; q < batch.quads; ++q)
            quads.push_back({static_cast<uint32_t>(batch.x[q]), static_cast<uint32_t>(batch.y[q]), batch.triangle[q],
                             batch.sampleCoverage[q]});
    }
    return quads;
}

TEST(RasterFill, CoverageAloneIsThatOfAllValues) {
    for (const uint32_t samples : {1u, 2u, 4u, 8u}) {
        RasterState state = squareState(128);
        state.samples = samples;
        const auto expectSame = [&](const std::vector<SetupTriangle>& triangles) {
            for (const PixelRectangle& rectangle : {PixelRectangle{0, 0, 128, 128}, PixelRectangle{6, 18, 97, 75}})
                EXPECT_EQ(quadsOf(state, triangles, rectangle, QuadParts::Coverage),
                          quadsOf(state, triangles, rectangle, QuadParts::All));
        };
        for (const uint32_t cells : {1u, 3u, 12u}) expectSame(jitteredGrid(state, cells, samples == 1, cells));
        state.rules.coordinates = SetupCoordinates::Window;
        for (const double spread : {4.0, 40.0, 400.0}) expectSame(windowTriangles(state, spread, 1.0f, 22));
    }
}

TEST(RasterFill, WholeTilesBeginBatchesOfTheirOwn) {
    RasterState state = squareState(64);
    state.rules.coordinates = SetupCoordinates::Window;
    const std::vector<SetupTriangle> triangles = windowTriangles(state, 400.0, 1.0f, 4);
    QuadFiller filler(state, TileSizes{}, QuadParts::Coverage);
    filler.start(triangles, 0);
    QuadBatch batch{};
    uint32_t whole = 0;
    uint32_t others = 0;
    for (bool more = true; more;) {
        batch.quads = 0;
        more = filler.fill(batch);
        EXPECT_TRUE(!more || batch.quads != 0);
        const auto covered = std::span(batch.sampleCoverage).first(batch.quads);
        const bool allCovered =
            batch.full() && std::ranges::all_of(covered, [](uint32_t bits) { return bits == kAllFragments; });
        if (!allCovered) continue;
        // A block of 8x8 pixels.
        const bool isBlock = batch.x[0] % 8 == 0 && batch.y[0] % 8 == 0 && batch.x[15] == batch.x[0] + 6 &&
                             batch.y[15] == batch.y[0] + 6;
        ++(isBlock ? whole : others);
    }
    EXPECT_GT(whole, 20u);
    EXPECT_EQ(others, 0u);
}

}  // namespace
}  // namespace cyclorama::func
