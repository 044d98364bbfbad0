// SPDX-License-Identifier: MIT
// From vertices to pixels: fetch, assembly, culling, scissor.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <ostream>
#include <random>

#include "machine/functional_scene.h"

namespace cyclorama::machine {
namespace {

using func::PrimitiveType;

// Pixel centres inside of a triangle with a right angle: x + y + 1 < 32 is wholly inside; on the diagonal nothing of
// the top-left kind decides, as no centre lies on it (31.5 is no sum of two half integers).
TEST(FunctionalDraw, ATriangleCoversThePixelsWhoseCentresItHolds) {
    Scene scene;
    scene.draw({{scene.at(0, 0), kRed}, {scene.at(31.5f, 0), kRed}, {scene.at(0, 31.5f), kRed}}).present();
    const auto outcome = scene.run();
    for (uint32_t y = 0; y < 64; ++y)
        for (uint32_t x = 0; x < 64; ++x)
            ASSERT_EQ(pixel(outcome->picture(), x, y), x + y + 1 < 32 ? 0xff0000u : 0u) << x << ", " << y;
    EXPECT_EQ(outcome->counters.draws, 1u);
    EXPECT_EQ(outcome->counters.vertices, 3u);
    EXPECT_EQ(outcome->counters.triangles, 1u);
    EXPECT_EQ(outcome->counters.trianglesRasterized, 1u);
    EXPECT_EQ(outcome->counters.fragments, 31u * 32 / 2);
    EXPECT_EQ(outcome->counters.fragmentsShaded, 31u * 32 / 2);
    EXPECT_EQ(outcome->frames[0].index, 0u);
    EXPECT_FALSE(outcome->frames[0].cycles);
    EXPECT_TRUE(outcome->findings.all().empty());
}

// At pixel x the colour is (x + 0.5) / 64 of full red, truncated to 8 bits by the colour stage's rounding at most.
TEST(FunctionalDraw, ColoursAreInterpolatedOrThoseOfTheLastVertex) {
    Scene scene;
    std::vector<Vertex> square = scene.everything();
    for (Vertex& vertex : square) vertex.color = {vertex.position[0] > 0 ? 1.0f : 0.0f, 0, 0, 1};
    scene.draw(square).present();
    const func::Picture smooth = scene.picture();
    for (uint32_t x = 0; x < 64; ++x) {
        const float red = (static_cast<float>(x) + 0.5f) / 64 * 255;
        EXPECT_NEAR(static_cast<float>(pixel(smooth, x, 10) >> 16), red, 1.0f) << x;
    }

    Scene flat;
    flat.state.interpolated[1] = false;
    flat.draw({{flat.at(0, 0), kRed}, {flat.at(64, 0), kRed}, {flat.at(0, 64), kBlue}}).present();
    const func::Picture picture = flat.picture();
    EXPECT_EQ(count(picture, 0x0000ff), 64u * 63 / 2) << "centres on the long edge are not of this triangle";
    EXPECT_EQ(count(picture, 0), 64u * 64 - 64u * 63 / 2);
}

TEST(FunctionalDraw, IndicesOfEachSizeSelectVertices) {
    const auto expected = [] {
        Scene scene;
        return scene.draw(scene.rectangle(8, 8, 24, 40, kGreen)).present().picture();
    }();
    const auto indexed = [](auto zero, func::StreamFormat format) {
        using Index = decltype(zero);
        Scene scene;
        // Corners among other vertices; the draw starts at the third index.
        std::vector<Vertex> vertices(9);
        const std::vector<Vertex> square = scene.rectangle(8, 8, 24, 40, kGreen);
        vertices[7] = square[0];
        vertices[2] = square[1];
        vertices[8] = square[2];
        vertices[4] = square[5];
        scene.write(kVertexAddress, vertices);
        scene.write(kIndexAddress, std::vector<Index>{0, 0, 7, 2, 8, 7, 8, 4});
        scene.useIndices(format);
        scene.state.input.edit().start = 2;
        scene.state.input.edit().count = 6;
        scene.command(gpu::Draw{}).present();
        const auto outcome = scene.run();
        EXPECT_EQ(outcome->counters.vertices, 4u) << "equal indices are shaded once";
        return outcome->picture();
    };
    EXPECT_EQ(indexed(uint8_t{0}, func::StreamFormat::Uint8).rgba, expected.rgba);
    EXPECT_EQ(indexed(uint16_t{0}, func::StreamFormat::Uint16).rgba, expected.rgba);
    EXPECT_EQ(indexed(uint32_t{0}, func::StreamFormat::Uint32).rgba, expected.rgba);
}

// Four instances step through a stream of offsets, two of them an entry.
TEST(FunctionalDraw, InstancesReadTheirStreams) {
    Scene scene;
    scene.vertexProgram("add o0, i0, i2\nmov o1, i1 <- end");
    scene.state.input.edit().attributeStream[2] = 3;
    scene.state.input.edit().streams[3] = {.address = 0x00200000,
                                           .stride = 16,
                                           .format = func::StreamFormat::Float32,
                                           .components = 4,
                                           .instancesPerEntry = 2};
    scene.state.input.edit().instances = 4;
    scene.write(0x00200000, std::vector<func::Vec4>{{0, 0, 0, 0}, {1, 0, 0, 0}});
    scene.draw(scene.rectangle(0, 0, 8, 8, kBlue)).present();
    const auto outcome = scene.run();
    EXPECT_EQ(outcome->counters.vertices, 4u * 6);
    EXPECT_EQ(outcome->counters.fragments, 4u * 64);
    EXPECT_EQ(count(outcome->picture(), 0x0000ff), 2u * 64);
    EXPECT_EQ(pixel(outcome->picture(), 0, 0), 0x0000ffu);
    EXPECT_EQ(pixel(outcome->picture(), 39, 7), 0x0000ffu);
    EXPECT_EQ(pixel(outcome->picture(), 40, 0), 0u);
}

// ATTILA, attribute load bypass: attribute 0 is index and instance, and the program loads what it wants.
TEST(FunctionalDraw, ProgramsMayLoadTheirAttributes) {
    Scene streamed;
    streamed.draw(streamed.rectangle(4, 4, 20, 30, kRed)).present();
    const auto loading = [](bool byState) {
        Scene scene;
        scene.vertexProgram("lda r0, i0.x, t0\nlda r1, i0.x, t1\nmov o0, r0\nmov o1, r1 <- end");
        scene.state.input.edit().loadedByShader = byState;
        scene.draw(scene.rectangle(4, 4, 20, 30, kRed)).present();
        return scene;
    };
    const func::Picture expected = streamed.picture();
    EXPECT_EQ(loading(true).picture().rgba, expected.rgba);
    Configuration configuration;
    configuration.shader.vertexAttributeLoadFromShader = true;
    EXPECT_EQ(loading(false).picture({.threads = 1}, configuration).rgba, expected.rgba);
}

struct PrimitiveCase {
    PrimitiveType type;
    uint32_t vertices;
    /// Place at which a draw may be cut in two: the first vertex of the second part, and the vertices before it.
    uint32_t cut;
    bool repeatsFirst;
    uint32_t overlap;
};

void PrintTo(const PrimitiveCase& primitive, std::ostream* out) { *out << primitive.vertices << " vertices"; }

class FunctionalPrimitives : public testing::TestWithParam<PrimitiveCase> {};

/// Small triangles all over the surface, with depth so that their order shows only through equal depths.
std::vector<Vertex> manyVertices(const Scene& scene, uint32_t count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> offset(-3.0f, 3.0f);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t place = i / 4;
        const auto angle = static_cast<float>(place) * 0.37f;
        const float radius = 30.0f * std::sqrt(static_cast<float>(place % 1024) / 1024.0f);
        vertices.push_back(
            {scene.at(32 + radius * std::cos(angle) + offset(random), 32 + radius * std::sin(angle) + offset(random)),
             {unit(random), unit(random), unit(random), 1.0f}});
    }
    return vertices;
}

// A draw longer than the machine takes at a time (8192 primitives) is the same as its two parts.
TEST_P(FunctionalPrimitives, ALongDrawEqualsItsParts) {
    const PrimitiveCase& parameters = GetParam();
    Scene whole;
    whole.state.input.edit().primitive = parameters.type;
    const std::vector<Vertex> vertices = manyVertices(whole, parameters.vertices);
    whole.draw(vertices).present();
    const auto outcome = whole.run();
    EXPECT_GT(outcome->counters.triangles, 2u * 8192);
    EXPECT_GT(count(outcome->picture(), 0), 0u);
    EXPECT_LT(count(outcome->picture(), 0), 3500u);

    Scene parts;
    parts.state.input.edit().primitive = parameters.type;
    const auto cut = vertices.begin() + parameters.cut;
    parts.draw({vertices.begin(), cut});
    std::vector<Vertex> second(cut - parameters.overlap, vertices.end());
    if (parameters.repeatsFirst) second.insert(second.begin(), vertices.front());
    parts.draw(second).present();
    EXPECT_EQ(parts.picture().rgba, outcome->picture().rgba);
}

std::string nameOf(const testing::TestParamInfo<PrimitiveCase>& primitive) {
    constexpr std::array kNames{"Triangles", "TriangleStrip", "TriangleFan", "Quads", "QuadStrip"};
    return kNames[static_cast<size_t>(primitive.param.type)];
}

INSTANTIATE_TEST_SUITE_P(Types, FunctionalPrimitives,
                         testing::Values(PrimitiveCase{PrimitiveType::Triangles, 3 * 17001, 3 * 5003, false, 0},
                                         PrimitiveCase{PrimitiveType::TriangleStrip, 17003, 5002, false, 2},
                                         PrimitiveCase{PrimitiveType::TriangleFan, 17003, 5003, true, 1},
                                         PrimitiveCase{PrimitiveType::Quads, 4 * 8501, 4 * 3001, false, 0},
                                         PrimitiveCase{PrimitiveType::QuadStrip, 17004, 5002, false, 2}),
                         nameOf);

TEST(FunctionalDraw, EachPrimitiveTypeDrawsItsShape) {
    const auto corners = [](const Scene& scene) {
        return std::vector<Vertex>{{scene.at(8, 8)}, {scene.at(40, 8)}, {scene.at(40, 40)}, {scene.at(8, 40)}};
    };
    const auto covered = [&](PrimitiveType type, std::array<size_t, 4> order) {
        Scene scene;
        scene.state.input.edit().primitive = type;
        const std::vector<Vertex> square = corners(scene);
        scene.draw({square[order[0]], square[order[1]], square[order[2]], square[order[3]]}).present();
        return count(scene.picture(), 0xffffff);
    };
    EXPECT_EQ(covered(PrimitiveType::TriangleStrip, {0, 1, 3, 2}), 1024u);
    EXPECT_EQ(covered(PrimitiveType::TriangleFan, {0, 1, 2, 3}), 1024u);
    EXPECT_EQ(covered(PrimitiveType::Quads, {0, 1, 2, 3}), 1024u);
    EXPECT_EQ(covered(PrimitiveType::QuadStrip, {0, 1, 3, 2}), 1024u);
    // The fourth vertex is left over. The diagonal passes through 32 pixel centres, which one of its sides has.
    EXPECT_NEAR(covered(PrimitiveType::Triangles, {0, 1, 2, 3}), 512, 16);
}

TEST(FunctionalDraw, CullingDropsTheFacesItNames) {
    const auto covered = [](func::CullMode mode, bool clockwise, func::FaceOrientation front) {
        Scene scene;
        scene.state.raster.edit().cullMode = mode;
        scene.state.raster.edit().frontFace = front;
        std::vector<Vertex> triangle{{scene.at(0, 0)}, {scene.at(20, 0)}, {scene.at(0, 20.5f)}};
        if (clockwise) std::swap(triangle[1], triangle[2]);
        scene.draw(triangle).present();
        return count(scene.picture(), 0xffffff) > 0;
    };
    for (const bool clockwise : {false, true}) {
        for (const auto front : {func::FaceOrientation::Clockwise, func::FaceOrientation::CounterClockwise}) {
            const bool showsFront = clockwise == (front == func::FaceOrientation::Clockwise);
            EXPECT_TRUE(covered(func::CullMode::None, clockwise, front));
            EXPECT_EQ(covered(func::CullMode::Front, clockwise, front), !showsFront);
            EXPECT_EQ(covered(func::CullMode::Back, clockwise, front), showsFront);
            EXPECT_FALSE(covered(func::CullMode::FrontAndBack, clockwise, front));
        }
    }
}

TEST(FunctionalDraw, ScissorKeepsItsRectangle) {
    Scene scene;
    scene.state.raster.edit().scissor = {.enabled = true, .x = 5, .y = 9, .width = 22, .height = 13};
    scene.draw(scene.everything(kGreen)).present();
    const func::Picture picture = scene.picture();
    for (uint32_t y = 0; y < 64; ++y)
        for (uint32_t x = 0; x < 64; ++x)
            ASSERT_EQ(pixel(picture, x, y), x >= 5 && x < 27 && y >= 9 && y < 22 ? 0x00ff00u : 0u) << x << ", " << y;
}

TEST(FunctionalDraw, BackFacesShowBackColours) {
    const auto color = [](bool twoSided, bool clockwise) {
        Scene scene;
        scene.vertexProgram("mov o0, i0\nmov o1, i1\nmov o3, c0 <- end");
        scene.state.stages[gpu::Stage::Vertex].constants.edit()[0] = kBlue;
        scene.state.raster.edit().twoSidedColor = twoSided;
        std::vector<Vertex> triangle{{scene.at(0, 0), kRed}, {scene.at(60, 0), kRed}, {scene.at(0, 60), kRed}};
        if (clockwise) std::swap(triangle[1], triangle[2]);
        scene.draw(triangle).present();
        return pixel(scene.picture(), 10, 10);
    };
    EXPECT_EQ(color(true, false), 0xff0000u);
    EXPECT_EQ(color(true, true), 0x0000ffu);
    EXPECT_EQ(color(false, false), 0xff0000u);
    EXPECT_EQ(color(false, true), 0xff0000u);
}

TEST(FunctionalDraw, TrianglesOutsideOfTheViewAreRejectedUnlessClippingIsOff) {
    for (const bool clipping : {true, false}) {
        Scene scene;
        scene.state.clipping.frustum = clipping;
        // Behind the far plane, in the middle of the surface: its fragments are not in the view either.
        scene.draw(scene.rectangle(10, 10, 20, 20, kWhite, 1.5f)).present();
        const auto outcome = scene.run();
        EXPECT_EQ(outcome->counters.triangles, 2u);
        EXPECT_EQ(outcome->counters.trianglesRasterized, clipping ? 0u : 2u);
        EXPECT_EQ(count(outcome->picture(), 0xffffff), 0u);
    }
}

// The surface is neither a multiple of a tile nor even; what lies beyond stays as it was.
TEST(FunctionalDraw, SurfacesMayHaveAnySize) {
    for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 7u}, {3u, 2u}, {17u, 65u}, {129u, 33u}, {401u, 299u}}) {
        for (const uint32_t threads : {1u, 3u}) {
            Scene scene(width, height);
            scene.draw(scene.everything(kRed)).present();
            const func::Picture picture =
                scene.picture({.threads = threads, .dialect = {.raster = {.boundRowsByViewportWidth = false}}});
            EXPECT_EQ(picture.width, width);
            EXPECT_EQ(picture.height, height);
            EXPECT_EQ(count(picture, 0xff0000), width * height) << width << " x " << height;
        }
    }
}

}  // namespace
}  // namespace cyclorama::machine
