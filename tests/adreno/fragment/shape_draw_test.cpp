// SPDX-License-Identifier: MIT
// Lines, points, polygon modes, viewports, layers and views.

#include <algorithm>
#include <bit>

#include "adreno/fragment/render_bench.h"

namespace cyclorama::adreno {
namespace {

using test::RenderBench;

/// White on a target of bytes.
struct ShapeBench : RenderBench {
    ShapeBench() {
        colorTarget(0, 0x30);
        program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
    }
    /// Pixels that are drawn, as "x,y" one behind the other.
    std::vector<std::pair<uint32_t, uint32_t>> drawn(uint32_t layer = 0) const {
        std::vector<std::pair<uint32_t, uint32_t>> pixels;
        for (uint32_t y = 0; y < kSize; ++y)
            for (uint32_t x = 0; x < kSize; ++x)
                if (texel(x, y, 0, kColor + layer * uint64_t{kPitch} * 4 * kSize) != 0) pixels.emplace_back(x, y);
        return pixels;
    }
    /// Clip coordinates of a place in pixels.
    static test::TestVertex at(float x, float y) { return {x / 32 - 1, y / 32 - 1, 0, 1}; }
};
using Pixels = std::vector<std::pair<uint32_t, uint32_t>>;

TEST(ShapeDraw, LinesAreAPixelWide) {
    ShapeBench bench;
    bench.draw(PrimitiveTopology::Lines, {ShapeBench::at(2.5f, 3.5f), ShapeBench::at(6.5f, 5.5f)});
    // The pixel of the end is not drawn.
    EXPECT_EQ(bench.drawn(), (Pixels{{2, 3}, {3, 4}, {4, 4}, {5, 5}}));
}

TEST(ShapeDraw, RectangularLinesHaveAWidth) {
    ShapeBench bench;
    bench.set("GRAS_SU_CNTL/LINE_MODE"_field, 1);
    bench.set("GRAS_SU_CNTL/LINEHALFWIDTH"_field, 6);  // 1.5 pixels
    bench.draw(PrimitiveTopology::Lines, {ShapeBench::at(2, 4.5f), ShapeBench::at(4, 4.5f)});
    EXPECT_EQ(bench.drawn(), (Pixels{{2, 3}, {3, 3}, {2, 4}, {3, 4}, {2, 5}, {3, 5}}));
}

TEST(ShapeDraw, PointsAreSquaresWithCoordinates) {
    RenderBench bench;
    bench.colorTarget(0, 0x67);  // 32_32_FLOAT
    bench.set("HLSQ_CONTROL_3_REG/IJ_PERSP_PIXEL"_field, 8);
    bench.set("VPC_VARYING_PS_REPL[].MODE"_reg, 1 << 8 | 2 << 10);
    bench.program("(rpt1)bary.f r0.x, (r)4, r2.x\nend");
    bench.primitives.layout.pointSize = 6;
    // From 8 to 12 each way.
    bench.draw(PrimitiveTopology::Points, {{10.0f / 32 - 1, 10.0f / 32 - 1, 0, 1, 0, 0, 4}});
    const auto value = [&](uint32_t x, uint32_t y) { return bench.texel<std::array<float, 2>>(x, y); };
    EXPECT_EQ(value(8, 11), (std::array<float, 2>{0.125f, 0.875f}));
    EXPECT_EQ(value(10, 8), (std::array<float, 2>{0.625f, 0.125f}));
    EXPECT_EQ(value(12, 8), (std::array<float, 2>{0, 0}));
    EXPECT_EQ(bench.counters.samplesPassed, 16u);
}

TEST(ShapeDraw, PointSizesHaveLimits) {
    ShapeBench bench;
    bench.set("GRAS_SU_POINT_SIZE"_reg, 8 * 16);
    bench.set("GRAS_SU_POINT_MINMAX"_reg, 2 * 16 << 16 | 16);
    bench.draw(PrimitiveTopology::Points, {ShapeBench::at(5, 5)});
    EXPECT_EQ(bench.drawn(), (Pixels{{4, 4}, {5, 4}, {4, 5}, {5, 5}}));
}

TEST(ShapeDraw, PolygonsAreDrawnAsTheirEdgesOrCorners) {
    const std::vector<test::TestVertex> triangle = {ShapeBench::at(2.5f, 2.5f), ShapeBench::at(6.5f, 2.5f),
                                                    ShapeBench::at(2.5f, 6.5f)};
    ShapeBench edges;
    edges.set("VPC_POLYGON_MODE/MODE"_field, 2);
    edges.draw(PrimitiveTopology::Triangles, triangle);
    const Pixels outline = edges.drawn();
    EXPECT_EQ(std::ranges::count(outline, std::pair(3u, 3u)), 0);
    for (const auto& pixel : Pixels{{2, 2}, {4, 2}, {5, 3}, {3, 5}, {2, 4}})
        EXPECT_EQ(std::ranges::count(outline, pixel), 1) << pixel.first << ' ' << pixel.second;
    EXPECT_EQ(outline.size(), 12u);
    ShapeBench corners;
    corners.set("VPC_POLYGON_MODE/MODE"_field, 1);
    corners.draw(PrimitiveTopology::Triangles, triangle);
    EXPECT_EQ(corners.drawn(), (Pixels{{2, 2}, {6, 2}, {2, 6}}));
}

TEST(ShapeDraw, VerticesChooseLayersAndViewports) {
    ShapeBench bench;
    bench.set("GRAS_MAX_LAYER_INDEX"_reg, 2);
    bench.set("GRAS_VS_LAYER_CNTL"_reg, 3);
    bench.primitives.layout.layer = 4;
    bench.primitives.layout.viewport = 5;
    // The third viewport is the upper left quarter of the target.
    for (const Register& reg : {"GRAS_CL_VPORT[].XSCALE"_reg, "GRAS_CL_VPORT[].XOFFSET"_reg,
                                "GRAS_CL_VPORT[].YSCALE"_reg, "GRAS_CL_VPORT[].YOFFSET"_reg})
        bench.setReal(reg, 16, 2);
    const auto integer = [](uint32_t value) { return std::bit_cast<float>(value); };
    for (const auto& [layer, viewport] : {std::pair(1u, 2u), std::pair(9u, 0u)})
        bench.draw(PrimitiveTopology::Triangles,
                   {{-1, -1, 0, 1, integer(layer), integer(viewport)}, {1, -1, 0, 1, 0, 0}, {-1, 1, 0, 1, 0, 0}});
    EXPECT_TRUE(bench.drawn(0).empty());
    EXPECT_EQ(bench.drawn(1).size(), 31u * 32 / 2);
    // A layer beyond the last is the last.
    EXPECT_EQ(bench.drawn(2).size(), 63u * 64 / 2);
}

TEST(ShapeDraw, ViewsFollowEachOtherInLayers) {
    ShapeBench bench;
    bench.set("GRAS_MAX_LAYER_INDEX"_reg, 1);
    bench.set("GRAS_SU_CNTL/RENDERTARGETINDEXINCR"_field, 1);
    bench.primitives.layout = {.stride = 4, .position = 0};
    const std::array<float, 12> positions = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
    std::array<uint32_t, 12> words;
    std::ranges::transform(positions, words.begin(), [](float value) { return std::bit_cast<uint32_t>(value); });
    const std::array<Primitive, 1> primitive{Primitive{.vertices = {0, 1, 2}}};
    bench.render({.words = words, .primitives = primitive, .view = 1});
    EXPECT_TRUE(bench.drawn(0).empty());
    EXPECT_EQ(bench.drawn(1).size(), 64u * 64);
}

}  // namespace
}  // namespace cyclorama::adreno
