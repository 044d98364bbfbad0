// SPDX-License-Identifier: MIT
// Draws in window coordinates to tiled surfaces: the way of Vivante's chips.

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "families/vivante/operations/operations.h"
#include "machine/window_scene.h"

namespace cyclorama::machine {
namespace {

constexpr func::Vec4 kRed{1, 0, 0, 1};
constexpr func::Vec4 kGreen{0, 1, 0, 1};
constexpr func::Vec4 kBlue{0, 0, 1, 1};
constexpr func::Vec4 kWhite{1, 1, 1, 1};

// A right triangle whose long edge runs through pixel centres: it is a right edge, so those centres are not in it.
TEST(WindowDraw, ATriangleOfASupertiledTargetIsResolvedToRows) {
    WindowScene scene(100, 70);
    scene.state.depthStencil.edit().depthTest = true;
    scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
    scene.run(gpu::Fill{.destination = scene.target(), .width = 100, .height = 70, .pattern = {0xff000040}});
    scene.run(gpu::Fill{.destination = scene.depth(), .width = 100, .height = 70, .pattern = {0xffffff00}});
    scene.draw({{{0, 0, 0.5f, 1}, kRed}, {{64, 0, 0.5f, 1}, kRed}, {{0, 64, 0.5f, 1}, kRed}});
    const func::Picture picture = scene.resolved();
    for (uint32_t y = 0; y < 70; ++y)
        for (uint32_t x = 0; x < 100; ++x)
            ASSERT_EQ(WindowScene::pixel(picture, x, y), x + y + 1 < 64 ? 0xff0000u : 0x000040u) << x << ", " << y;
    // Farther, and then nearer: depth decides.
    scene.draw(scene.rectangle(0, 0, 10, 10, kGreen, 0.75f));
    scene.draw(scene.rectangle(20, 0, 30, 10, kBlue, 0.25f));
    const func::Picture after = scene.resolved();
    EXPECT_EQ(WindowScene::count(after, 0x00ff00), 0u);
    EXPECT_EQ(WindowScene::count(after, 0x0000ff), 100u);
    // Half of 2^24 - 1, cut off, above a stencil value of 0.
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer), 0x7fffff00u);
    EXPECT_TRUE(scene.findings.all().empty());
}

// Random meshes: with additive blending every pixel inside of the mesh must be hit exactly once.
TEST(WindowDraw, TrianglesWithCommonEdgesCoverEveryPixelOnce) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> jitter(-3.9f, 3.9f);
    std::uniform_real_distribution<float> depth(0.5f, 4.0f);
    WindowScene scene(96, 96, func::Tiling::Tiled);
    scene.state.color.edit().targets[0].color.blend = {
        .enabled = true, .sourceColor = func::BlendFactor::One, .destinationColor = func::BlendFactor::One};
    constexpr int kCells = 8;
    std::array<std::array<func::Vec4, kCells + 1>, kCells + 1> grid;
    for (int y = 0; y <= kCells; ++y)
        for (int x = 0; x <= kCells; ++x) {
            const bool edge = x == 0 || y == 0 || x == kCells || y == kCells;
            // Some vertices on pixel centres, all with a w of their own.
            const float w = depth(random);
            const float px = 8.0f + static_cast<float>(x) * 10 + (edge ? 0.0f : x % 2 ? jitter(random) : 0.5f);
            const float py = 8.0f + static_cast<float>(y) * 10 + (edge ? 0.0f : y % 2 ? jitter(random) : 0.5f);
            grid[static_cast<size_t>(y)][static_cast<size_t>(x)] = {px * w, py * w, 0.5f * w, w};
        }
    const func::Vec4 one{1.0f / 255, 1.0f / 255, 1.0f / 255, 1};
    std::vector<WindowVertexData> vertices;
    for (size_t y = 0; y < kCells; ++y)
        for (size_t x = 0; x < kCells; ++x)
            for (const auto& p :
                 {grid[y][x], grid[y][x + 1], grid[y + 1][x], grid[y + 1][x], grid[y][x + 1], grid[y + 1][x + 1]})
                vertices.push_back({p, one});
    scene.draw(vertices);
    const func::Picture picture = scene.resolved();
    for (uint32_t y = 0; y < 96; ++y)
        for (uint32_t x = 0; x < 96; ++x)
            ASSERT_EQ(WindowScene::pixel(picture, x, y), x >= 8 && x < 88 && y >= 8 && y < 88 ? 0x010101u : 0u)
                << x << ", " << y;
}

/// A square of 64 x 64 whose red goes from 0 to 1 across, and w from 1 to 4.
func::Picture drawnAcross(WindowScene& scene) {
    const auto at = [](float x, float y, float w, float red) {
        return WindowVertexData{{x * w, y * w, 0.5f * w, w}, {red, 0, 0, 1}};
    };
    scene.draw({at(0, 0, 1, 0), at(64, 0, 4, 1), at(0, 64, 1, 0), at(64, 64, 4, 1)},
               func::PrimitiveType::TriangleStrip);
    return scene.resolved();
}

TEST(WindowDraw, ColoursAreInterpolatedWithPerspective) {
    WindowScene scene(64, 64, func::Tiling::Linear);
    // At the share s of the way, the attribute is s / (4 - 3 s).
    const func::Picture picture = drawnAcross(scene);
    for (uint32_t x = 0; x < 64; ++x) {
        const float s = (static_cast<float>(x) + 0.5f) / 64;
        EXPECT_NEAR(static_cast<float>(WindowScene::pixel(picture, x, 20) >> 16), 255 * s / (4 - 3 * s), 0.51f) << x;
    }
}

// A position, 16 varyings and the size of the point, which is the last output (etna_viv, notes: Rendering points).
TEST(WindowDraw, SixteenVaryingsAndAPointSize) {
    constexpr uint32_t kVaryings = 16;
    WindowScene scene(64, 64);
    std::vector<isa::Instruction> code;
    isa::ProgramInterface linkage{.registers = isa::RegisterOrganization::Unified};
    linkage.inputs[0] = 0;
    linkage.inputs[1] = 1;
    linkage.outputs[0] = 0;
    // Varying v is the vertex's colour times v.
    for (uint32_t v = 0; v <= kVaryings; ++v) {
        isa::Instruction multiply{.operation = isa::Operation::Mul};
        multiply.sources[0] = {.bank = isa::RegisterBank::General, .index = 1};
        multiply.sources[1] = {.bank = isa::RegisterBank::Inline,
                               .bits = std::bit_cast<uint32_t>(static_cast<float>(v))};
        multiply.destination = {.bank = isa::RegisterBank::General, .index = static_cast<uint16_t>(2 + v)};
        code.push_back(multiply);
        linkage.outputs[1 + v] = static_cast<uint8_t>(2 + v);
    }
    code.push_back({.operation = isa::Operation::End, .end = true});
    scene.state.stages[gpu::Stage::Vertex].program =
        std::make_shared<const isa::Program>(isa::makeProgram(code, linkage));
    scene.state.pointsAndLines.pointSizeAttribute = 1 + kVaryings;
    scene.state.vertexOutputs.fill(true);

    code.clear();
    isa::ProgramInterface fragment{.registers = isa::RegisterOrganization::Unified};
    for (uint32_t v = 0; v < kVaryings; ++v) {
        fragment.inputs[1 + v] = static_cast<uint8_t>(1 + v);
        scene.state.fragmentInputs[1 + v] = true;
    }
    fragment.outputs[1] = 20;
    for (uint32_t v = 0; v < kVaryings; ++v) {
        isa::Instruction add{.operation = isa::Operation::Add};
        add.sources[0] = {.bank = isa::RegisterBank::General, .index = static_cast<uint16_t>(v == 0 ? 1 : 20)};
        add.sources[1] = {.bank = isa::RegisterBank::General, .index = static_cast<uint16_t>(1 + v)};
        add.destination = {.bank = isa::RegisterBank::General, .index = 20};
        code.push_back(add);
    }
    code.push_back({.operation = isa::Operation::End, .end = true});
    scene.state.stages[gpu::Stage::Fragment].program =
        std::make_shared<const isa::Program>(isa::makeProgram(code, fragment));

    // 0 + 0 + 1 + ... + 15 = 120 times 1/255; the size is 16 times the red.
    scene.draw({{{32, 32, 0.5f, 1}, {0.5f, 1.0f / 255, 2.0f / 255, 1}}}, func::PrimitiveType::Points);
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::count(picture, 0xff78f0), 64u);
    EXPECT_EQ(WindowScene::pixel(picture, 28, 28), 0xff78f0u);
    EXPECT_EQ(WindowScene::pixel(picture, 27, 32), 0u);
}

// OpenGL 4.6, 17.3.1: as many samples as the alpha says; they pass depth, too.
TEST(WindowDraw, AlphaBecomesCoverage) {
    for (const uint32_t samples : {2u, 4u}) {
        for (uint32_t quarter = 0; quarter <= 4; ++quarter) {
            WindowScene scene(64, 64, func::Tiling::SuperTiled, samples);
            scene.state.multisampling.alphaToCoverage = true;
            scene.state.depthStencil.edit().depthTest = true;
            scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
            scene.state.depthStencil.edit().depthWrite = true;
            scene.state.earlyZ = false;
            scene.run(gpu::Fill{.destination = scene.depth(),
                                .width = scene.depth().width,
                                .height = scene.depth().height,
                                .pattern = {~0u, ~0u, ~0u, ~0u}});
            const float alpha = static_cast<float>(quarter) / 4;
            scene.draw(scene.rectangle(0, 0, 64, 64, {1, 1, 1, alpha}));
            const uint32_t covered = samples == 4 ? quarter : (quarter + 1) / 2;
            const auto share = [samples](uint32_t count) { return (255 * count + samples / 2) / samples * 0x010101; };
            func::Picture picture = scene.resolved();
            EXPECT_EQ(WindowScene::count(picture, share(covered)), 64u * 64) << samples << ", " << quarter;
            // The rest is free of depth.
            scene.state.multisampling.alphaToCoverage = false;
            scene.draw(scene.rectangle(0, 0, 64, 64, {0, 0, 1, 1}, 0.75f));
            picture = scene.resolved();
            EXPECT_EQ(WindowScene::count(picture, (share(covered) & 0xffff00) | 0xff), 64u * 64)
                << samples << ", " << quarter;
        }
    }
}

// The share of the way on the screen, whatever w is.
TEST(WindowDraw, LinearAttributesAreInterpolatedWithoutPerspective) {
    WindowScene scene(64, 64, func::Tiling::Linear);
    scene.state.linear[1] = true;
    const func::Picture picture = drawnAcross(scene);
    for (uint32_t x = 0; x < 64; ++x) {
        const float s = (static_cast<float>(x) + 0.5f) / 64;
        EXPECT_NEAR(static_cast<float>(WindowScene::pixel(picture, x, 20) >> 16), 255 * s, 0.51f) << x;
    }
}

// Luma of a column each, chroma of two columns and two rows; 4x4 tiles of 16 bits a pixel.
TEST(WindowDraw, PlanesBecomePairsOfPixels) {
    constexpr uint32_t kWidth = 10;
    constexpr uint32_t kHeight = 7;
    for (const uint32_t form : {0u, 1u, 2u}) {  // three planes, NV12, NV21
        WindowScene scene(64, 64);
        vivante::CombinePlanes combine;
        combine.luma = {kLinear, 16};
        combine.blue = {kLinear + 0x100, 16};
        combine.red = form == 0 ? vivante::CombinePlanes::Plane{kLinear + 0x200, 24} : combine.blue;
        if (form != 0) combine.blueByte = form - 1;
        combine.destination = {.address = kColorBuffer,
                               .storage = rows(func::Tiling::Tiled, 32),
                               .format = func::Format::Yuyv,
                               .width = 16,
                               .height = kHeight};
        combine.width = kWidth;
        combine.height = kHeight;
        const auto put = [&](uint32_t address, uint32_t value) {
            const std::array byte{static_cast<std::byte>(value)};
            ASSERT_TRUE(scene.memory().write(address, byte));
        };
        for (uint32_t y = 0; y < kHeight; ++y)
            for (uint32_t x = 0; x < kWidth; ++x) put(combine.luma.address + y * 16 + x, 16 * y + x);
        for (uint32_t y = 0; y < 4; ++y)
            for (uint32_t x = 0; x < 5; ++x) {
                const uint32_t u = 128 + 8 * y + x;
                const uint32_t v = 192 + 8 * y + x;
                put(combine.blue.address + y * 16 + (form == 0 ? x : 2 * x + form - 1), u);
                put(combine.red.address + y * combine.red.stride + (form == 0 ? x : 2 * x + 2 - form), v);
            }
        scene.run(vivante::operation(combine));
        for (uint32_t y = 0; y < kHeight; ++y)
            for (uint32_t x = 0; x < kWidth; ++x) {
                const uint32_t tile = (y / 4 * 4 + x / 4) * 32;
                std::array<std::byte, 2> pixel{};
                ASSERT_TRUE(scene.memory().read(kColorBuffer + tile + (y % 4 * 4 + x % 4) * 2, pixel));
                EXPECT_EQ(std::to_integer<uint32_t>(pixel[0]), 16 * y + x) << form;
                EXPECT_EQ(std::to_integer<uint32_t>(pixel[1]), (x % 2 == 0 ? 128 : 192) + 8 * (y / 2) + x / 2) << form;
            }
        EXPECT_TRUE(scene.findings.all().empty());
        combine.luma.address = 0x70000000;
        scene.run(vivante::operation(combine));
        EXPECT_EQ(identifiers(scene.findings), std::vector<std::string_view>{"resolve-out-of-memory"});
    }
}

TEST(WindowDraw, FlatAttributesAreThoseOfTheProvokingVertex) {
    for (const bool last : {true, false}) {
        WindowScene scene(64, 64);
        scene.state.interpolated[1] = false;
        scene.state.provokingVertexLast = last;
        scene.draw({{{0, 0, 0, 1}, kRed}, {{64, 0, 0, 1}, kGreen}, {{0, 64, 0, 1}, kBlue}, {{64, 64, 0, 1}, kWhite}},
                   func::PrimitiveType::TriangleStrip);
        const func::Picture picture = scene.resolved();
        EXPECT_EQ(WindowScene::pixel(picture, 10, 10), last ? 0x0000ffu : 0xff0000u);
        EXPECT_EQ(WindowScene::pixel(picture, 60, 60), last ? 0xffffffu : 0x00ff00u);
    }
}

// The eye is inside of the floor: what is behind it is cut off, the rest reaches to the horizon.
TEST(WindowDraw, TrianglesThatPassTheEyeAreClipped) {
    WindowScene scene(64, 64);
    scene.state.raster.edit().viewportTransform = func::ViewportTransform{.scale = {32, -32, 1}, .offset = {32, 32, 0}};
    scene.state.clipping.frustum = true;
    // A plane y = -1 from z = -10 (behind) to 10 (ahead); projection x/z, y/z, near 0.1.
    const auto project = [](float x, float z) {
        return WindowVertexData{{x, -1.0f, (z - 0.1f) * (100.0f / 99.9f), z}, kGreen};
    };
    scene.draw({project(-100, -10), project(100, -10), project(-100, 50), project(100, 50)},
               func::PrimitiveType::TriangleStrip);
    const func::Picture picture = scene.resolved();
    for (uint32_t x = 0; x < 64; ++x) {
        EXPECT_EQ(WindowScene::pixel(picture, x, 30), 0u) << x;
        for (uint32_t y = 34; y < 64; ++y) ASSERT_EQ(WindowScene::pixel(picture, x, y), 0x00ff00u) << x << ", " << y;
    }
}

TEST(WindowDraw, DepthOutOfRangeIsClippedOrClamped) {
    for (const bool clips : {true, false}) {
        WindowScene scene(64, 64);
        scene.state.clipping.frustum = clips;
        // Depth from -0.5 to 1.5 across.
        scene.draw({{{0, 0, -0.5f, 1}, kWhite},
                    {{64, 0, 1.5f, 1}, kWhite},
                    {{0, 64, -0.5f, 1}, kWhite},
                    {{64, 64, 1.5f, 1}, kWhite}},
                   func::PrimitiveType::TriangleStrip);
        EXPECT_EQ(WindowScene::count(scene.resolved(), 0xffffff), clips ? 32u * 64 : 64u * 64);
    }
}

TEST(WindowDraw, TheScissorCutsAndTheOriginIsTheTopLeft) {
    WindowScene scene(64, 64);
    scene.state.raster.edit().scissor = {.enabled = true, .x = 3, .y = 5, .width = 20, .height = 7};
    scene.draw(scene.rectangle(0, 0, 64, 64));
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::count(picture, 0xffffff), 140u);
    EXPECT_EQ(WindowScene::pixel(picture, 3, 5), 0xffffffu);
    EXPECT_EQ(WindowScene::pixel(picture, 22, 11), 0xffffffu);
}

TEST(WindowDraw, FacesAreCulledByTheirDirectionOnTheScreen) {
    for (const auto mode : {func::CullMode::Front, func::CullMode::Back}) {
        WindowScene scene(64, 64);
        scene.state.raster.edit().cullMode = mode;
        scene.state.raster.edit().frontFace = func::FaceOrientation::Clockwise;
        // Right, then down: clockwise with y downwards.
        scene.draw({{{0, 0, 0, 1}, kRed}, {{32, 0, 0, 1}, kRed}, {{32, 32, 0, 1}, kRed}});
        scene.draw({{{0, 0, 0, 1}, kBlue}, {{0, 32, 0, 1}, kBlue}, {{32, 32, 0, 1}, kBlue}});
        const func::Picture picture = scene.resolved();
        EXPECT_EQ(WindowScene::count(picture, 0xff0000) != 0, mode == func::CullMode::Back);
        EXPECT_EQ(WindowScene::count(picture, 0x0000ff) != 0, mode == func::CullMode::Front);
    }
}

TEST(WindowDraw, PointsAreSquaresWithCoordinates) {
    WindowScene scene(64, 64);
    scene.state.pointsAndLines.pointSize = 8;
    scene.state.pointsAndLines.pointCoordinate[1] = true;
    scene.draw({{{20, 30, 0.5f, 1}, kWhite}}, func::PrimitiveType::Points);
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(scene.machine().counters().fragmentsShaded, 64u);
    for (uint32_t y = 0; y < 8; ++y)
        for (uint32_t x = 0; x < 8; ++x) {
            const uint32_t color = WindowScene::pixel(picture, 16 + x, 26 + y);
            EXPECT_NEAR(static_cast<double>(color >> 16), (x + 0.5) / 8 * 255, 0.6);
            EXPECT_NEAR(static_cast<double>(color >> 8 & 0xff), (y + 0.5) / 8 * 255, 0.6);
        }
}

TEST(WindowDraw, APointHasTheSizeThatItsVertexGives) {
    WindowScene scene(64, 64);
    scene.state.stages[gpu::Stage::Vertex].program = assembled("mov o0, i0\nmov o1, i1\nmov o5, i1 <- end");
    scene.state.pointsAndLines.pointSizeAttribute = 5;
    scene.state.pointsAndLines.largestSize = 16;
    scene.draw({{{10, 10, 0, 1}, {4, 1, 1, 1}}, {{40, 40, 0, 1}, {64, 1, 1, 1}}}, func::PrimitiveType::Points);
    EXPECT_EQ(scene.machine().counters().fragmentsShaded, 16u + 256u);
}

// From pixel to pixel, in all eight directions: the first pixel is drawn, the last is not.
TEST(WindowDraw, LinesDrawTheirFirstPixelAndNotTheirLast) {
    constexpr std::array<std::array<int, 2>, 8> kEnds{
        {{10, 0}, {10, 4}, {0, 10}, {-4, 10}, {-10, 0}, {-10, -4}, {0, -10}, {4, -10}}};
    for (const auto& [dx, dy] : kEnds) {
        WindowScene scene(64, 64);
        scene.draw({{{30.5f, 30.5f, 0, 1}, kWhite},
                    {{30.5f + static_cast<float>(dx), 30.5f + static_cast<float>(dy), 0, 1}, kWhite}},
                   func::PrimitiveType::Lines);
        const func::Picture picture = scene.resolved();
        EXPECT_EQ(WindowScene::count(picture, 0xffffff), 10u) << dx << ", " << dy;
        EXPECT_EQ(WindowScene::pixel(picture, 30, 30), 0xffffffu) << dx << ", " << dy;
        EXPECT_EQ(WindowScene::pixel(picture, static_cast<uint32_t>(30 + dx), static_cast<uint32_t>(30 + dy)), 0u)
            << dx << ", " << dy;
    }
}

TEST(WindowDraw, ALoopReturnsToItsStart) {
    WindowScene scene(64, 64);
    scene.draw({{{10.5f, 10.5f, 0, 1}, kWhite},
                {{20.5f, 10.5f, 0, 1}, kWhite},
                {{20.5f, 20.5f, 0, 1}, kWhite},
                {{10.5f, 20.5f, 0, 1}, kWhite}},
               func::PrimitiveType::LineLoop);
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::count(picture, 0xffffff), 40u);
    EXPECT_EQ(WindowScene::pixel(picture, 10, 15), 0xffffffu);
}

TEST(WindowDraw, WideLinesAreWideAcrossTheirLongerAxis) {
    WindowScene scene(64, 64);
    scene.state.pointsAndLines.lineWidth = 5;
    scene.draw({{{10.5f, 20.5f, 0, 1}, kWhite}, {{30.5f, 20.5f, 0, 1}, kWhite}}, func::PrimitiveType::Lines);
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::count(picture, 0xffffff), 100u);
    EXPECT_EQ(WindowScene::pixel(picture, 10, 18), 0xffffffu);
    EXPECT_EQ(WindowScene::pixel(picture, 10, 22), 0xffffffu);
}

TEST(WindowDraw, RestartsAndBaseVertexChooseVertices) {
    WindowScene scene(64, 64);
    std::vector<WindowVertexData> vertices(3);
    for (const auto& [x, y] : {std::pair{0.0f, 0.0f},
                               {8.0f, 0.0f},
                               {0.0f, 8.0f},
                               {8.0f, 8.0f},
                               {32.0f, 32.0f},
                               {40.0f, 32.0f},
                               {32.0f, 40.0f},
                               {40.0f, 40.0f}})
        vertices.push_back({{x, y, 0, 1}, kWhite});
    ASSERT_TRUE(scene.memory().write(kVertices, std::as_bytes(std::span(vertices))));
    const std::vector<uint16_t> indices{0, 1, 2, 3, 0xffff, 4, 5, 6, 7};
    ASSERT_TRUE(scene.memory().write(kIndices, std::as_bytes(std::span(indices))));
    scene.state.input.edit().indexed = true;
    scene.state.input.edit().indexStream = 2;
    scene.state.input.edit().streams[2] = {.address = kIndices, .format = func::StreamFormat::Uint16, .components = 1};
    scene.state.input.edit().baseVertex = 3;
    scene.state.input.edit().restartIndex = 0xffff;
    scene.state.input.edit().primitive = func::PrimitiveType::TriangleStrip;
    scene.state.input.edit().count = 9;
    scene.run(gpu::Draw{});
    EXPECT_EQ(WindowScene::count(scene.resolved(), 0xffffff), 128u);
    EXPECT_TRUE(scene.findings.all().empty());
}

class WindowTilings : public testing::TestWithParam<std::tuple<func::Tiling, uint32_t>> {};

// Cleared through tile status alone; the draw fills the tiles it touches, the resolve reads the others' clear value.
TEST_P(WindowTilings, TileStatusStandsForClearedTiles) {
    const auto [tiling, bits] = GetParam();
    WindowScene scene(128, 64, tiling);
    const uint32_t clearColor = 0xff204060;
    scene.state.color.edit().targets[0].storage.tileStatus = {
        .enabled = true, .address = kColorStatus, .bitsPerTile = bits, .tileBytes = 64, .clearValue = clearColor};
    scene.state.depthBuffer.edit().storage.tileStatus = {
        .enabled = true, .address = kDepthStatus, .bitsPerTile = bits, .tileBytes = 64, .clearValue = 0x80000000};
    scene.state.depthStencil.edit().depthTest = true;
    for (const uint32_t status : {kColorStatus, kDepthStatus})
        scene.run(gpu::Fill{
            .destination = {.address = status, .storage = rows(func::Tiling::Linear, 64), .width = 16, .height = 4},
            .width = 16,
            .height = 4,
            .pattern = {bits == 2 ? 0x55555555u : 0x11111111u}});
    scene.draw(scene.rectangle(1, 1, 3, 3, kRed, 0.25f));
    scene.draw(scene.rectangle(64, 0, 128, 64, kGreen, 0.75f));
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::count(picture, 0xff0000), 4u);
    EXPECT_EQ(WindowScene::count(picture, 0x204060), 128u * 64 - 4);
    // The first tile was filled and marked as written, the last one was not touched.
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer), clearColor);
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer + 128 * 64 * 4 - 4), 0u);
    EXPECT_EQ(*scene.memory().load<uint8_t>(kColorStatus) & ((1u << bits) - 1), 0u);

    // In place, tile by tile of memory: the first eleven.
    gpu::Surface inPlace = scene.target();
    inPlace.width = inPlace.height = inPlace.storage.stride = 0;
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer + 10 * 64), 0u);
    scene.run(gpu::ResolveTileStatus{.surface = inPlace, .bytes = 11 * 64});
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer + 10 * 64), clearColor);
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer + 11 * 64), 0u);

    scene.run(gpu::ResolveTileStatus{.surface = scene.target()});
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer + 128 * 64 * 4 - 4), clearColor);
    EXPECT_EQ(scene.memory().load<uint8_t>(kColorStatus + 3), uint8_t{0});
    EXPECT_EQ(scene.resolved().rgba, picture.rgba);
    EXPECT_TRUE(scene.findings.all().empty());
}

INSTANTIATE_TEST_SUITE_P(Layouts, WindowTilings,
                         testing::Combine(testing::Values(func::Tiling::Tiled, func::Tiling::SuperTiled),
                                          testing::Values(2u, 4u)));

class WindowSamples : public testing::TestWithParam<uint32_t> {};

// A vertical edge through the middle of a column: half the samples of its pixels are covered.
TEST_P(WindowSamples, AreDoubledSurfacesThatResolveToTheirMean) {
    WindowScene scene(32, 32, func::Tiling::SuperTiled, GetParam());
    scene.state.depthStencil.edit().depthTest = true;
    scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
    scene.draw(scene.rectangle(4, 4, 8.5f, 16));
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::count(picture, 0xffffff), 4u * 12);
    EXPECT_EQ(WindowScene::count(picture, 0x808080), 12u);
    EXPECT_EQ(WindowScene::pixel(picture, 8, 10), 0x808080u);
}

INSTANTIATE_TEST_SUITE_P(Samples, WindowSamples, testing::Values(2u, 4u));

TEST(WindowDraw, QueriesCountTheSamplesThatPass) {
    WindowScene scene(64, 64);
    scene.state.depthStencil.edit().depthTest = true;
    scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
    scene.run(gpu::Fill{.destination = scene.depth(), .width = 64, .height = 64, .pattern = {0xffffff00}});
    scene.draw(scene.rectangle(0, 0, 32, 64, kWhite, 0.25f));
    scene.run(gpu::OcclusionQuery{.start = true, .address = kQueries});
    scene.draw(scene.rectangle(0, 0, 64, 64, kWhite, 0.5f));
    scene.draw(scene.rectangle(0, 0, 64, 2, kWhite, 0.1f));
    scene.run(gpu::OcclusionQuery{.start = false, .address = kQueries});
    EXPECT_EQ(scene.memory().load<uint64_t>(kQueries), 32u * 64 + 128);
}

TEST(WindowDraw, TwoPipesShareATargetBySupertileRows) {
    WindowScene scene(64, 192);
    gpu::SurfaceLayout& storage = scene.state.color.edit().targets[0].storage;
    storage.pipes = 2;
    storage.secondPipeAddress = kColorBuffer + 2 * 64 * 64 * 4;
    scene.draw(scene.rectangle(0, 64, 64, 128, kRed));
    scene.draw(scene.rectangle(0, 128, 64, 192, kBlue));
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer), 0u);
    EXPECT_EQ(scene.memory().load<uint32_t>(storage.secondPipeAddress), 0xffff0000u);
    EXPECT_EQ(scene.memory().load<uint32_t>(kColorBuffer + 64 * 64 * 4), 0xff0000ffu);
    const func::Picture picture = scene.resolved();
    EXPECT_EQ(WindowScene::pixel(picture, 63, 127), 0xff0000u);
    EXPECT_EQ(WindowScene::pixel(picture, 0, 128), 0x0000ffu);
}

TEST(WindowDraw, AlphaTestsRemoveFragmentsBeforeDepthIsWritten) {
    WindowScene scene(64, 64);
    scene.state.depthStencil.edit().depthTest = true;
    scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
    scene.state.alphaTest = {.enabled = true, .function = func::CompareFunction::Greater, .reference = 0.5f};
    scene.draw(scene.rectangle(0, 0, 32, 32, {1, 1, 1, 0.5f}));
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer), 0u);
    scene.draw(scene.rectangle(0, 0, 32, 32, {1, 1, 1, 0.75f}));
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer), 0x7fffff00u);
    EXPECT_EQ(WindowScene::count(scene.resolved(), 0xffffff), 32u * 32);
}

// Vivante's programs leave depth in the third component of their position.
TEST(WindowDraw, ProgramsMayGiveTheDepth) {
    WindowScene scene(64, 64);
    scene.state.depthStencil.edit().depthTest = true;
    scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
    scene.state.stages[gpu::Stage::Fragment].program = assembled("mov o0, i1\nmov o1, i1 <- end");
    scene.state.fragmentWritesDepth = true;
    scene.draw(scene.rectangle(0, 0, 64, 64, {0, 0, 1, 0.5f}, 0.25f));
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer), 0xffffff00u);
    scene.draw(scene.rectangle(0, 0, 64, 64, {0, 1, 0, 0.5f}, 0.25f));
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer), 0u);
}

// Drivers describe a window by an address inside of the image, with the image's own width and height.
TEST(WindowDraw, AResolveNeedsNoMoreMemoryThanItsWindow) {
    WindowScene scene(64, 64);
    gpu::Surface source = scene.target();
    source.address = kColorBuffer + (16u << 20) - 64 * 64 * 4;
    source.height = 4096;
    scene.run(gpu::Fill{.destination = source, .width = 64, .height = 64, .pattern = {0xff010203}});
    scene.run(gpu::Resolve{.source = source, .destination = scene.linear(), .width = 64, .height = 64});
    EXPECT_EQ(scene.memory().load<uint32_t>(kLinear + 64 * 64 * 4 - 4), 0xff010203u);
    EXPECT_TRUE(scene.findings.all().empty());
    scene.run(gpu::Resolve{.source = source, .destination = scene.linear(), .width = 64, .height = 68});
    ASSERT_EQ(scene.findings.all().size(), 1u);
    EXPECT_EQ(scene.findings.all()[0].kind.identifier, "resolve-out-of-memory");
}

// Drivers copy the rows of one-dimensional textures one by one from and to a buffer that ends behind the last.
TEST(WindowDraw, AResolveOfOneRowNeedsNoSecondOne) {
    WindowScene scene(64, 64);
    gpu::Surface row = scene.linear();
    row.height = 1;
    row.address = kLinear + (16u << 20) - 64 * 4;
    scene.run(gpu::Fill{.destination = row, .width = 64, .height = 1, .pattern = {0xff010203}});
    scene.run(gpu::Resolve{.source = row, .destination = scene.linear(), .width = 64, .height = 1});
    EXPECT_EQ(scene.memory().load<uint32_t>(kLinear + 63 * 4), 0xff010203u);
    EXPECT_TRUE(scene.findings.all().empty());
    row.address = row.address + 4;
    scene.run(gpu::Resolve{.source = row, .destination = scene.linear(), .width = 64, .height = 1});
    EXPECT_EQ(identifiers(scene.findings), std::vector<std::string_view>{"resolve-out-of-memory"});
}

TEST(WindowDraw, StencilHasTwoSides) {
    WindowScene scene(64, 64);
    func::DepthStencilState& test = scene.state.depthStencil.edit();
    test.stencilTest = true;
    test.twoSided = true;
    test.front.depthPass = func::StencilOperation::IncrementWrap;
    test.back.depthPass = func::StencilOperation::Replace;
    test.back.reference = 0x7e;
    scene.state.raster.edit().frontFace = func::FaceOrientation::Clockwise;
    scene.draw({{{0, 0, 0, 1}, kRed}, {{32, 0, 0, 1}, kRed}, {{32, 32, 0, 1}, kRed}});
    scene.draw({{{0, 0, 0, 1}, kBlue}, {{0, 32, 0, 1}, kBlue}, {{32, 32, 0, 1}, kBlue}});
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer + 4), 1u) << "pixel (1, 0)";
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer + 16), 0x7eu) << "pixel (0, 1)";
}

TEST(WindowDraw, DepthOf16BitsIsStoredIn16Bits) {
    WindowScene scene(64, 64);
    scene.state.raster.edit().depthBits = 16;
    scene.state.depthBuffer.edit().storage.stride = 128;
    scene.state.depthStencil.edit().depthTest = true;
    scene.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
    scene.draw(scene.rectangle(0, 0, 64, 64, kWhite, 1.0f));
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer), 0xffffffffu);
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer + 64 * 64 * 2 - 4), 0xffffffffu);
    EXPECT_EQ(scene.memory().load<uint32_t>(kDepthBuffer + 64 * 64 * 2), 0u);
}

gpu::TileStatus colorStatus(uint32_t clearedTiles, uint32_t timesCounted) {
    return {.enabled = true,
            .address = kColorStatus,
            .tileBytes = 64,
            .clearValue = 0xff000000,
            .autoDisable = true,
            .clearedTiles = clearedTiles,
            .timesCounted = timesCounted};
}

TEST(WindowDraw, TileStatusThatMeansNothingIsAFinding) {
    WindowScene scene(64, 64);
    scene.state.color.edit().targets[0].storage.tileStatus = colorStatus(256, 1);
    // Tiles 0 to 3: written, cleared, invalid, cleared.
    ASSERT_TRUE(scene.memory().store(kColorStatus, uint8_t{0b11'10'01'00}));
    scene.draw(scene.rectangle(0, 0, 8, 4));
    EXPECT_TRUE(scene.findings.all().empty());
    scene.draw(scene.rectangle(0, 0, 8, 8));
    ASSERT_EQ(scene.findings.all().size(), 1u);
    EXPECT_EQ(scene.findings.all()[0].kind.identifier, "tile-status-invalid");
    EXPECT_EQ(scene.findings.all()[0].count, 4u) << "its quads";
}

// Drivers keep the scissor within the viewport, and no register holds the size of a buffer: what is drawn to may end
// within a tile, whose rest is cleared as well.
TEST(WindowDraw, ADrawThatEndsWithinAClearedTileFillsAllOfIt) {
    constexpr uint32_t kClearColor = 0xff204060;
    WindowScene scene(64, 6, func::Tiling::Tiled);
    scene.state.color.edit().targets[0].storage.tileStatus = {
        .enabled = true, .address = kColorStatus, .tileBytes = 64, .clearValue = kClearColor};
    // Two rows of 16 tiles, two bits each.
    ASSERT_TRUE(scene.memory().store(kColorStatus, 0x55555555u));
    ASSERT_TRUE(scene.memory().store(kColorStatus + 4, 0x55555555u));
    scene.draw(scene.rectangle(60, 4, 64, 6, kRed));
    EXPECT_EQ(scene.memory().load<uint8_t>(kColorStatus + 7), uint8_t{0b00'01'01'01}) << "the last tile is written";
    constexpr uint32_t kLastTile = kColorBuffer + 31 * 64;
    EXPECT_NE(scene.memory().load<uint32_t>(kLastTile), kClearColor) << "drawn";
    EXPECT_EQ(scene.memory().load<uint32_t>(kLastTile + 32), kClearColor) << "the row behind the last that is drawn to";
    EXPECT_EQ(scene.memory().load<uint32_t>(kLastTile + 60), kClearColor);
}

TEST(WindowDraw, TileStatusThatIsTurnedOffTooEarlyIsAFinding) {
    WindowScene scene(64, 64);
    const auto clear = [&] {
        for (uint32_t word = 0; word < 16; ++word)
            ASSERT_TRUE(scene.memory().store(kColorStatus + word * 4, 0x55555555u));
    };
    for (const uint32_t tiles : {256u, 255u}) {
        clear();
        scene.state.color.edit().targets[0].storage.tileStatus = colorStatus(tiles, 1 + 256 - tiles);
        scene.draw(scene.rectangle(0, 0, 64, 32));
        EXPECT_TRUE(scene.findings.all().empty());
        scene.draw(scene.rectangle(0, 0, 64, 64));
        EXPECT_EQ(scene.findings.all().empty(), tiles == 256);
    }
    EXPECT_EQ(scene.findings.all()[0].kind.identifier, "tile-status-count-too-small");
    EXPECT_EQ(scene.findings.all()[0].count, 1u);
}

TEST(WindowDraw, DrawsAndResolvesDither) {
    WindowScene scene(64, 64);
    const func::DitherMatrix matrix{0x6e4ca280, 0x5d7f91b3};
    const func::Vec4 grey{7.25f / 31, 7.25f / 31, 7.25f / 31, 1};
    const auto upper = [&] {
        uint32_t found = 0;
        for (uint32_t pixel = 0; pixel < 64 * 64; ++pixel)
            found += *scene.memory().load<uint16_t>(kLinear + pixel * 2) >> 11 == 8;
        return found;
    };
    gpu::Surface linear = scene.linear(func::Format::B5G6R5Unorm);
    linear.storage.stride = 128;
    gpu::Resolve resolve{.source = scene.target(), .destination = linear, .width = 64, .height = 64};
    scene.draw(scene.rectangle(0, 0, 64, 64, grey));
    scene.run(resolve);
    EXPECT_EQ(upper(), 0u);
    resolve.ditherMatrix = matrix;
    scene.run(resolve);
    // 60 of 255 is 7.29 of 31: five thresholds of 16 are less.
    EXPECT_EQ(upper(), 64u * 64 * 5 / 16);

    func::ColorTargetState& color = scene.state.color.edit().targets[0].color;
    color.format = func::Format::B5G6R5Unorm;
    color.ditherMatrix = matrix;
    scene.state.color.edit().targets[0].storage.stride = 128;
    scene.draw(scene.rectangle(0, 0, 64, 64, grey));
    resolve.source = scene.target();
    resolve.ditherMatrix = func::kNoDithering;
    scene.run(resolve);
    EXPECT_EQ(upper(), 64u * 64 / 4);
}

TEST(WindowDraw, TargetsThatAreNotMappedAreFindings) {
    WindowScene scene(64, 64);
    scene.state.color.edit().targets[0].address = 0xf0000000;
    scene.draw(scene.rectangle(0, 0, 64, 64));
    ASSERT_EQ(scene.findings.all().size(), 1u);
    EXPECT_EQ(scene.findings.all()[0].kind.identifier, "render-target-invalid");
}

}  // namespace
}  // namespace cyclorama::machine
