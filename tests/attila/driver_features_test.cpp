// SPDX-License-Identifier: MIT
// Features of draws and textures: counts of samples, several colour buffers, programs that write depth or read the w of
// their place, compressed textures, volumes, blits between formats.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "attila/forms_driver.h"

namespace cyclorama::attila {
namespace {

using namespace test;
using testing::HasSubstr;

constexpr uint64_t kAllPixels = uint64_t{kFormsEdge} * kFormsEdge;
constexpr Rgba kOpaqueBlue = {0, 0, 255, 255};
constexpr std::array<float, 4> kGreenValue = {0, 1, 0, 1};

template <typename Action>
std::string reasonOf(const Action& action) {
    try {
        action();
    } catch (const virgl::Unsupported& refused) {
        return refused.what();
    }
    return "none";
}

uint64_t samplesOf(FormsDriver& driver, const auto& action) {
    driver.state.countsSamples = true;
    const uint64_t before = driver.renderer.samplesPassed();
    action();
    return driver.renderer.samplesPassed() - before;
}

std::shared_ptr<virgl::DepthStencilAlpha> depthTest(func::CompareFunction function) {
    return std::make_shared<virgl::DepthStencilAlpha>(
        virgl::DepthStencilAlpha{.depthTest = true, .depthWrite = true, .depthFunction = function});
}

TEST(DriverCountsTest, SamplesThatPassAreCounted) {
    FormsDriver driver;
    driver.target(driver.texture(virgl::Format::Rgba8), driver.texture(virgl::Format::Z24S8));
    driver.clear({0, 0, 0, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil);
    EXPECT_EQ(samplesOf(driver, [&] { driver.drawWhole(kRedValue); }), kAllPixels);
    driver.state.depthStencilAlpha = depthTest(func::CompareFunction::Less);
    const uint64_t left = samplesOf(driver, [&] { driver.drawLeft(kRedValue, -0.5f); });
    EXPECT_GT(left, kAllPixels / 5);
    EXPECT_LT(left, kAllPixels / 2);
    EXPECT_EQ(samplesOf(driver, [&] { driver.drawWhole(kRedValue, 0); }), kAllPixels - left);
    EXPECT_EQ(samplesOf(driver, [&] { driver.drawWhole(kRedValue, 0.5f); }), 0u);
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverCountsTest, WithoutAnyBufferThatChanges) {
    FormsDriver driver;
    driver.target(driver.texture(virgl::Format::Rgba8));
    auto blend = std::make_shared<virgl::Blend>();
    for (virgl::BlendTarget& target : blend->targets) target.mask = 0;
    driver.state.blend = blend;
    EXPECT_EQ(samplesOf(driver, [&] { driver.drawWhole(kRedValue); }), kAllPixels);
}

TEST(DriverCountsTest, PassesAndClearsCountOnce) {
    FormsDriver driver;
    driver.target(driver.texture(virgl::Format::Rgba8), driver.texture(virgl::Format::Z24S8));
    driver.clear({0, 0, 0, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil);
    auto blend = std::make_shared<virgl::Blend>();
    blend->targets.fill({.enabled = true, .alphaEquation = func::BlendEquation::Max});
    driver.state.blend = blend;
    EXPECT_EQ(samplesOf(driver, [&] { driver.drawWhole(kRedValue); }), kAllPixels);
    driver.state.depthStencilAlpha = depthTest(func::CompareFunction::LessEqual);
    EXPECT_EQ(samplesOf(driver, [&] { driver.drawWhole(kRedValue); }), kAllPixels);
    // A clear of depth alone is a draw of the driver.
    EXPECT_EQ(samplesOf(driver, [&] { driver.clear({}, virgl::kClearDepth, 0.25); }), 0u);
}

constexpr const char* kTwoColors =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
    "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[0].yzxw\n  2: END\n";
constexpr const char* kColorToAll =
    "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
    "  0: MOV OUT[0], IN[0]\n  1: END\n";

TEST(DriverTargetsTest, ProgramsGiveEachColorBufferItsColor) {
    FormsDriver driver;
    const auto first = driver.texture(virgl::Format::Rgba8);
    const auto second = driver.texture(virgl::Format::Bgra8);
    driver.target(first);
    driver.state.colorBuffers[1] = FormsDriver::surfaceOf(second);
    driver.clear({0, 0, 1, 1}, virgl::kClearColor0 << 1);
    driver.clear({0, 0, 0, 1}, virgl::kClearColor0);
    driver.useProgram(virgl::Stage::Fragment, kTwoColors);
    driver.drawLeft(kRedValue);
    EXPECT_EQ(driver.texel<Rgba>(*first, 2, 16), kOpaqueRed);
    EXPECT_EQ(driver.texel<Rgba>(*first, 30, 16), (Rgba{0, 0, 0, 255}));
    // The guest's bytes are blue, green, red: red is now blue, and the clear stays.
    EXPECT_EQ(driver.texel<Rgba>(*second, 2, 16), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(driver.texel<Rgba>(*second, 30, 16), (Rgba{255, 0, 0, 255}));
    driver.drawWhole(kGreenValue);
    EXPECT_EQ(driver.texel<Rgba>(*second, 30, 16), (Rgba{0, 0, 255, 255}));
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverTargetsTest, OneColorGoesToAllThatAreBound) {
    FormsDriver driver;
    const auto first = driver.texture(virgl::Format::Rgba8);
    const auto third = driver.texture(virgl::Format::RgbaFloat16);
    driver.target(first);
    driver.state.colorBuffers[2] = FormsDriver::surfaceOf(third);
    driver.clear({0, 0, 1, 1}, virgl::kClearColor0 | virgl::kClearColor0 << 2);
    // Masks and blending of their own.
    auto blend = std::make_shared<virgl::Blend>();
    blend->independent = true;
    blend->targets[2] = {.enabled = true, .destinationColor = func::BlendFactor::One, .mask = 0x5};
    driver.state.blend = blend;
    driver.useProgram(virgl::Stage::Fragment, kColorToAll);
    driver.drawWhole({1, 1, 0, 0});
    EXPECT_EQ(driver.texel<Rgba>(*first, 9, 9), (Rgba{255, 255, 0, 0}));
    const HalfColor half = driver.texel<HalfColor>(*third, 9, 9);
    EXPECT_EQ(half, (HalfColor{0x3c00, 0, 0x3c00, 0x3c00}));
}

constexpr const char* kDepthFragment =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], POSITION\n"
    "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1].z, IN[0].wwww\n  2: END\n";

uint32_t depthAt(FormsDriver& driver, virgl::Resource& depth, uint32_t x, uint32_t y) {
    return driver.texel<uint32_t>(depth, x, y) & 0xffffff;
}

TEST(DriverDepthTest, FragmentsHaveTheDepthOfTheirProgram) {
    FormsDriver driver;
    const auto color = driver.texture(virgl::Format::Rgba8);
    const auto depth = driver.texture(virgl::Format::Z24S8);
    driver.target(color, depth);
    driver.clear({0, 0, 1, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil);
    driver.state.depthStencilAlpha = depthTest(func::CompareFunction::Less);
    driver.useProgram(virgl::Stage::Fragment, kDepthFragment);
    // The vertices' own depth, near to the eye and far from it, counts for clipping alone.
    driver.drawWhole({1, 0, 0, 0.75f}, -0.9f);
    EXPECT_NEAR(depthAt(driver, *depth, 4, 4), 0.75 * 0xffffff, 2);
    driver.drawWhole({0, 1, 0, 0.8f}, -0.9f);
    EXPECT_EQ(driver.texel<Rgba>(*color, 4, 4)[0], 255);
    driver.drawWhole({0, 1, 0, 0.25f}, 0.9f);
    EXPECT_EQ(driver.texel<Rgba>(*color, 4, 4)[1], 255);
    EXPECT_NEAR(depthAt(driver, *depth, 4, 4), 0.25 * 0xffffff, 2);
    // Clamped to the view; a line takes its program's, too.
    driver.draw({{{-1, 0.01f, 0, 1}, {1, 0, 0, -3}}, {{1, 0.01f, 0, 1}, {1, 0, 0, -3}}}, virgl::Primitive::Lines);
    EXPECT_EQ(depthAt(driver, *depth, 4, 16), 0u);
    EXPECT_EQ(driver.texel<Rgba>(*color, 4, 16)[0], 255);
    driver.state.viewport.scale[2] = 0.25f;
    EXPECT_THAT(reasonOf([&] { driver.drawWhole(kRedValue); }), HasSubstr("a part of the depths"));
}

TEST(DriverDepthTest, FragmentsKnowTheWOfTheirPlace) {
    FormsDriver driver;
    const auto color = driver.texture(virgl::Format::RgbaFloat16);
    driver.target(color);
    driver.useProgram(virgl::Stage::Fragment,
                      "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0].wxyz\n  1: END\n");
    // w is 4 at the left and 1 at the right edge: 1/w is linear in the window.
    const auto corner = [](float x, float y, float w) { return Corner{{x * w, y * w, 0, w}, {}}; };
    driver.draw({corner(-1, -1, 4), corner(1, -1, 1), corner(1, 1, 1), corner(-1, 1, 4)},
                virgl::Primitive::TriangleFan);
    const auto at = [&](uint32_t x, size_t component) {
        return func::floatFromHalf(driver.texel<HalfColor>(*color, x, 7)[component]);
    };
    for (const uint32_t x : {0u, 15u, 31u}) {
        EXPECT_NEAR(at(x, 0), 0.25f + 0.75f * (static_cast<float>(x) + 0.5f) / kFormsEdge, 0.002f) << x;
        EXPECT_EQ(at(x, 1), static_cast<float>(x) + 0.5f);
        EXPECT_EQ(at(x, 2), 7.5f);
    }
}

void sampleAll(FormsDriver& driver, const std::shared_ptr<virgl::Resource>& from, const char* shape = "2D") {
    driver.sample(from);
    const std::string text = std::string("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n") +
                             "  0: TEX OUT[0], IN[0], SAMP[0], " + shape + "\n  1: END\n";
    driver.useProgram(virgl::Stage::Fragment, text.c_str());
}

/// Draws a texture over the target, a texel's place in each pixel; z is that of volumes.
void drawTexture(FormsDriver& driver, float z = 0) {
    driver.draw({{{-1, -1, 0, 1}, {0, 0, z, 0}}, {{3, -1, 0, 1}, {2, 0, z, 0}}, {{-1, 3, 0, 1}, {0, 2, z, 0}}});
}

/// A block of DXT1: red and blue, by its rows of texels: bits of two a texel, 0 red and 1 blue.
constexpr std::array<uint8_t, 8> kRedAndBlue = {0x00, 0xf8, 0x1f, 0x00, 0x00, 0x55, 0x00, 0x55};

TEST(DriverTextureTest, CompressedBlocksAreSampledAndGivenBack) {
    FormsDriver driver;
    const auto image = driver.texture(virgl::Format::Dxt1Rgb);
    constexpr uint32_t kBlocks = kFormsEdge / 4;
    std::vector<std::byte> blocks;
    for (uint32_t i = 0; i < kBlocks * kBlocks; ++i)
        for (const uint8_t byte : kRedAndBlue) blocks.push_back(static_cast<std::byte>(byte));
    // One block is blue throughout.
    for (uint32_t i = 4; i < 8; ++i) blocks[(2 * kBlocks + 5) * 8 + i] = std::byte{0x55};
    const virgl::GuestRows rows{.stride = kBlocks * 8, .sliceStride = blocks.size()};
    driver.renderer.upload(*image, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}}, blocks, rows);
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.sample(image);
    drawTexture(driver);
    EXPECT_EQ(driver.texel<Rgba>(*target, 0, 0), kOpaqueRed);
    EXPECT_EQ(driver.texel<Rgba>(*target, 0, 1), kOpaqueBlue);
    EXPECT_EQ(driver.texel<Rgba>(*target, 21, 10), kOpaqueBlue);
    EXPECT_EQ(driver.texel<Rgba>(*target, 25, 10), kOpaqueRed);
    std::vector<std::byte> back(blocks.size());
    driver.renderer.download(*image, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}}, back, rows);
    EXPECT_EQ(back, blocks);
    // A blit gives texels.
    const auto copy = driver.texture(virgl::Format::Rgba8);
    driver.blit(image, copy);
    EXPECT_EQ(driver.texels(*copy), driver.texels(*target));
    EXPECT_EQ(reasonOf([&] { driver.blit(copy, image); }), "blits to compressed textures");
    EXPECT_TRUE(driver.foundNothing());
}

template <typename Texel>
Rgba sampledOf(virgl::Format format, const Texel& texel) {
    FormsDriver driver;
    const auto image = driver.texture(format);
    const std::vector<Texel> texels(kAllPixels, texel);
    driver.renderer.upload(*image, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}},
                           std::as_bytes(std::span(texels)),
                           {.stride = kFormsEdge * sizeof(Texel), .sliceStride = kAllPixels * sizeof(Texel)});
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.sample(image);
    drawTexture(driver);
    EXPECT_EQ(driver.texel<Texel>(*image, 3, 3), texel);
    return driver.texel<Rgba>(*target, 5, 5);
}

TEST(DriverTextureTest, FormatsGiveTheirComponents) {
    using Floats = std::array<float, 4>;
    EXPECT_EQ(sampledOf(virgl::Format::RgbaFloat32, Floats{1, 0.5f, 0, 1}), (Rgba{255, 127, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::RgFloat32, std::array<float, 2>{0, 1}), (Rgba{0, 255, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::RFloat32, 1.0f), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::RFloat16, uint16_t{0x3c00}), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::I8, uint8_t{0xff}), (Rgba{255, 255, 255, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::I16, uint16_t{0}), (Rgba{0, 0, 0, 0}));
    EXPECT_EQ(sampledOf(virgl::Format::A16, uint16_t{0xffff}), (Rgba{0, 0, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::R8, uint8_t{0xff}), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::Rg8, std::array<uint8_t, 2>{0, 0xff}), (Rgba{0, 255, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::Bgr565, uint16_t{0xf800}), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::Bgr565, uint16_t{0x07e0}), (Rgba{0, 255, 0, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::Bgr565, uint16_t{0x043f}), (Rgba{0, 134, 255, 255}));
    // The chip has red alone of such luminances.
    EXPECT_EQ(sampledOf(virgl::Format::L16, uint16_t{0xffff}), (Rgba{255, 255, 255, 255}));
    EXPECT_EQ(sampledOf(virgl::Format::La16, std::array<uint16_t, 2>{0xffff, 0}), (Rgba{255, 255, 255, 0}));
    EXPECT_EQ(sampledOf(virgl::Format::Rgba16, std::array<uint16_t, 4>{0, 0xffff, 0, 0xffff}), (Rgba{0, 255, 0, 255}));
    // 2.2 is the chip's power; alpha is linear.
    const auto srgb = static_cast<int>(255 * std::pow(128 / 255.0, 2.2));
    const Rgba seen = sampledOf(virgl::Format::Bgra8Srgb, Rgba{0, 0, 128, 128});
    EXPECT_NEAR(seen[0], srgb, 1);
    EXPECT_NEAR(seen[3], 128, 1);
}

TEST(DriverTextureTest, ViewsMayLeaveSrgbOut) {
    FormsDriver driver;
    const auto image = driver.texture(virgl::Format::Rgba8Srgb);
    driver.put(*image, 0, 0, {128, 64, 32, 255});
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.sample(image);
    virgl::SamplerView view{.resource = image, .format = virgl::Format::Rgba8};
    driver.state.stage(virgl::Stage::Fragment).views[0] = std::make_shared<virgl::SamplerView>(view);
    drawTexture(driver);
    EXPECT_EQ(driver.texel<Rgba>(*target, 0, 0), (Rgba{128, 64, 32, 255}));
    view.format = virgl::Format::L8;
    driver.state.stage(virgl::Stage::Fragment).views[0] = std::make_shared<virgl::SamplerView>(view);
    EXPECT_EQ(reasonOf([&] { drawTexture(driver); }), "textures read as another format");
}

TEST(DriverTextureTest, BordersHaveTheirColour) {
    for (const auto format : {virgl::Format::Rgba8, virgl::Format::Rgba8Srgb, virgl::Format::Z24X8}) {
        FormsDriver driver;
        const bool depth = format == virgl::Format::Z24X8;
        const auto image = driver.texture(format);
        std::vector<uint32_t> texels(size_t{kFormsEdge} * kFormsEdge, depth ? 0xffffffu : 0xff0000ffu);
        driver.renderer.upload(*image, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}},
                               std::as_bytes(std::span(texels)),
                               {.stride = kFormsEdge * 4, .sliceStride = size_t{kFormsEdge} * kFormsEdge * 4});
        const auto target = driver.texture(virgl::Format::Rgba8);
        driver.target(target);
        driver.sample(image);
        auto mode = std::make_shared<virgl::Sampler>();
        mode->wrap = {func::WrapMode::ClampToBorder, func::WrapMode::Repeat, func::WrapMode::Repeat};
        mode->borderColor = {0.2f, 0.6f, 1, 0.4f};
        driver.state.stage(virgl::Stage::Fragment).samplers[0] = mode;
        // Twice as wide as the texture, which begins at column 8 and ends before column 24, and goes on upwards.
        const auto draw = [&] {
            driver.draw({{{-1, -1, 0, 1}, {-0.5f, 0, 0, 0}},
                         {{3, -1, 0, 1}, {3.5f, 0, 0, 0}},
                         {{-1, 3, 0, 1}, {-0.5f, 8, 0, 0}}});
        };
        draw();
        const auto at = [&](uint32_t x) { return driver.texel<Rgba>(*target, x, 20); };
        const auto near = [](const Rgba& a, const Rgba& b) {
            for (size_t c = 0; c < a.size(); ++c)
                if (std::abs(a[c] - b[c]) > 1) return false;
            return true;
        };
        const Rgba border = depth ? Rgba{51, 51, 51, 255} : Rgba{51, 153, 255, 102};
        const Rgba inside = depth ? Rgba{255, 255, 255, 255} : kOpaqueRed;
        for (const uint32_t x : {0u, 7u, 24u, 31u}) EXPECT_TRUE(near(at(x), border)) << x << " " << int{at(x)[0]};
        for (const uint32_t x : {8u, 23u}) EXPECT_TRUE(near(at(x), inside)) << x;
        // Coordinates that are clamped reach half of the border by the filter.
        mode->wrap[0] = func::WrapMode::Clamp;
        mode->magFilter = mode->minFilter = func::FilterMode::Linear;
        draw();
        for (const uint32_t x : {0u, 31u}) EXPECT_NEAR(at(x)[0], (border[0] + 255) / 2.0, 2) << x;
        EXPECT_TRUE(near(at(16), inside));
        // A change of the texture is seen.
        texels.assign(texels.size(), 0);
        driver.renderer.upload(*image, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}},
                               std::as_bytes(std::span(texels)),
                               {.stride = kFormsEdge * 4, .sliceStride = size_t{kFormsEdge} * kFormsEdge * 4});
        draw();
        EXPECT_EQ(at(16)[0], 0);
        EXPECT_TRUE(driver.foundNothing());
    }
}

TEST(DriverTextureTest, SlicesOfVolumesAreDrawnToAndSampled) {
    FormsDriver driver;
    constexpr uint32_t kDepth = 4;
    const auto volume = driver.make({.target = virgl::Target::Texture3D,
                                     .format = virgl::Format::Rgba8,
                                     .width = kFormsEdge,
                                     .height = kFormsEdge,
                                     .depth = kDepth});
    const std::vector<Rgba> white(kAllPixels * kDepth, Rgba{255, 255, 255, 255});
    driver.renderer.upload(*volume, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = kDepth}},
                           std::as_bytes(std::span(white)), {.stride = kFormsEdge * 4, .sliceStride = kAllPixels * 4});
    const auto drawTo = [&](uint32_t slice) {
        driver.state.colorBuffers[0] = std::make_shared<virgl::AttachmentView>(
            virgl::AttachmentView{.resource = volume, .format = virgl::Format::Rgba8, .layer = slice});
    };
    const auto at = [&](uint32_t x, uint32_t y, uint32_t z) {
        Rgba read{};
        driver.renderer.download(*volume, {.box = {.x = x, .y = y, .z = z, .width = 1, .height = 1, .depth = 1}},
                                 std::as_writable_bytes(std::span(read)), {.stride = 4, .sliceStride = 4});
        return read;
    };
    drawTo(1);
    driver.drawWhole(kRedValue);
    drawTo(3);
    driver.drawLeft(kGreenValue);
    drawTo(1);
    driver.drawLeft({0, 0, 1, 1});
    EXPECT_EQ(at(2, 16, 1), kOpaqueBlue);
    EXPECT_EQ(at(30, 16, 1), kOpaqueRed);
    EXPECT_EQ(at(2, 16, 3), (Rgba{0, 255, 0, 255}));
    EXPECT_EQ(at(30, 16, 3), white[0]);
    EXPECT_EQ(at(2, 16, 0), white[0]);
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    sampleAll(driver, volume, "3D");
    drawTexture(driver, 1.5f / kDepth);
    EXPECT_EQ(driver.texel<Rgba>(*target, 2, 16), kOpaqueBlue);
    EXPECT_EQ(driver.texel<Rgba>(*target, 30, 16), kOpaqueRed);
    drawTexture(driver, 2.5f / kDepth);
    EXPECT_EQ(driver.texel<Rgba>(*target, 30, 16), white[0]);
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverTextureTest, OneDimensionIsDrawnTo) {
    FormsDriver driver;
    const auto line = driver.make(
        {.target = virgl::Target::Texture1D, .format = virgl::Format::Rgba8, .width = kFormsEdge, .height = 1});
    driver.target(line);
    driver.clear({0, 0, 1, 1});
    driver.state.viewport = {.scale = {kFormsEdge / 2.0f, 0.5f, 0.5f}, .offset = {kFormsEdge / 2.0f, 0.5f, 0.5f}};
    driver.drawLeft(kRedValue);
    EXPECT_EQ(driver.texel<Rgba>(*line, 3, 0), kOpaqueRed);
    EXPECT_EQ(driver.texel<Rgba>(*line, 20, 0), kOpaqueBlue);
}

TEST(DriverBlitTest, ConvertsBetweenFormatsWithinAScissor) {
    FormsDriver driver;
    const auto halves = driver.texture(virgl::Format::RgbaFloat16);
    driver.target(halves);
    driver.clear({0.5f, 2, -1, 0.25f});
    const auto bytes = driver.texture(virgl::Format::Rgba8);
    driver.put(*bytes, 20, 20, {1, 2, 3, 4});
    driver.renderer.blit(
        {.from = {.resource = halves,
                  .format = virgl::Format::RgbaFloat16,
                  .width = kFormsEdge,
                  .height = kFormsEdge,
                  .depth = 1},
         .to =
             {.resource = bytes, .format = virgl::Format::Rgba8, .width = kFormsEdge, .height = kFormsEdge, .depth = 1},
         .mask = virgl::kBlitColors,
         .scissor = virgl::ScissorBox{.minX = 4, .minY = 6, .maxX = 20, .maxY = 30}});
    EXPECT_EQ(driver.texel<Rgba>(*bytes, 4, 6), (Rgba{128, 255, 0, 64}));
    EXPECT_EQ(driver.texel<Rgba>(*bytes, 19, 29), (Rgba{128, 255, 0, 64}));
    EXPECT_EQ(driver.texel<Rgba>(*bytes, 3, 6), Rgba{});
    EXPECT_EQ(driver.texel<Rgba>(*bytes, 4, 30), Rgba{});
    EXPECT_EQ(driver.texel<Rgba>(*bytes, 20, 20), (Rgba{1, 2, 3, 4}));
    const auto grey = driver.texture(virgl::Format::La8);
    driver.blit(bytes, grey);
    EXPECT_EQ((driver.texel<std::array<uint8_t, 2>>(*grey, 20, 20)), (std::array<uint8_t, 2>{1, 4}));
    EXPECT_EQ(reasonOf([&] { driver.blit(bytes, driver.texture(virgl::Format::Z24S8)); }),
              "blits between depths and colours");
}

TEST(DriverBlitTest, SamplesAreCopiedOneByOne) {
    FormsDriver driver;
    const auto from = driver.texture(virgl::Format::Rgba8, 4);
    const auto to = driver.texture(virgl::Format::Rgba8, 4);
    driver.multisample(true);
    driver.target(from);
    driver.clear({0, 0, 1, 1});
    driver.drawLeft(kRedValue);
    driver.target(to);
    driver.clear({0, 1, 0, 1});
    driver.blit(from, to);
    EXPECT_EQ(driver.texels(*driver.resolved(to)), driver.texels(*driver.resolved(from)));
    // An edge that both have is resolved once: drawn over with red, half of it was red before.
    driver.drawLeft(kRedValue);
    EXPECT_EQ(driver.texels(*driver.resolved(to)), driver.texels(*driver.resolved(from)));
    driver.renderer.copy({.from = from,
                          .to = driver.texture(virgl::Format::Rgba8, 4),
                          .source = {.box = {.x = 2, .y = 3, .width = 4, .height = 4, .depth = 1}}});
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverBlitTest, LeavesOutWhatIsBeyondTheEdges) {
    FormsDriver driver;
    const auto from = driver.texture(virgl::Format::Rgba8);
    driver.put(*from, 0, 3, kOpaqueRed);
    driver.put(*from, 31, 3, kOpaqueBlue);
    struct Columns {
        int32_t x = 0;
        int32_t width = 0;
    };
    const auto blitted = [&](const Columns& source, const Columns& place) {
        auto to = driver.texture(virgl::Format::Rgba8);
        driver.put(*to, 0, 3, {1, 1, 1, 1});
        driver.put(*to, 31, 3, {2, 2, 2, 2});
        const auto side = [](const std::shared_ptr<virgl::Resource>& resource, const Columns& columns) {
            return virgl::BlitSide{.resource = resource,
                                   .format = virgl::Format::Rgba8,
                                   .x = columns.x,
                                   .width = columns.width,
                                   .height = kFormsEdge,
                                   .depth = 1};
        };
        driver.renderer.blit({.from = side(from, source), .to = side(to, place), .mask = virgl::kBlitColors});
        return to;
    };
    // Twice as wide, from eight texels before the target's edge on: source column 4 is the first.
    const auto left = blitted({.width = 32}, {.x = -8, .width = 64});
    EXPECT_EQ(driver.texel<Rgba>(*left, 0, 3), Rgba{});
    EXPECT_EQ(driver.texel<Rgba>(*left, 31, 3), Rgba{});
    const auto right = blitted({.width = 32}, {.x = -32, .width = 64});
    EXPECT_EQ(driver.texel<Rgba>(*right, 31, 3), kOpaqueBlue);
    EXPECT_EQ(driver.texel<Rgba>(*right, 30, 3), kOpaqueBlue);
    EXPECT_EQ(driver.texel<Rgba>(*right, 29, 3), Rgba{});
    // The source begins two columns before its texture, turned over and not.
    const auto shifted = blitted({.x = -2, .width = 32}, {.width = 32});
    EXPECT_EQ(driver.texel<Rgba>(*shifted, 0, 3), (Rgba{1, 1, 1, 1}));
    EXPECT_EQ(driver.texel<Rgba>(*shifted, 2, 3), kOpaqueRed);
    const auto turned = blitted({.x = -2, .width = 32}, {.x = 32, .width = -32});
    EXPECT_EQ(driver.texel<Rgba>(*turned, 31, 3), (Rgba{2, 2, 2, 2}));
    EXPECT_EQ(driver.texel<Rgba>(*turned, 29, 3), kOpaqueRed);
    // Nearly all that 32 bits hold.
    const auto vast = blitted({.width = 0x7fffffff}, {.width = 0x7fffffff});
    EXPECT_EQ(driver.texels(*vast), driver.texels(*from));
}

TEST(DriverBlitTest, MixesSlices) {
    FormsDriver driver;
    const auto from = driver.make(
        {.target = virgl::Target::Texture3D, .format = virgl::Format::Rgba8, .width = 1, .height = 1, .depth = 4});
    const std::array<Rgba, 4> slices = {Rgba{0, 0, 0, 0}, Rgba{100, 0, 0, 0}, Rgba{0, 50, 0, 0}, Rgba{0, 0, 10, 0}};
    driver.renderer.upload(*from, {.box = {.width = 1, .height = 1, .depth = 4}}, std::as_bytes(std::span(slices)),
                           {.stride = 4, .sliceStride = 4});
    const auto to = driver.make(
        {.target = virgl::Target::Texture3D, .format = virgl::Format::Rgba8, .width = 1, .height = 1, .depth = 2});
    driver.renderer.blit(
        {.from = {.resource = from, .format = virgl::Format::Rgba8, .width = 1, .height = 1, .depth = 4},
         .to = {.resource = to, .format = virgl::Format::Rgba8, .width = 1, .height = 1, .depth = 2},
         .mask = virgl::kBlitColors,
         .linear = true});
    std::array<Rgba, 2> mixed{};
    driver.renderer.download(*to, {.box = {.width = 1, .height = 1, .depth = 2}},
                             std::as_writable_bytes(std::span(mixed)), {.stride = 4, .sliceStride = 4});
    EXPECT_EQ(mixed[0], (Rgba{50, 0, 0, 0}));
    EXPECT_EQ(mixed[1], (Rgba{0, 25, 5, 0}));
}

TEST(DriverBlitTest, MixesDepthsAlone) {
    FormsDriver driver;
    const auto from = driver.texture(virgl::Format::Z24S8);
    const std::array<uint32_t, 2> depths = {0x07'000000, 0x07'ffffff};
    driver.renderer.upload(*from, {.box = {.width = 2, .height = 1, .depth = 1}}, std::as_bytes(std::span(depths)),
                           {.stride = sizeof depths, .sliceStride = sizeof depths});
    const auto to = driver.texture(virgl::Format::Z24S8);
    constexpr uint32_t kBefore = 0x05'000001;
    driver.renderer.upload(*to, {.box = {.width = 1, .height = 1, .depth = 1}}, std::as_bytes(std::span(&kBefore, 1)),
                           {.stride = sizeof kBefore, .sliceStride = sizeof kBefore});
    const auto blit = [&](uint32_t mask) {
        driver.renderer.blit(
            {.from = {.resource = from, .format = virgl::Format::Z24S8, .width = 2, .height = 1, .depth = 1},
             .to = {.resource = to, .format = virgl::Format::Z24S8, .width = 1, .height = 1, .depth = 1},
             .mask = mask,
             .linear = true});
    };
    blit(virgl::kBlitDepth);
    // Half of the largest depth, and the stencil value that was there.
    const auto mixed = driver.texel<uint32_t>(*to, 0, 0);
    EXPECT_EQ(mixed >> 24, 5u);
    EXPECT_NEAR(mixed & 0xffffff, 0x7fffff, 1);
    EXPECT_EQ(reasonOf([&] { blit(virgl::kBlitDepth | virgl::kBlitStencil); }), "filtered blits of stencil values");
}

TEST(DriverBlitTest, SamplesBecomeLinearOneByOne) {
    FormsDriver driver;
    const auto from = driver.texture(virgl::Format::Rgba8Srgb, 4);
    const auto to = driver.texture(virgl::Format::Rgba8, 4);
    driver.multisample(true);
    driver.target(from);
    driver.clear({0.2f, 0, 1, 1});
    driver.drawLeft(kRedValue);
    driver.target(to);
    driver.clear({0, 1, 0, 1});
    driver.blit(from, to);
    const auto picture = driver.resolved(to);
    EXPECT_EQ(driver.texel<Rgba>(*picture, 9, 7), kOpaqueRed);
    // A clear stores 124 of 255 for 0.2, which is 51.4 of 255 (IEC 61966-2-1); at the edge the mean of that and 255.
    EXPECT_EQ(driver.texel<Rgba>(*picture, 11, 7), (Rgba{51, 0, 255, 255}));
    EXPECT_EQ(driver.texel<Rgba>(*picture, 10, 7), (Rgba{153, 0, 128, 255}));
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverUploadTest, SurfacesKeepWhatWasUploadedBeforeTheFirstDraw) {
    FormsDriver driver;
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.put(*target, 30, 16, {7, 8, 9, 255});
    driver.target(target, driver.texture(virgl::Format::Z24S8));
    driver.drawLeft(kRedValue);
    EXPECT_EQ(driver.texel<Rgba>(*target, 30, 16), (Rgba{7, 8, 9, 255}));
    EXPECT_EQ(driver.texel<Rgba>(*target, 2, 16), kOpaqueRed);
}

}  // namespace
}  // namespace cyclorama::attila
