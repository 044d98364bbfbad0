// SPDX-License-Identifier: MIT
// Draws of the driver in the functional machine: pixels read back from the memory of the GPU.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "device/execution/simulated_executor.h"
#include "families/attila/driver/chip_model.h"
#include "families/attila/driver/draw/renderer.h"
#include "virgl/protocol/refusal.h"
#include "virgl/tgsi/parser.h"

namespace cyclorama::attila {
namespace {

constexpr uint32_t kWidth = 32;
constexpr uint32_t kHeight = 16;
using Pixel = std::array<uint8_t, 4>;
constexpr Pixel kRed = {255, 0, 0, 255};
constexpr Pixel kBlue = {0, 0, 255, 255};

constexpr const char* kVertex =
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n  0: MOV OUT[0], IN[0]\n"
    "  1: MOV OUT[1], IN[1]\n  2: END\n";
constexpr const char* kFragment =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n";

struct Vertex {
    std::array<float, 4> position;
    std::array<float, 4> value;
};

class DriverTest : public testing::Test {
  protected:
    DriverTest() {
        renderer_.attach(*context_);
        target_ = texture(
            {.target = virgl::Target::Texture2D, .format = virgl::Format::Rgba8, .width = kWidth, .height = kHeight});
        depth_ = texture(
            {.target = virgl::Target::Texture2D, .format = virgl::Format::Z24S8, .width = kWidth, .height = kHeight});
        state_.colorBuffers[0] = surface(target_);
        state_.blend = std::make_shared<virgl::Blend>();
        state_.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>();
        state_.rasterizer = std::make_shared<virgl::RasterizerState>();
        // 31 is R32G32B32A32_FLOAT.
        state_.vertexElements = std::make_shared<virgl::VertexElements>(
            virgl::VertexElements{{.offset = 0, .format = 31}, {.offset = 16, .format = 31}});
        state_.viewport = {.scale = {kWidth / 2.0f, kHeight / 2.0f, 0.5f},
                           .offset = {kWidth / 2.0f, kHeight / 2.0f, 0.5f}};
        useProgram(virgl::Stage::Vertex, kVertex);
        useProgram(virgl::Stage::Fragment, kFragment);
    }

    std::shared_ptr<virgl::Resource> texture(const virgl::ResourceDescription& description) {
        auto made = std::make_shared<virgl::Resource>();
        made->description = description;
        made->storage = renderer_.makeStorage(description);
        return made;
    }
    static std::shared_ptr<virgl::AttachmentView> surface(const std::shared_ptr<virgl::Resource>& resource) {
        return std::make_shared<virgl::AttachmentView>(
            virgl::AttachmentView{.resource = resource, .format = resource->description.format});
    }
    std::shared_ptr<virgl::Resource> buffer(std::span<const std::byte> bytes) {
        auto made = texture({.width = static_cast<uint32_t>(bytes.size())});
        const auto size = static_cast<uint32_t>(bytes.size());
        renderer_.upload(*made, {.box = {.width = size, .height = 1, .depth = 1}}, bytes, {});
        return made;
    }
    void useProgram(virgl::Stage stage, const char* text) {
        state_.stage(stage).shader = std::make_shared<virgl::Shader>(
            virgl::Shader{.stage = stage, .program = virgl::tgsi::parse(text), .number = ++programs_});
    }
    void clear(const func::Vec4& color, uint32_t buffers = virgl::kClearColor0, double depth = 1,
               uint32_t stencil = 0) {
        renderer_.clear(state_, {.buffers = buffers, .color = color, .depth = depth, .stencil = stencil});
    }
    void draw(const std::vector<Vertex>& vertices, virgl::Primitive primitive = virgl::Primitive::Triangles) {
        state_.vertexBuffers[0] = {
            .stride = sizeof(Vertex), .offset = 0, .resource = buffer(std::as_bytes(std::span(vertices)))};
        renderer_.draw(state_, {.primitive = primitive, .count = static_cast<uint32_t>(vertices.size())});
    }
    /// The lower left half, y upwards, of the view at a depth.
    static std::vector<Vertex> half(float z = 0, const std::array<float, 4>& value = {1, 0, 0, 1}) {
        return {{{-1, -1, z, 1}, value}, {{1, -1, z, 1}, value}, {{-1, 1, z, 1}, value}};
    }
    /// A row counts from the start of memory.
    Pixel pixel(uint32_t x, uint32_t y) {
        Pixel read{};
        renderer_.download(*target_, {.box = {.x = x, .y = y, .width = 1, .height = 1, .depth = 1}},
                           std::as_writable_bytes(std::span(read)), {.stride = 4, .sliceStride = 4});
        return read;
    }

    sim::Findings findings_;
    machine::Configuration configuration_;
    AttilaChipModel chip_;
    device::SimulatedExecutor executor_{chip_, configuration_, findings_};
    std::unique_ptr<device::JobContext> context_ = executor_.makeContext();
    Renderer renderer_{configuration_};
    std::shared_ptr<virgl::Resource> target_, depth_;
    virgl::State state_;
    uint64_t programs_ = 0;
};

TEST_F(DriverTest, Clears) {
    clear({0, 0, 1, 1});
    EXPECT_EQ(pixel(0, 0), kBlue);
    EXPECT_EQ(pixel(kWidth - 1, kHeight - 1), kBlue);
}

TEST_F(DriverTest, DrawsAsTheViewportTurnsRows) {
    clear({0, 0, 1, 1});
    draw(half());
    EXPECT_EQ(pixel(1, 1), kRed);
    EXPECT_EQ(pixel(kWidth - 2, kHeight - 2), kBlue);
    EXPECT_EQ(pixel(1, kHeight - 3), kRed);
    // Rows from the top, as in windows.
    state_.viewport.scale[1] = -state_.viewport.scale[1];
    clear({0, 0, 1, 1});
    draw(half());
    EXPECT_EQ(pixel(1, kHeight - 2), kRed);
    EXPECT_EQ(pixel(kWidth - 2, 1), kBlue);
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, DrawsInViewportsBeyondTheSurfaceAndHigherThanWide) {
    state_.viewport = {.scale = {8, 24, 0.5f}, .offset = {8, 8, 0.5f}};
    clear({0, 0, 1, 1});
    draw({{{-1, -1, 0, 1}, {1, 0, 0, 1}}, {{3, -1, 0, 1}, {1, 0, 0, 1}}, {{-1, 3, 0, 1}, {1, 0, 0, 1}}});
    EXPECT_EQ(pixel(0, 0), kRed);
    EXPECT_EQ(pixel(15, kHeight - 1), kRed);
    EXPECT_EQ(pixel(16, 8), kBlue);
}

TEST_F(DriverTest, CullsByTheGuestsFaces) {
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->cull = func::CullMode::Back;
    state_.rasterizer = raster;
    for (const float turn : {1.0f, -1.0f}) {
        state_.viewport.scale[1] = turn * kHeight / 2.0f;
        // The triangle goes counterclockwise where y goes up: so it does in rows that count downwards from the top.
        for (const bool front : {true, false}) {
            raster->frontCounterClockwise = front == (turn < 0);
            clear({0, 0, 1, 1});
            draw(half());
            EXPECT_EQ(pixel(1, kHeight / 2), front ? kRed : kBlue) << turn;
        }
    }
}

TEST_F(DriverTest, TestsDepthAndClearsPartsOfIt) {
    auto tests = std::make_shared<virgl::DepthStencilAlpha>();
    tests->depthTest = tests->depthWrite = true;
    tests->depthFunction = func::CompareFunction::Less;
    state_.depthStencilAlpha = tests;
    state_.depthBuffer = surface(depth_);
    constexpr uint32_t kAll = virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil;
    clear({0, 0, 1, 1}, kAll, 1, 3);
    draw(half(-0.5f));
    draw(half(0.5f, {0, 1, 0, 1}));
    EXPECT_EQ(pixel(1, 1), kRed);
    // Depth alone: the chip has no command for that, and stencil stays.
    clear({}, virgl::kClearDepth, 1);
    tests->stencil[0] = {.enabled = true, .function = func::CompareFunction::Equal};
    state_.stencilReference = {3, 3};
    draw(half(0.5f, {0, 0, 1, 1}));
    EXPECT_EQ(pixel(1, 1), kBlue);
    clear({}, virgl::kClearStencil, 0, 4);
    draw(half(0.0f));
    EXPECT_EQ(pixel(1, 1), kBlue);
    state_.stencilReference = {4, 4};
    draw(half(0.0f));
    EXPECT_EQ(pixel(1, 1), kRed);
}

TEST_F(DriverTest, LeavesLoopsOneLaneAfterTheOther) {
    // Adds a quarter until the sum reaches the value of the fragment: that differs between lanes.
    useProgram(virgl::Stage::Fragment,
               "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"
               "IMM[0] FLT32 {0x00000000, 0x3e800000, 0x3f800000, 0x00000000}\n"
               "  0: MOV TEMP[0], IMM[0].xxxz\n  1: BGNLOOP :7\n  2: SGE TEMP[1].x, TEMP[0].xxxx, IN[0].xxxx\n"
               "  3: IF TEMP[1].xxxx :5\n  4: BRK\n  5: ENDIF\n  6: ADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
               "  7: ENDLOOP :1\n  8: MOV OUT[0], TEMP[0]\n  9: END\n");
    clear({0, 0, 0, 1});
    draw({{{-1, -1, 0, 1}, {0, 0, 0, 0}}, {{3, -1, 0, 1}, {2, 0, 0, 0}}, {{-1, 3, 0, 1}, {0, 0, 0, 0}}});
    for (uint32_t x = 0; x < kWidth; ++x) {
        const double value = (x + 0.5) / kWidth;
        EXPECT_EQ(pixel(x, 3)[0], static_cast<uint8_t>(std::ceil(value * 4) / 4 * 255)) << x;
    }
}

TEST_F(DriverTest, SamplesWhatItHasDrawn) {
    clear({0, 0, 1, 1});
    draw(half());
    const auto source = target_;
    target_ = texture(source->description);
    state_.colorBuffers[0] = surface(target_);
    state_.stage(virgl::Stage::Fragment).views[0] = std::make_shared<virgl::SamplerView>(
        virgl::SamplerView{.resource = source, .format = source->description.format});
    state_.stage(virgl::Stage::Fragment).samplers[0] = std::make_shared<virgl::Sampler>();
    useProgram(virgl::Stage::Fragment,
               "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
               "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n  1: END\n");
    clear({0, 1, 0, 1});
    draw({{{-1, -1, 0, 1}, {0, 0, 0, 0}}, {{3, -1, 0, 1}, {2, 0, 0, 0}}, {{-1, 3, 0, 1}, {0, 2, 0, 0}}});
    EXPECT_EQ(pixel(1, 1), kRed);
    EXPECT_EQ(pixel(kWidth - 2, kHeight - 2), kBlue);
}

TEST_F(DriverTest, BlitsHalves) {
    clear({0, 0, 1, 1});
    draw(half());
    const auto smaller =
        texture({.target = virgl::Target::Texture2D, .format = virgl::Format::Rgba8, .width = 16, .height = 8});
    renderer_.blit(
        {.from = {.resource = target_,
                  .format = target_->description.format,
                  .width = kWidth,
                  .height = kHeight,
                  .depth = 1},
         .to = {.resource = smaller, .format = smaller->description.format, .width = 16, .height = 8, .depth = 1},
         .mask = virgl::kBlitColors,
         .linear = true});
    target_ = smaller;
    EXPECT_EQ(pixel(0, 0), kRed);
    EXPECT_EQ(pixel(15, 7), kBlue);
}

TEST_F(DriverTest, DrawsLinesAndPoints) {
    auto raster = std::make_shared<virgl::RasterizerState>();
    state_.rasterizer = raster;
    const std::array<float, 4> red = {1, 0, 0, 1};
    clear({0, 0, 1, 1});
    // From the middle of pixel 2 to that of pixel 5, in row 4.
    const auto at = [&](float x, float y, float w = 1) {
        return Vertex{{(2 * x / kWidth - 1) * w, (2 * y / kHeight - 1) * w, 0, w}, red};
    };
    draw({at(2.5f, 4.5f), at(5.5f, 4.5f, 3)}, virgl::Primitive::Lines);
    EXPECT_EQ(pixel(1, 4), kBlue);
    for (uint32_t x = 2; x < 5; ++x) EXPECT_EQ(pixel(x, 4), kRed) << x;
    EXPECT_EQ(pixel(5, 4), kBlue);
    EXPECT_EQ(pixel(3, 3), kBlue);
    EXPECT_EQ(pixel(3, 5), kBlue);
    // All of a loop's corners are once the first pixel of a line.
    draw({at(10.5f, 4.5f), at(14.5f, 4.5f), at(14.5f, 8.5f), at(10.5f, 8.5f)}, virgl::Primitive::LineLoop);
    for (const uint32_t x : {10u, 14u})
        for (const uint32_t y : {4u, 8u}) EXPECT_EQ(pixel(x, y), kRed) << x << " " << y;
    EXPECT_EQ(pixel(10, 6), kRed);
    EXPECT_EQ(pixel(12, 6), kBlue);
    raster->pointSize = 3;
    raster->scissor = true;
    state_.scissor = {.minX = 0, .minY = 0, .maxX = 21, .maxY = kHeight};
    draw({at(20.5f, 4.5f, 2)}, virgl::Primitive::Points);
    EXPECT_EQ(pixel(19, 3), kRed);
    EXPECT_EQ(pixel(20, 5), kRed);
    EXPECT_EQ(pixel(21, 4), kBlue);
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, GivesPointsTheSizeAndThePlaceThatProgramsAskFor) {
    useProgram(virgl::Stage::Vertex,
               "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1].x, PSIZE\n  0: MOV OUT[0], IN[0]\n"
               "  1: MOV OUT[1].x, IN[1].xxxx\n  2: END\n");
    useProgram(virgl::Stage::Fragment,
               "FRAG\nDCL IN[0], PCOORD, PERSPECTIVE\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n");
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->pointSprite = raster->pointSizeOfVertex = true;
    state_.rasterizer = raster;
    clear({0, 0, 1, 1});
    draw({{{0, 0, 0, 1}, {8, 0, 0, 0}}}, virgl::Primitive::Points);
    EXPECT_EQ(pixel(11, 8), kBlue);
    EXPECT_EQ(pixel(20, 8), kBlue);
    for (uint32_t i = 0; i < 8; ++i) {
        EXPECT_NEAR(pixel(12 + i, 4 + i)[0], (i + 0.5) / 8 * 255, 1);
        EXPECT_NEAR(pixel(12 + i, 4 + i)[1], (i + 0.5) / 8 * 255, 1);
    }
}

TEST_F(DriverTest, CutsPointsWhereTheViewportEndsAndBoundsTheirSize) {
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->pointSize = 8;
    state_.rasterizer = raster;
    // The viewport has columns 8 to 23; the point's centre is two pixels left of it.
    state_.viewport.scale[0] = 8;
    clear({0, 0, 1, 1});
    draw({{{-1.25f, 0, 0, 1}, {1, 0, 0, 1}}}, virgl::Primitive::Points);
    EXPECT_EQ(pixel(7, 8), kBlue);
    EXPECT_EQ(pixel(8, 8), kRed);
    EXPECT_EQ(pixel(9, 8), kRed);
    EXPECT_EQ(pixel(10, 8), kBlue);

    // A size is at most 255 pixels: with its centre 125 pixels left of the surface, the point reaches two columns of
    // it.
    raster->pointSize = 1000;
    state_.viewport.scale[0] = kWidth / 2.0f;
    clear({0, 0, 1, 1});
    draw({{{-8.8125f, 0, 0, 1}, {1, 0, 0, 1}}}, virgl::Primitive::Points);
    EXPECT_EQ(pixel(1, 8), kRed);
    EXPECT_EQ(pixel(4, 8), kBlue);
}

TEST_F(DriverTest, TestsStencilOfEachFace) {
    auto tests = std::make_shared<virgl::DepthStencilAlpha>();
    tests->stencil[0] = {.enabled = true,
                         .function = func::CompareFunction::Equal,
                         .depthPass = func::StencilOperation::IncrementSaturate};
    tests->stencil[1] = {.enabled = true,
                         .function = func::CompareFunction::Equal,
                         .depthPass = func::StencilOperation::IncrementSaturate};
    state_.depthStencilAlpha = tests;
    state_.depthBuffer = surface(depth_);
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->frontCounterClockwise = false;
    state_.rasterizer = raster;
    // Back, front, back, or the other way round, in one draw: each face passes on what the other left.
    const auto triangle = [](bool front, const std::array<float, 4>& value) {
        std::vector<Vertex> made = half(0, value);
        if (!front) std::swap(made[0], made[1]);
        return made;
    };
    std::vector<Vertex> vertices = triangle(false, {0, 0, 1, 1});
    for (const auto& next : {triangle(true, {0, 1, 0, 1}), triangle(false, {1, 0, 0, 1})})
        vertices.insert(vertices.end(), next.begin(), next.end());
    state_.stencilReference = {0, 1};
    constexpr uint32_t kAll = virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil;
    clear({0, 0, 1, 1}, kAll);
    draw(vertices);
    const Pixel behindFront = pixel(1, 1);
    clear({0, 0, 1, 1}, kAll);
    state_.stencilReference = {1, 0};
    draw(vertices);
    const Pixel behindBack = pixel(1, 1);
    // One begins with the second triangle and ends with the third; the other begins with the first, ends with the
    // second.
    EXPECT_THAT((std::vector{behindFront, behindBack}), testing::UnorderedElementsAre(kRed, Pixel{0, 255, 0, 255}));
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, BlendsColorAndAlphaByEquationsOfTheirOwn) {
    auto blend = std::make_shared<virgl::Blend>();
    // Colour: what is there, as far as its alpha says, plus the new one; alpha: the larger.
    blend->targets[0] = {.enabled = true,
                         .sourceColor = func::BlendFactor::One,
                         .destinationColor = func::BlendFactor::DestinationAlpha,
                         .alphaEquation = func::BlendEquation::Max,
                         .sourceAlpha = func::BlendFactor::One,
                         .destinationAlpha = func::BlendFactor::One};
    state_.blend = blend;
    clear({0, 1, 0, 0});
    std::vector<Vertex> vertices = half(0, {0.2f, 0, 0, 1});
    const std::vector<Vertex> second = half(0, {0.4f, 0, 0, 0.2f});
    vertices.insert(vertices.end(), second.begin(), second.end());
    draw(vertices);
    // The first takes the green away, as alpha below it is 0; the second keeps the first, whose alpha is 1.
    EXPECT_EQ(pixel(1, 1), (Pixel{153, 0, 0, 255}));
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, KeepsTheBitsOfStencilThatAreNotWritten) {
    state_.depthBuffer = surface(depth_);
    clear({0, 0, 1, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil, 1, 0x5a);
    auto tests = std::make_shared<virgl::DepthStencilAlpha>();
    tests->stencil[0] = {.enabled = true, .depthPass = func::StencilOperation::Replace, .writeMask = 0x3c};
    state_.depthStencilAlpha = tests;
    state_.stencilReference = {0xff, 0xff};
    const auto stencilAt = [&](uint32_t x, uint32_t y) {
        uint32_t value = 0;
        renderer_.download(*depth_, {.box = {.x = x, .y = y, .width = 1, .height = 1, .depth = 1}},
                           std::as_writable_bytes(std::span(&value, 1)), {.stride = 4, .sliceStride = 4});
        return value >> 24;
    };
    draw(half());
    EXPECT_EQ(stencilAt(1, 1), 0x7eu);
    EXPECT_EQ(stencilAt(kWidth - 2, kHeight - 2), 0x5au);
    EXPECT_EQ(pixel(1, 1), kRed);
    // A test of bits that stay.
    tests->stencil[0].function = func::CompareFunction::Equal;
    tests->stencil[0].compareMask = 0x02;
    tests->stencil[0].depthPass = func::StencilOperation::Zero;
    draw(half(0, {0, 0, 1, 1}));
    EXPECT_EQ(stencilAt(1, 1), 0x42u);
    EXPECT_EQ(pixel(1, 1), kBlue);
    state_.stencilReference = {0, 0};
    draw(half());
    EXPECT_EQ(pixel(1, 1), kBlue);
    // Of bits that are written, and a value that is needed.
    tests->stencil[0].compareMask = 0x06;
    draw(half());
    EXPECT_EQ(stencilAt(1, 1), 0x42u);
    tests->stencil[0].function = func::CompareFunction::Always;
    tests->stencil[0].depthPass = func::StencilOperation::Invert;
    draw(half());
    EXPECT_EQ(stencilAt(1, 1), 0x7eu);
    EXPECT_EQ(stencilAt(kWidth - 2, kHeight - 2), 0x5au);
    EXPECT_EQ(pixel(1, 1), kRed);
}

TEST_F(DriverTest, DrawsEdgesAndCornersOfPolygons) {
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->fill = {virgl::Fill::Lines, virgl::Fill::Lines};
    state_.rasterizer = raster;
    const std::array<float, 4> red = {1, 0, 0, 1};
    const auto at = [&](float x, float y) { return Vertex{{2 * x / kWidth - 1, 2 * y / kHeight - 1, 0, 1}, red}; };
    const std::vector<Vertex> square = {at(4.5f, 2.5f), at(20.5f, 2.5f), at(20.5f, 12.5f), at(4.5f, 12.5f)};
    clear({0, 0, 1, 1});
    draw(square, virgl::Primitive::Quads);
    for (const uint32_t x : {4u, 12u, 20u})
        for (const uint32_t y : {2u, 12u}) EXPECT_EQ(pixel(x, y), kRed) << x << " " << y;
    EXPECT_EQ(pixel(4, 7), kRed);
    EXPECT_EQ(pixel(12, 7), kBlue);
    // As triangles they have the diagonal, too.
    clear({0, 0, 1, 1});
    draw(square, virgl::Primitive::TriangleFan);
    EXPECT_EQ(pixel(12, 7), kRed);
    EXPECT_EQ(pixel(14, 4), kBlue);
    raster->fill = {virgl::Fill::Points, virgl::Fill::Points};
    clear({0, 0, 1, 1});
    draw(square, virgl::Primitive::Polygon);
    EXPECT_EQ(pixel(20, 12), kRed);
    EXPECT_EQ(pixel(12, 2), kBlue);
    // Faces apart, and culled ones not at all.
    for (const bool front : {true, false}) {
        raster->fill = {front ? virgl::Fill::Lines : virgl::Fill::Solid,
                        front ? virgl::Fill::Solid : virgl::Fill::Lines};
        clear({0, 0, 1, 1});
        draw(square, virgl::Primitive::TriangleFan);
        const Pixel first = pixel(14, 4);
        clear({0, 0, 1, 1});
        draw({square.rbegin(), square.rend()}, virgl::Primitive::TriangleFan);
        EXPECT_THAT((std::vector{first, pixel(14, 4)}), testing::UnorderedElementsAre(kRed, kBlue));
        EXPECT_EQ(pixel(12, 2), kRed);
        raster->cull = func::CullMode::FrontAndBack;
        clear({0, 0, 1, 1});
        draw(square, virgl::Primitive::TriangleFan);
        EXPECT_EQ(pixel(12, 2), kBlue);
        raster->cull = func::CullMode::None;
    }
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, LeavesDiagonalsOfQuadsOut) {
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->fill = {virgl::Fill::Lines, virgl::Fill::Lines};
    state_.rasterizer = raster;
    const std::array<float, 4> red = {1, 0, 0, 1};
    const std::vector<Vertex> square = {{{-0.5f, -0.51f, 0, 1}, red},
                                        {{0.5f, -0.51f, 0, 1}, red},
                                        {{0.5f, 0.51f, 0, 1}, red},
                                        {{-0.5f, 0.51f, 0, 1}, red}};
    state_.vertexBuffers[0] = {
        .stride = sizeof(Vertex), .offset = 0, .resource = buffer(std::as_bytes(std::span(square)))};
    for (const bool quads : {true, false}) {
        const std::array<uint16_t, 6> indices =
            quads ? std::array<uint16_t, 6>{0, 1, 3, 1, 2, 3} : std::array<uint16_t, 6>{0, 1, 3, 3, 1, 2};
        state_.indexBuffer = {.resource = buffer(std::as_bytes(std::span(indices))), .indexBytes = 2};
        clear({0, 0, 1, 1});
        renderer_.draw(state_, {.primitive = virgl::Primitive::Triangles, .count = 6, .indexed = true});
        EXPECT_EQ(pixel(8, 8), kRed);
        EXPECT_EQ(pixel(16, 7) == kRed || pixel(16, 8) == kRed || pixel(15, 8) == kRed, !quads);
    }
}

TEST_F(DriverTest, MovesPolygonsInDepth) {
    auto tests = std::make_shared<virgl::DepthStencilAlpha>();
    tests->depthTest = tests->depthWrite = true;
    tests->depthFunction = func::CompareFunction::Less;
    state_.depthStencilAlpha = tests;
    state_.depthBuffer = surface(depth_);
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->offsetTriangles = true;
    state_.rasterizer = raster;
    constexpr uint32_t kAll = virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil;
    // From depth 0.25 to 0.75 over the width: 1/64 a pixel.
    const auto slanted = [&](const std::array<float, 4>& value) {
        draw({{{-1, -1, -0.5f, 1}, value}, {{1, -1, 0.5f, 1}, value}, {{-1, 1, -0.5f, 1}, value}});
    };
    const auto drawnOver = [&](float scale, float units) {
        raster->offsetScale = raster->offsetUnits = 0;
        clear({0, 0, 1, 1}, kAll, 1);
        slanted({0, 0, 1, 1});
        raster->offsetScale = scale;
        raster->offsetUnits = units;
        slanted({1, 0, 0, 1});
        return pixel(3, 3) == kRed;
    };
    EXPECT_FALSE(drawnOver(0, 0));
    EXPECT_TRUE(drawnOver(0, -64));
    EXPECT_TRUE(drawnOver(-1, 0));
    EXPECT_FALSE(drawnOver(1, 0));
    // Slopes count for as much as so many units: 2^23 / 64.
    EXPECT_TRUE(drawnOver(1, -131500));
    EXPECT_FALSE(drawnOver(1, -130500));
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, ClipsAtPlanesOfTheProgram) {
    auto raster = std::make_shared<virgl::RasterizerState>();
    // The second and the sixth: x >= 0, and y <= 0.5.
    raster->clipPlanes = 1 << 1 | 1 << 5;
    state_.rasterizer = raster;
    state_.clipPlanes[1] = {1, 0, 0, 0};
    state_.clipPlanes[5] = {0, -1, 0, 0.5f};
    const std::vector<Vertex> whole = {
        {{-1, -1, 0, 1}, {1, 0, 0, 1}}, {{3, -1, 0, 1}, {1, 0, 0, 1}}, {{-1, 3, 0, 1}, {1, 0, 0, 1}}};
    const auto expectClipped = [&](uint32_t column) {
        EXPECT_EQ(pixel(column, 3), kBlue);
        EXPECT_EQ(pixel(column + 1, 3), kRed);
        EXPECT_EQ(pixel(kWidth - 1, kHeight * 3 / 4 - 1), kRed);
        EXPECT_EQ(pixel(kWidth - 1, kHeight * 3 / 4), kBlue);
    };
    clear({0, 0, 1, 1});
    draw(whole);
    expectClipped(kWidth / 2 - 1);
    // A viewport that moves positions moves none of the planes.
    state_.viewport.offset[0] -= 8;
    clear({0, 0, 1, 1});
    draw(whole);
    EXPECT_EQ(pixel(7, 3), kBlue);
    EXPECT_EQ(pixel(8, 3), kRed);
    EXPECT_EQ(pixel(8, 12), kBlue);
    state_.viewport.offset[0] += 8;
    // Lines are cut, and points left out.
    clear({0, 0, 1, 1});
    for (uint32_t row = 0; row < kHeight; ++row) {
        const float y = (2 * (static_cast<float>(row) + 0.5f) / kHeight) - 1;
        draw({{{-1, y, 0, 1}, {1, 0, 0, 1}}, {{1, y, 0, 1}, {1, 0, 0, 1}}}, virgl::Primitive::Lines);
    }
    expectClipped(kWidth / 2 - 1);
    clear({0, 0, 1, 1});
    draw({{{-0.1f, 0, 0, 1}, {1, 0, 0, 1}}, {{0.1f, 0, 0, 1}, {1, 0, 0, 1}}}, virgl::Primitive::Points);
    EXPECT_EQ(pixel(14, 8), kBlue);
    EXPECT_EQ(pixel(17, 8), kRed);
    // Places of the program's own in the stead of positions.
    useProgram(virgl::Stage::Vertex,
               "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL OUT[2], CLIPVERTEX\n"
               "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[1]\n  2: MOV OUT[2], -IN[0].xyzz\n  3: END\n");
    raster->clipPlanes = 1 << 1;
    clear({0, 0, 1, 1});
    draw(whole);
    EXPECT_EQ(pixel(kWidth / 2 - 1, 3), kRed);
    EXPECT_EQ(pixel(kWidth / 2, 3), kBlue);
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(DriverTest, RefusesByName) {
    const auto refusal = [&](virgl::Primitive primitive) -> std::string {
        try {
            draw(half(), primitive);
        } catch (const virgl::Unsupported& refused) {
            return refused.what();
        }
        return "none";
    };
    auto raster = std::make_shared<virgl::RasterizerState>();
    raster->smooth.points = raster->smooth.lines = raster->lineStipple = raster->polygonStipple = true;
    state_.rasterizer = raster;
    EXPECT_EQ(refusal(virgl::Primitive::Points), "none");
    EXPECT_EQ(refusal(virgl::Primitive::LineLoop), "smooth lines with a stipple");
    raster->fill = {virgl::Fill::Solid, virgl::Fill::Points};
    EXPECT_EQ(refusal(virgl::Primitive::Triangles), "smooth edges or corners of polygons beside faces of another kind");
    raster->smooth.points = false;
    EXPECT_EQ(refusal(virgl::Primitive::Triangles), "stippled faces beside faces drawn as lines or points");
    EXPECT_THROW(
        texture(
            {.target = virgl::Target::Texture2D, .format = static_cast<virgl::Format>(200), .width = 4, .height = 4}),
        virgl::Unsupported);
    // More than the 256 MiB of the chip.
    EXPECT_THROW(texture({.width = 300u << 20}), virgl::BeyondGpu);
}

}  // namespace
}  // namespace cyclorama::attila
