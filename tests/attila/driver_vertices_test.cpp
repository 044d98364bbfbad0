// SPDX-License-Identifier: MIT
// Vertices of draws: components that the chip has no streams of, numbers of instances, orders that it does not draw.

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "attila/forms_driver.h"
#include "families/attila/driver/vertices/vertex_formats.h"

namespace cyclorama::attila {
namespace {

using namespace test;

constexpr Rgba kOpaqueBlue = {0, 0, 255, 255};
constexpr const char* kFlatFragment =
    "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n";

std::shared_ptr<virgl::Resource> bufferOfBytes(FormsDriver& driver, std::span<const std::byte> bytes) {
    const auto size = static_cast<uint32_t>(bytes.size());
    auto made = driver.make({.width = size});
    driver.renderer.upload(*made, {.box = {.width = size, .height = 1, .depth = 1}}, bytes, {});
    return made;
}

func::Vec4 valueOfWord(uint32_t number, uint32_t word) {
    return vertexValue(vertexFormat(number), std::as_bytes(std::span(&word, 1)));
}

TEST(DriverVerticesTest, ReadsTenBitsAndTwo) {
    // From the lowest bits up: 1023, 512, 1 and 2.
    constexpr uint32_t kWord = 1023 | 512 << 10 | 1 << 20 | 2u << 30;
    EXPECT_EQ(valueOfWord(8, kWord), (func::Vec4{1, 512.0f / 1023, 1.0f / 1023, 2.0f / 3}));
    EXPECT_EQ(valueOfWord(131, kWord), (func::Vec4{1.0f / 1023, 512.0f / 1023, 1, 2.0f / 3}));
    EXPECT_EQ(valueOfWord(123, kWord), (func::Vec4{1023, 512, 1, 2}));
    EXPECT_EQ(valueOfWord(172, kWord), (func::Vec4{-1, -512, 1, -2}));
    EXPECT_EQ(valueOfWord(175, kWord), (func::Vec4{1, -512, -1, -2}));
    EXPECT_EQ(valueOfWord(173, kWord), (func::Vec4{-1.0f / 511, -1, 1.0f / 511, -1}));
    EXPECT_EQ(valueOfWord(87, 0x00018000), (func::Vec4{1.5f, 0, 0, 1}));
    // Too few bytes.
    EXPECT_EQ(valueOfWord(25, kWord), (func::Vec4{0, 0, 0, 1}));
    EXPECT_THROW(vertexFormat(500), virgl::Unsupported);
}

TEST(DriverVerticesTest, DrawsDoubles) {
    FormsDriver driver;
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.clear({0, 0, 1, 1});
    // An entry that is not drawn, then a triangle over the left half; and one word of red for all.
    struct Place {
        std::array<double, 2> position;
    };
    const std::array<Place, 4> places = {Place{{7, 7}}, Place{{-1, -5}}, Place{{0, -5}}, Place{{0, 9}}};
    constexpr uint32_t kRedWord = 1023 | 3u << 30;
    driver.state.vertexElements = std::make_shared<virgl::VertexElements>(
        virgl::VertexElements{{.offset = 0, .buffer = 0, .format = 25}, {.offset = 0, .buffer = 1, .format = 8}});
    driver.state.vertexBuffers[0] = {
        .stride = sizeof(Place), .offset = 0, .resource = bufferOfBytes(driver, std::as_bytes(std::span(places)))};
    driver.state.vertexBuffers[1] = {
        .stride = 0, .offset = 0, .resource = bufferOfBytes(driver, std::as_bytes(std::span(&kRedWord, 1)))};
    driver.renderer.draw(driver.state, {.start = 1, .count = 3});
    EXPECT_EQ(driver.texel<Rgba>(*target, 15, 16), kOpaqueRed);
    EXPECT_EQ(driver.texel<Rgba>(*target, 16, 16), kOpaqueBlue);
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverVerticesTest, GivesProgramsTheNumberOfAnInstance) {
    for (const auto primitive : {virgl::Primitive::Triangles, virgl::Primitive::Points}) {
        FormsDriver driver;
        const auto target = driver.texture(virgl::Format::Rgba8);
        driver.target(target);
        driver.clear({0, 0, 1, 1});
        driver.useProgram(virgl::Stage::Vertex,
                          "VERT\nDCL IN[0]\nDCL IN[1]\nDCL SV[0], INSTANCEID\nDCL OUT[0], POSITION\n"
                          "DCL OUT[1], GENERIC[0]\nDCL TEMP[0]\n"
                          "IMM[0] FLT32 {0x3f000000, 0x00000000, 0x3e800000, 0x3f800000}\n"
                          "  0: U2F TEMP[0].x, SV[0].xxxx\n"
                          "  1: MAD OUT[0], TEMP[0].xxxx, IMM[0].xyyy, IN[0]\n"
                          "  2: MAD OUT[1], TEMP[0].xxxx, IMM[0].zyyy, IMM[0].yyyw\n  3: END\n");
        // A pixel in column 1, and for each further instance one 8 columns to the right.
        constexpr float kX = 1.5f / 16 - 1;
        const std::array<Corner, 3> corners = {Corner{{kX - 0.03f, 0.02f, 0, 1}, {}},
                                               Corner{{kX + 0.03f, 0.02f, 0, 1}, {}}, Corner{{kX, 0.1f, 0, 1}, {}}};
        driver.state.vertexBuffers[0] = {.stride = sizeof(Corner),
                                         .offset = 0,
                                         .resource = bufferOfBytes(driver, std::as_bytes(std::span(corners)))};
        driver.renderer.draw(driver.state, {.primitive = primitive, .count = 3, .instances = 4});
        for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(driver.texel<Rgba>(*target, 1 + 8 * i, 16)[0], 255 * i / 4) << i;
        EXPECT_EQ(driver.texel<Rgba>(*target, 5, 16), kOpaqueBlue);
        EXPECT_TRUE(driver.foundNothing());
    }
}

TEST(DriverVerticesTest, GivesPolygonsTheFlatValuesOfTheirFirstVertex) {
    for (const bool indexed : {false, true}) {
        FormsDriver driver;
        const auto target = driver.texture(virgl::Format::Rgba8);
        driver.target(target);
        driver.clear({0, 0, 0, 1});
        driver.useProgram(virgl::Stage::Fragment, kFlatFragment);
        const std::array<float, 4> blue = {0, 0, 1, 1};
        const std::array<Corner, 4> corners = {Corner{{-1, -1, 0, 1}, kRedValue}, Corner{{1, -1, 0, 1}, blue},
                                               Corner{{1, 1, 0, 1}, blue}, Corner{{-1, 1, 0, 1}, blue}};
        driver.state.vertexBuffers[0] = {.stride = sizeof(Corner),
                                         .offset = 0,
                                         .resource = bufferOfBytes(driver, std::as_bytes(std::span(corners)))};
        // Numbers of vertices far from the start, which the bias brings back.
        constexpr uint32_t kFar = 2'000'000'000;
        const std::array<uint32_t, 4> indices = {kFar, kFar + 1, kFar + 2, kFar + 3};
        if (indexed)
            driver.state.indexBuffer = {.resource = bufferOfBytes(driver, std::as_bytes(std::span(indices))),
                                        .indexBytes = 4};
        driver.renderer.draw(driver.state, {.primitive = virgl::Primitive::Polygon,
                                            .count = 4,
                                            .indexed = indexed,
                                            .indexBias = -static_cast<int32_t>(kFar)});
        EXPECT_EQ(driver.texel<Rgba>(*target, 20, 4), kOpaqueRed);
        EXPECT_EQ(driver.texel<Rgba>(*target, 4, 20), kOpaqueRed);
        // Other primitives of the chip's own order have the same indices.
        driver.renderer.draw(driver.state, {.primitive = virgl::Primitive::TriangleFan,
                                            .count = 4,
                                            .indexed = indexed,
                                            .indexBias = -static_cast<int32_t>(kFar)});
        EXPECT_EQ(driver.texel<Rgba>(*target, 20, 4), kOpaqueBlue);
        EXPECT_TRUE(driver.foundNothing());
    }
}

TEST(DriverVerticesTest, GivesTrianglesTheFlatValuesOfTheVertexThatProgramsAskFor) {
    FormsDriver driver;
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.useProgram(virgl::Stage::Fragment, kFlatFragment);
    const std::array<float, 4> blue = {0, 0, 1, 1};
    const std::array<float, 4> green = {0, 1, 0, 1};
    // A strip of two triangles over the view, parted by the diagonal from the lower right to the upper left: one below
    // it, one above.
    const std::vector<Corner> strip = {
        {{-1, -1, 0, 1}, kRedValue}, {{1, -1, 0, 1}, green}, {{-1, 1, 0, 1}, blue}, {{1, 1, 0, 1}, {0, 0, 0, 1}}};
    for (const bool first : {false, true}) {
        auto raster = std::make_shared<virgl::RasterizerState>();
        raster->provokingFirst = first;
        driver.state.rasterizer = raster;
        driver.draw(strip, virgl::Primitive::TriangleStrip);
        EXPECT_EQ(driver.texel<Rgba>(*target, 4, 4), first ? kOpaqueRed : kOpaqueBlue);
        EXPECT_EQ(driver.texel<Rgba>(*target, 28, 28), first ? (Rgba{0, 255, 0, 255}) : (Rgba{0, 0, 0, 255}));
    }
}

}  // namespace
}  // namespace cyclorama::attila
