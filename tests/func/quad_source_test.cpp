// SPDX-License-Identifier: MIT
// Quads of lists of triangles, one batch at each call: all pixels once, in the order of the list, in any bands.

#include "func/raster/quad_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "func/raster_scene.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kSize = 256;
constexpr RowBands kAllRows{.first = 0, .step = 1, .height = 16384};

/// Triangle, x and y of a pixel.
using Pixel = std::tuple<uint32_t, int32_t, int32_t>;

/// Rectangles in pixels, each of two triangles.
struct QuadBench {
    void rectangle(double left, double bottom, double right, double top) {
        triangle({{{left, bottom}, {right, bottom}, {left, top}}});
        triangle({{{right, bottom}, {right, top}, {left, top}}});
    }
    void triangle(const std::array<PixelVertex, 3>& corners) { triangles.push_back(drawnTriangle(corners, state)); }

    std::vector<Pixel> pixels(const RowBands& bands, QuadFilter* filter = nullptr, uint32_t group = 1) {
        source.start({.triangles = triangles, .group = group}, bands, filter);
        std::vector<Pixel> pixels;
        QuadBatch quads;
        while (source.next(quads)) {
            EXPECT_NE(quads.quads, 0u);
            EXPECT_LE(quads.quads, kBatchQuads);
            for (uint32_t q = 0; q < quads.quads; ++q)
                for (int32_t f = 0; f < 4; ++f)
                    if ((quads.sampleCoverage[q] >> f & 1) != 0)
                        pixels.emplace_back(quads.triangle[q], quads.x[q] + (f & 1), quads.y[q] + (f >> 1));
        }
        EXPECT_FALSE(source.next(quads)) << "begins again";
        return pixels;
    }

    const RasterState state = squareState(kSize);
    std::vector<SetupTriangle> triangles;
    QuadSource source{state, TileSizes{}, QuadParts::All, {.minX = 0, .minY = 0, .maxX = kSize, .maxY = kSize}};
};

TEST(QuadSource, EmptyListHasNoQuads) { EXPECT_TRUE(QuadBench().pixels(kAllRows).empty()); }

TEST(QuadSource, RectangleCoversEachPixelOnce) {
    QuadBench bench;
    bench.rectangle(3, 5, 103, 98);
    std::set<std::pair<int32_t, int32_t>> places;
    const std::vector<Pixel> pixels = bench.pixels(kAllRows);
    for (const auto& [triangle, x, y] : pixels) {
        EXPECT_TRUE(places.insert({x, y}).second);
        EXPECT_TRUE(x >= 3 && x < 103 && y >= 5 && y < 98);
    }
    EXPECT_EQ(pixels.size(), 100u * 93);
}

TEST(QuadSource, TrianglesComeInOrder) {
    QuadBench bench;
    for (int i = 0; i < 20; ++i) bench.rectangle(i, i, i + 9, i + 7);
    for (const uint32_t group : {1u, 3u, 40u}) {
        const std::vector<Pixel> pixels = bench.pixels(kAllRows, nullptr, group);
        EXPECT_TRUE(std::ranges::is_sorted(pixels, {}, [](const Pixel& pixel) { return std::get<0>(pixel); }));
        EXPECT_EQ(pixels.size(), 20u * 63);
    }
}

TEST(QuadSource, BandsOfAllWorkersAreTheWhole) {
    for (const uint32_t group : {1u, 3u}) {
        QuadBench bench;
        bench.rectangle(0, 0, 90, 200);
        bench.rectangle(20, 60, 64, 70);
        std::vector<Pixel> expected = bench.pixels(kAllRows, nullptr, group);
        std::vector<Pixel> actual;
        for (int32_t worker = 0; worker < 3; ++worker) {
            for (const Pixel& pixel : bench.pixels({.first = worker, .step = 3, .height = 32}, nullptr, group)) {
                EXPECT_EQ(std::get<2>(pixel) / 32 % 3, worker);
                actual.push_back(pixel);
            }
        }
        std::ranges::sort(expected);
        std::ranges::sort(actual);
        EXPECT_EQ(actual, expected);
    }
}

TEST(QuadSource, NumbersBeginAtThoseOfTheRun) {
    QuadBench bench;
    bench.triangle({{{0, 0}, {2, 0}, {0, 2}}});
    bench.triangle({{{8, 0}, {10, 0}, {8, 2}}});
    QuadBatch quads;
    bench.source.start({.triangles = std::span(bench.triangles).subspan(1), .first = 1}, kAllRows);
    ASSERT_TRUE(bench.source.next(quads));
    EXPECT_EQ(quads.quads, 1u);
    EXPECT_EQ(quads.triangle[0], 1u);
    EXPECT_EQ(quads.x[0], 8);
    EXPECT_FALSE(bench.source.next(quads));
}

TEST(QuadSource, ShortTrianglesShareABatch) {
    QuadBench bench;
    for (int i = 0; i < 3; ++i) bench.triangle({{{i * 8.0, 0}, {i * 8.0 + 2, 0}, {i * 8.0, 2}}});
    QuadBatch quads;
    bench.source.start({.triangles = bench.triangles}, kAllRows);
    ASSERT_TRUE(bench.source.next(quads));
    EXPECT_EQ(quads.quads, 3u);
    EXPECT_FALSE(bench.source.next(quads));
}

/// Leaves out triangle 1, and of the others what is left of column 4.
class TestFilter final : public QuadFilter {
  public:
    bool begin(uint32_t triangle, int32_t minY, int32_t maxY) override {
        begun.emplace_back(triangle, minY, maxY);
        return triangle != 1;
    }
    void filter(QuadBatch& quads, uint32_t first) override {
        uint32_t kept = first;
        for (uint32_t q = first; q < quads.quads; ++q) {
            EXPECT_EQ(quads.triangle[q], std::get<0>(begun.back()));
            if (quads.x[q] < 4) continue;
            quads.x[kept] = quads.x[q];
            quads.y[kept] = quads.y[q];
            quads.triangle[kept] = quads.triangle[q];
            quads.sampleCoverage[kept++] = quads.sampleCoverage[q];
        }
        quads.quads = kept;
    }

    std::vector<std::tuple<uint32_t, int32_t, int32_t>> begun;
};

TEST(QuadSource, FilterSeesEachTriangleOnceABand) {
    QuadBench bench;
    bench.rectangle(0, 0, 4, 40);
    bench.rectangle(2, 2, 10, 20);
    TestFilter filter;
    const std::vector<Pixel> pixels = bench.pixels({.first = 0, .step = 1, .height = 32}, &filter);
    using Begun = std::vector<std::tuple<uint32_t, int32_t, int32_t>>;
    EXPECT_EQ(filter.begun, (Begun{{0, 0, 32}, {0, 32, 64}, {1, 0, 32}, {1, 32, 64}, {2, 0, 32}, {3, 0, 32}}));
    EXPECT_TRUE(std::ranges::all_of(pixels, [](const Pixel& pixel) { return std::get<1>(pixel) >= 4; }));
    EXPECT_EQ(pixels.size(), 6u * 18);
}

}  // namespace
}  // namespace cyclorama::func
