// SPDX-License-Identifier: MIT
// From fragments to pixels: tests, kills, render targets, textures, and the independence of threads.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "func/texture/texture_layout.h"
#include "machine/configuration/settings.h"
#include "machine/functional_scene.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine {
namespace {

using func::CompareFunction;

void blendByAlpha(Scene& scene) {
    scene.state.color.edit().targets[0].color.blend = {.enabled = true,
                                                       .sourceColor = func::BlendFactor::SourceAlpha,
                                                       .destinationColor = func::BlendFactor::OneMinusSourceAlpha};
}

TEST(FunctionalDepth, NearerFragmentsHideFartherOnes) {
    Scene scene;
    scene.depthTest(CompareFunction::Less);
    scene.draw(scene.rectangle(0, 0, 40, 64, kRed, 0.0f));
    scene.draw(scene.rectangle(20, 0, 64, 64, kGreen, 0.5f));
    scene.draw(scene.rectangle(30, 0, 34, 64, kBlue, -0.5f)).present();
    const func::Picture picture = scene.picture();
    EXPECT_EQ(count(picture, 0xff0000), 36u * 64);
    EXPECT_EQ(count(picture, 0x00ff00), 24u * 64);
    EXPECT_EQ(count(picture, 0x0000ff), 4u * 64);
}

/// The left half of a near rectangle is killed, then a farther one is drawn.
Scene killedHalf(bool early) {
    Scene scene;
    scene.state.earlyZ = early;
    scene.depthTest(CompareFunction::Less);
    scene.fragmentProgram("add r0.x, i0.x, -32.0\nkil r0.xxxx\nmov o1, i1 <- end");
    scene.draw(scene.everything(kRed, 0.0f));
    scene.fragmentProgram(kPassColor);
    scene.draw(scene.everything(kGreen, 0.5f)).present();
    return scene;
}

// Early tests write the depth of fragments that their program kills later, which hides what is behind them: why a
// driver turns early tests off for such programs.
TEST(FunctionalDepth, EarlyTestsComeBeforeTheProgramAndLateOnesAfter) {
    const auto early = killedHalf(true).run();
    EXPECT_EQ(count(early->picture(), 0xff0000), 32u * 64);
    EXPECT_EQ(count(early->picture(), 0x00ff00), 0u);
    EXPECT_EQ(early->counters.fragments, 2u * 64 * 64);
    EXPECT_EQ(early->counters.fragmentsShaded, 64u * 64);

    const auto late = killedHalf(false).run();
    EXPECT_EQ(count(late->picture(), 0xff0000), 32u * 64);
    EXPECT_EQ(count(late->picture(), 0x00ff00), 32u * 64);
    EXPECT_EQ(late->counters.fragmentsShaded, 2u * 64 * 64);
}

// The program's depth is in the last component of its position. It is clamped to [0, 1] and then taken for z/w, as in
// ATTILA (ZStencilTestV2): with OpenGL's range 0.25 becomes 0.625. 24 bits: 0.25 of 2^24 - 1 is 0x3fffff.c, truncated.
TEST(FunctionalDepth, ProgramsMayWriteDepth) {
    const auto depthOf = [](float written, bool zeroToOne) {
        Scene scene;
        scene.state.raster.edit().depthRange.zeroToOne = zeroToOne;
        scene.depthTest(CompareFunction::Always);
        scene.fragmentProgram("mov o0.w, c0.x\nmov o1, i1 <- end");
        scene.state.stages[gpu::Stage::Fragment].constants.edit()[0] = {written, 0, 0, 0};
        scene.state.fragmentWritesDepth = true;
        scene.draw(scene.everything(kRed, 0.5f));
        scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Depth}));
        return pixel(scene.run()->dumps.at(0).second, 20, 20);
    };
    EXPECT_EQ(depthOf(0.25f, true), 0x3fffffu);
    EXPECT_EQ(depthOf(0.0f, true), 0u);
    EXPECT_EQ(depthOf(7.0f, true), 0xffffffu);
    EXPECT_EQ(depthOf(-1.0f, true), 0u);
    EXPECT_EQ(depthOf(0.25f, false), 0x9fffffu);
    EXPECT_EQ(depthOf(7.0f, false), 0xffffffu);
}

TEST(FunctionalDepth, StencilCountsLayers) {
    Scene scene;
    scene.state.depthStencil.edit().stencilTest = true;
    scene.state.depthStencil.edit().front.depthPass = func::StencilOperation::IncrementSaturate;
    scene.draw(scene.rectangle(0, 0, 40, 64));
    scene.draw(scene.rectangle(20, 0, 64, 64));
    scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Stencil}));
    const func::Picture stencil = scene.run()->dumps.at(0).second;
    EXPECT_EQ(pixel(stencil, 5, 5) >> 16, 1u);
    EXPECT_EQ(pixel(stencil, 30, 5) >> 16, 2u);
    EXPECT_EQ(pixel(stencil, 50, 5) >> 16, 1u);
}

/// White pixels of row 5 where the program kills columns 10, 16 and 17.
std::string rowWithKills(uint32_t samples, bool wholeQuads) {
    Scene scene(32, 32);
    scene.state.multisampling = {.enabled = samples > 1, .samples = samples};
    scene.fragmentProgram(R"(
        add r0.x, i0.x, -10.0
        add r0.y, i0.x, -16.5
        add r0.x, |r0.x|, -0.25
        add r0.y, |r0.y|, -0.75
        kil r0.xyxy
        mov o1, i1 <- end)");
    // Cleared and drawn with the samples of the state.
    scene.command(gpu::ClearColor{});
    scene.draw(scene.everything()).present();
    const func::Picture picture =
        scene.picture({.threads = 1, .dialect = {.raster = {.multisampleCullsWholeQuads = wholeQuads}}});
    std::string row;
    for (uint32_t x = 8; x < 20; ++x) row += pixel(picture, x, 5) == 0xffffff ? '#' : '.';
    return row;
}

// ATTILA masks a multisampled quad by coverage alone: a killed fragment is still written where another of its quad is
// left. Columns 16 and 17 are whole quads.
TEST(FunctionalKill, RemovesFragmentsOrWithMultisamplingQuads) {
    EXPECT_EQ(rowWithKills(1, true), "##.#####..##");
    EXPECT_EQ(rowWithKills(1, false), "##.#####..##");
    for (const uint32_t samples : {2u, 4u, 8u}) {
        EXPECT_EQ(rowWithKills(samples, true), "########..##") << samples;
        EXPECT_EQ(rowWithKills(samples, false), "##.#####..##") << samples;
    }
}

// The alpha of all fragments passes; those that the program kills stay killed.
TEST(FunctionalKill, KilledFragmentsStayDeadThroughAlphaTest) {
    Scene scene(32, 32);
    scene.state.alphaTest = {.enabled = true, .function = CompareFunction::GreaterEqual, .reference = 0.5f};
    scene.fragmentProgram("add r0.x, i0.x, -16.0\nkil r0.xxxx\nmov o1, i1 <- end");
    scene.command(gpu::ClearColor{});
    scene.draw(scene.everything()).present();
    const func::Picture picture = scene.picture({.threads = 1});
    EXPECT_EQ(pixel(picture, 8, 5), 0u);
    EXPECT_EQ(pixel(picture, 20, 5), 0xffffffu);
}

TEST(FunctionalTargets, SeveralAreWrittenAtOnce) {
    Scene scene;
    scene.fragmentProgram("mov o1, c0\nmov o2, c1\nmov o3, c2\nmov o4, c0 <- end");
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[0] = kRed;
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[1] = kGreen;
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[2] = {0.5f, 1, 1, 1};
    gpu::ColorBuffer& color = scene.state.color.edit();
    color.targets[1].address = 0x00800000;
    color.targets[1].color.format = func::Format::Rgba8888;
    color.targets[2].address = 0x00900000;
    color.targets[2].color.format = func::Format::Rgba16Float;
    color.targets[2].color.writeMask = {.red = true, .green = false, .blue = true, .alpha = true};
    color.targets[3].address = 0x00a00000;
    color.targets[3].color.format = func::Format::Rgba8888;
    const gpu::ColorBuffer all = color;
    // A clear is of target 0.
    const auto selectAsFirst = [&](uint32_t target) {
        gpu::RenderTarget& first = scene.state.color.edit().targets[0];
        first = all.targets[target];
        first.enabled = true;
    };
    for (const uint32_t target : {1u, 2u, 3u}) {
        selectAsFirst(target);
        scene.command(gpu::ClearColor{});
    }
    scene.state.color.edit() = all;
    scene.state.color.edit().targets[1].enabled = scene.state.color.edit().targets[2].enabled = true;
    scene.draw(scene.rectangle(0, 0, 32, 64));
    scene.present();
    for (const uint32_t target : {1u, 2u, 3u}) {
        selectAsFirst(target);
        scene.present();
    }
    const auto outcome = scene.run();
    ASSERT_EQ(outcome->frames.size(), 4u);
    const auto shown = [&](size_t frame) { return pixel(outcome->frames[frame].picture, 10, 10); };
    EXPECT_EQ(shown(0), 0xff0000u);
    EXPECT_EQ(shown(1), 0x00ff00u);
    EXPECT_EQ(shown(2), 0x7f00ffu) << "half of 255 truncated; green is masked";
    EXPECT_EQ(shown(3), 0u) << "a target that is not enabled stays as it was";
    EXPECT_EQ(pixel(outcome->frames[1].picture, 40, 10), 0u);
    EXPECT_TRUE(outcome->findings.all().empty());
}

TEST(FunctionalTargets, OverlappingTrianglesOfADrawBlendInOrder) {
    Scene scene;
    blendByAlpha(scene);
    std::vector<Vertex> layers = scene.everything({1, 0, 0, 0.5f});
    const std::vector<Vertex> second = scene.everything({0, 1, 0, 0.5f});
    layers.insert(layers.end(), second.begin(), second.end());
    scene.draw(layers).present();
    for (const uint32_t threads : {1u, 2u, 3u}) {
        const uint32_t color = pixel(scene.picture({.threads = threads}), 30, 30);
        EXPECT_NEAR(color >> 16, 64, 1);
        EXPECT_NEAR(color >> 8 & 0xff, 128, 1);
    }
}

// A 4x4 image, nearest filter, over 64x64 pixels.
TEST(FunctionalTextures, ArriveWhereTheirCoordinatesSay) {
    Scene scene;
    const func::TextureState& texture = scene.texture(2);
    std::vector<uint32_t> texels(16);
    for (uint32_t i = 0; i < 16; ++i) texels[i] = 0xff000000 | i << 4;  // red
    const func::TextureLayout layout(texture, textureUnitSettings({}));
    scene.write(kTextureAddress, func::layoutTexture(layout, 0, std::as_bytes(std::span(texels))));
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    std::vector<Vertex> square = scene.everything();
    for (Vertex& vertex : square)
        vertex.color = {vertex.position[0] > 0 ? 1.0f : 0.0f, vertex.position[1] > 0 ? 1.0f : 0.0f, 0, 1};
    scene.draw(square).present();
    const auto outcome = scene.run();
    for (uint32_t y = 0; y < 64; ++y)
        for (uint32_t x = 0; x < 64; ++x)
            ASSERT_EQ(pixel(outcome->picture(), x, y), (y / 16 * 4 + x / 16) << 20) << x << ", " << y;
    EXPECT_EQ(outcome->counters.textureSamples, 64u * 64);
    EXPECT_TRUE(outcome->findings.all().empty());
}

// Each fragment reads the pixel that it then writes, twice over: 0.25 is stored as 63 of 255, and 63 more are added.
TEST(FunctionalTextures, OfTheirOwnTargetAreReadInOrder) {
    Scene scene(256, 256);
    func::TextureState& texture = scene.texture(8);
    texture.blocking = func::TextureBlocking::Framebuffer;
    texture.address[0][0] = kColorAddress;
    scene.fragmentProgram("tex r0, i1, t0\nadd o1, r0, c0 <- end");
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[0] = {0.25f, 0, 0, 0};
    std::vector<Vertex> square = scene.everything();
    for (Vertex& vertex : square)
        vertex.color = {vertex.position[0] > 0 ? 1.0f : 0.0f, vertex.position[1] > 0 ? 1.0f : 0.0f, 0, 1};
    std::vector<Vertex> twice = square;
    twice.insert(twice.end(), square.begin(), square.end());
    scene.draw(twice).present();
    const auto serial = scene.run({.threads = 1});
    EXPECT_EQ(count(serial->picture(), 0x7e0000), 256u * 256);
    EXPECT_EQ(serial->found(findings::kFeedback), 1u);
    for (const uint32_t threads : {2u, 3u})
        EXPECT_EQ(scene.run({.threads = threads})->picture().rgba, serial->picture().rgba);
}

/// Triangles of all sizes over a surface that is no multiple of a band, blended, tested, textured, some killed.
Scene busyScene(uint32_t samples) {
    Scene scene(203, 157);
    scene.state.multisampling = {.enabled = samples > 1, .samples = samples};
    scene.command(gpu::ClearColor{});
    scene.command(gpu::ClearDepthStencil{});
    const func::TextureState& texture = scene.texture(4);
    std::mt19937 random(3);
    std::vector<uint32_t> texels(256);
    for (uint32_t& texel : texels) texel = static_cast<uint32_t>(random());
    const func::TextureLayout layout(texture, textureUnitSettings({}));
    scene.write(kTextureAddress, func::layoutTexture(layout, 0, std::as_bytes(std::span(texels))));
    scene.fragmentProgram("tex r0, i1, t0\nadd r1, r0, c0\nkil r1\nmad_sat o1, r0, i1, r0.wzyx <- end");
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[0] = {-0.05f, 0, 0, 0};
    scene.state.earlyZ = false;
    scene.depthTest(CompareFunction::LessEqual);
    blendByAlpha(scene);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::vector<Vertex> vertices;
    for (int triangle = 0; triangle < 400; ++triangle) {
        const float size = triangle % 20 == 0 ? 250.0f : 20.0f;
        const float x = unit(random) * 203;
        const float y = unit(random) * 157;
        for (int v = 0; v < 3; ++v)
            vertices.push_back({scene.at(x + (unit(random) - 0.5f) * size, y + (unit(random) - 0.5f) * size,
                                         unit(random) * 1.8f - 0.9f),
                                {unit(random), unit(random), unit(random), unit(random)}});
    }
    scene.draw(vertices).present();
    return scene;
}

TEST(FunctionalThreads, GiveTheSameBytesCountsAndFindings) {
    for (const uint32_t samples : {1u, 4u}) {
        const Scene scene = busyScene(samples);
        const auto serial = scene.run({.threads = 1});
        EXPECT_LT(count(serial->picture(), 0), 20000u);
        for (const uint32_t threads : {2u, 3u, 7u}) {
            const auto parallel = scene.run({.threads = threads});
            EXPECT_EQ(parallel->picture().rgba, serial->picture().rgba) << threads;
            EXPECT_EQ(parallel->counters.fragments, serial->counters.fragments);
            EXPECT_EQ(parallel->counters.fragmentsShaded, serial->counters.fragmentsShaded);
            EXPECT_EQ(parallel->counters.shaderInstructions, serial->counters.shaderInstructions);
            EXPECT_EQ(parallel->counters.textureSamples, serial->counters.textureSamples);
        }
    }
}

// The traversals add up edge equations in another order, which rounds differently: a pixel may change hands where a
// sample lies on an edge, and a texel of the nearest filter where a coordinate does.
TEST(FunctionalThreads, BothTraversalsDrawTheSamePicture) {
    Configuration scanLine;
    scanLine.rasterization.recursiveMode = false;
    for (const uint32_t samples : {1u, 4u}) {
        const Scene scene = busyScene(samples);
        const func::Picture recursive = scene.picture();
        const func::Picture lines = scene.picture({.threads = 2}, scanLine);
        uint32_t different = 0;
        for (uint32_t y = 0; y < recursive.height; ++y)
            for (uint32_t x = 0; x < recursive.width; ++x) different += pixel(recursive, x, y) != pixel(lines, x, y);
        EXPECT_LT(different, recursive.width * recursive.height / 200) << samples;
    }
}

}  // namespace
}  // namespace cyclorama::machine
