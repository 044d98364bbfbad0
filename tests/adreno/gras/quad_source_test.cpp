// SPDX-License-Identifier: MIT
// Quads of lists of triangles, one batch at each call: all pixels once, in the order of the list, in any bands.

#include "families/adreno/gras/quad_source.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "func/raster/window_triangle.h"

namespace cyclorama::adreno {
namespace {

constexpr func::RowBands kAllRows{.first = 0, .step = 1, .height = 16384};

/// Rectangles in pixels, each of two triangles.
struct QuadBench {
    QuadBench() {
        for (WindowViewport& viewport : control.viewports)
            viewport.scissor = {.minX = 0, .minY = 0, .maxX = 256, .maxY = 256};
    }

    void rectangle(double left, double top, double right, double bottom, uint8_t viewport = 0) {
        triangle({{{left, top}, {right, top}, {left, bottom}}}, viewport);
        triangle({{{right, top}, {right, bottom}, {left, bottom}}}, viewport);
    }
    void triangle(const std::array<func::WindowVertex, 3>& corners, uint8_t viewport) {
        func::SetupTriangle setup = func::setupWindowTriangle(corners, rasterState(control, viewport));
        ASSERT_FALSE(func::cullTriangle(setup, func::CullMode::None));
        list.setups.push_back(setup);
        list.triangles.push_back({.viewport = viewport});
    }

    RasterControl control;
    RasterList list;
};

/// Triangle, x and y of a pixel.
using Pixel = std::tuple<uint32_t, int32_t, int32_t>;

std::vector<Pixel> pixelsOf(QuadSource& source, const func::RowBands& bands) {
    std::vector<Pixel> pixels;
    func::QuadBatch quads;
    source.start(bands);
    while (source.next(quads)) {
        EXPECT_NE(quads.quads, 0u);
        EXPECT_LE(quads.quads, func::kBatchQuads);
        for (uint32_t q = 0; q < quads.quads; ++q)
            for (int32_t f = 0; f < 4; ++f)
                if ((quads.sampleCoverage[q] >> f & 1) != 0)
                    pixels.emplace_back(quads.triangle[q], quads.x[q] + (f & 1), quads.y[q] + (f >> 1));
    }
    return pixels;
}

TEST(QuadSource, EmptyListHasNoQuads) {
    const QuadBench bench;
    QuadSource source(bench.control, bench.list, nullptr, nullptr);
    EXPECT_TRUE(pixelsOf(source, kAllRows).empty());
}

TEST(QuadSource, RectangleCoversEachPixelOnce) {
    QuadBench bench;
    bench.rectangle(3, 5, 103, 98);
    QuadSource source(bench.control, bench.list, nullptr, nullptr);
    std::set<std::pair<int32_t, int32_t>> places;
    const std::vector<Pixel> pixels = pixelsOf(source, kAllRows);
    for (const auto& [triangle, x, y] : pixels) {
        EXPECT_TRUE(places.insert({x, y}).second);
        EXPECT_TRUE(x >= 3 && x < 103 && y >= 5 && y < 98);
    }
    EXPECT_EQ(pixels.size(), 100u * 93);
}

TEST(QuadSource, TrianglesComeInOrder) {
    QuadBench bench;
    for (int i = 0; i < 20; ++i) bench.rectangle(i, i, i + 9, i + 7);
    QuadSource source(bench.control, bench.list, nullptr, nullptr);
    const std::vector<Pixel> pixels = pixelsOf(source, kAllRows);
    EXPECT_TRUE(std::ranges::is_sorted(pixels, {}, [](const Pixel& pixel) { return std::get<0>(pixel); }));
    EXPECT_EQ(pixels.size(), 20u * 63);
}

TEST(QuadSource, BandsOfAllWorkersAreTheWhole) {
    QuadBench bench;
    bench.rectangle(0, 0, 90, 200);
    bench.rectangle(20, 60, 64, 70);
    QuadSource whole(bench.control, bench.list, nullptr, nullptr);
    std::vector<Pixel> expected = pixelsOf(whole, kAllRows);
    std::vector<Pixel> actual;
    for (int32_t worker = 0; worker < 3; ++worker) {
        QuadSource source(bench.control, bench.list, nullptr, nullptr);
        for (const Pixel& pixel : pixelsOf(source, {.first = worker, .step = 3, .height = 32})) {
            EXPECT_EQ(std::get<2>(pixel) / 32 % 3, worker);
            actual.push_back(pixel);
        }
    }
    std::ranges::sort(expected);
    std::ranges::sort(actual);
    EXPECT_EQ(actual, expected);
}

TEST(QuadSource, BatchesEndWhereTheViewportChanges) {
    QuadBench bench;
    bench.triangle({{{0, 0}, {2, 0}, {0, 2}}}, 0);
    bench.triangle({{{8, 0}, {10, 0}, {8, 2}}}, 0);
    bench.triangle({{{0, 0}, {2, 0}, {0, 2}}}, 1);
    QuadSource source(bench.control, bench.list, nullptr, nullptr);
    func::QuadBatch quads;
    source.start(kAllRows);
    ASSERT_TRUE(source.next(quads));
    EXPECT_EQ(quads.quads, 2u);
    ASSERT_TRUE(source.next(quads));
    EXPECT_EQ(quads.quads, 1u);
    EXPECT_EQ(quads.triangle[0], 2u);
    EXPECT_FALSE(source.next(quads));
    EXPECT_FALSE(source.next(quads));
}

TEST(QuadSource, ScissorOfTheViewportCuts) {
    QuadBench bench;
    bench.control.viewports[1].scissor = {.minX = 4, .minY = 4, .maxX = 8, .maxY = 6};
    bench.rectangle(0, 0, 64, 64, 1);
    QuadSource source(bench.control, bench.list, nullptr, nullptr);
    EXPECT_EQ(pixelsOf(source, kAllRows).size(), 8u);
}

TEST(QuadSource, StartsAgainFromTheFirstTriangle) {
    QuadBench bench;
    bench.rectangle(0, 0, 70, 70);
    QuadSource source(bench.control, bench.list, nullptr, nullptr);
    const std::vector<Pixel> first = pixelsOf(source, kAllRows);
    EXPECT_EQ(pixelsOf(source, kAllRows), first);
}

}  // namespace
}  // namespace cyclorama::adreno
