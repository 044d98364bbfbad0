// SPDX-License-Identifier: MIT
// Forms of surfaces: colours of 16-bit floats, and several samples a pixel; those that programs ask for, and those that
// the configuration asks for.

#include <gtest/gtest.h>

#include <array>

#include "attila/forms_driver.h"

namespace cyclorama::attila {
namespace {

using namespace test;

TEST(DriverFormsTest, PixelsOfATexelGiveItAgain) {
    for (const func::Format format : {func::Format::Rgba8888, func::Format::Rgba16Float})
        for (const uint32_t samples : {1u, 2u, 4u, 8u}) {
            const PixelConversion conversion(func::Format::Rgba8888, {.format = format, .samples = samples});
            ASSERT_EQ(conversion.pixelBytes(), samples * (format == func::Format::Rgba8888 ? 4 : 8));
            std::array<std::byte, 64> pixel{};
            for (uint32_t value = 0; value < 256; ++value) {
                const std::array texel = {std::byte(value), std::byte(255 - value), std::byte(value / 2), std::byte(7)};
                std::array<std::byte, 4> again{};
                conversion.toPixel(texel.data(), pixel.data());
                conversion.toTexel(pixel.data(), again.data());
                EXPECT_EQ(again, texel) << value << " of " << samples << " samples";
            }
        }
}

TEST(DriverFormsTest, TakesDepthOfTheFirstSampleAndMeansOfHalves) {
    const PixelConversion depth(func::Format::Depth24, {.format = func::Format::Depth24, .samples = 2});
    const std::array<uint32_t, 2> depths = {0x05123456, 0x07ffffff};
    uint32_t first = 0;
    depth.toTexel(std::as_bytes(std::span(depths)).data(), std::as_writable_bytes(std::span(&first, 1)).data());
    EXPECT_EQ(first, depths[0]);
    const PixelConversion halves(func::Format::Rgba16Float, {.format = func::Format::Rgba16Float, .samples = 2});
    const std::array<HalfColor, 2> colors = {HalfColor{0x3c00, 0x4000, 0, 0x3c00}, HalfColor{0x4200, 0x4000, 0, 0}};
    HalfColor mean{};
    halves.toTexel(std::as_bytes(std::span(colors)).data(), std::as_writable_bytes(std::span(mean)).data());
    EXPECT_EQ(mean, (HalfColor{0x4000, 0x4000, 0, 0x3800}));
}

TEST(DriverFormsTest, TakesMeansOfLinearColoursInSrgbAlone) {
    const std::array<Rgba, 2> colors = {Rgba{0, 255, 10, 0}, Rgba{255, 255, 20, 255}};
    // By IEC 61966-2-1 the means of the linear colours are at 187.5 and 15.6 of 255.
    for (const bool srgb : {false, true}) {
        const PixelConversion bytes(func::Format::Rgba8888, {.format = func::Format::Rgba8888, .samples = 2}, srgb);
        Rgba mean{};
        bytes.toTexel(std::as_bytes(std::span(colors)).data(), std::as_writable_bytes(std::span(mean)).data());
        EXPECT_EQ(mean, (Rgba{static_cast<uint8_t>(srgb ? 188 : 128), 255, static_cast<uint8_t>(srgb ? 16 : 15), 128}));
    }
}

TEST(DriverFormsTest, DrawsColoursBeyondOneToHalves) {
    FormsDriver driver;
    const auto target = driver.texture(virgl::Format::RgbaFloat16);
    driver.target(target);
    driver.clear({0.25f, 0, 0, 1});
    EXPECT_EQ(driver.texel<HalfColor>(*target, 3, 5), (HalfColor{0x3400, 0, 0, 0x3c00}));
    driver.useProgram(virgl::Stage::Fragment, kFourTimes);
    driver.drawWhole({1, 0.5f, 0.125f, 0.25f});
    EXPECT_EQ(driver.texel<HalfColor>(*target, 3, 5), (HalfColor{0x4400, 0x4000, 0x3800, 0x3c00}));
    EXPECT_EQ(driver.context.valuesOf(Register::ColorBufferFormat),
              std::vector<uint32_t>{encodingOf(func::Format::Rgba16Float)});
    // A texture of the same memory.
    const auto smaller = driver.texture(virgl::Format::Rgba8);
    driver.target(smaller);
    driver.sample(target);
    driver.drawWhole({0.5f, 0.5f, 0, 0});
    EXPECT_EQ(driver.texel<Rgba>(*smaller, 3, 5), (Rgba{255, 255, 127, 255}));
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverFormsTest, FiltersHalvesInBlits) {
    FormsDriver driver;
    const auto from = driver.texture(virgl::Format::RgbaFloat16);
    driver.target(from);
    driver.clear({0, 0, 0, 1});
    driver.draw({{{-1, -1, 0, 1}, kRedValue}, {{0, -1, 0, 1}, kRedValue}, {{0, 7, 0, 1}, kRedValue}});
    const auto to = driver.make(
        {.target = virgl::Target::Texture2D, .format = virgl::Format::RgbaFloat16, .width = 2, .height = 1});
    // From a column that is drawn to one that is not: their mean lies in the middle of one texel.
    driver.renderer.blit({.from = {.resource = from,
                                   .format = from->description.format,
                                   .x = 15,
                                   .y = 16,
                                   .width = 2,
                                   .height = 1,
                                   .depth = 1},
                          .to = {.resource = to, .format = to->description.format, .width = 1, .height = 1, .depth = 1},
                          .mask = virgl::kBlitColors,
                          .linear = true});
    EXPECT_EQ(driver.texel<HalfColor>(*to, 0, 0), (HalfColor{0x3800, 0, 0, 0x3c00}));
}

TEST(DriverFormsTest, KeepsColoursInHalvesWhereTheConfigurationAsks) {
    for (const bool forced : {false, true}) {
        FormsDriver driver({std::string("SIMULATOR.ForceFP16ColorBuffer=") + (forced ? "TRUE" : "FALSE")});
        const auto target = driver.texture(virgl::Format::Rgba8);
        driver.target(target);
        driver.clear({0, 0, 0, 1});
        driver.put(*target, 1, 1, {9, 130, 255, 255});
        driver.addToTarget();
        // A tenth of a step of 8 bits: it counts in halves alone.
        for (int i = 0; i < 24; ++i) driver.drawWhole({0.1f / 255, 0, 0, 0});
        EXPECT_EQ(driver.texel<Rgba>(*target, 1, 1), (Rgba{static_cast<uint8_t>(forced ? 11 : 9), 130, 255, 255}));
        // Changes by the processor leave the fractions of other pixels as they are.
        driver.put(*target, 2, 2, kOpaqueRed);
        for (int i = 0; i < 10; ++i) driver.drawWhole({0.1f / 255, 0, 0, 0});
        EXPECT_EQ(driver.texel<Rgba>(*target, 1, 1)[0], forced ? 12 : 9);
        EXPECT_EQ(driver.texel<Rgba>(*target, 2, 2), kOpaqueRed);
        EXPECT_EQ(driver.context.valuesOf(Register::ColorBufferFormat),
                  std::vector<uint32_t>{encodingOf(forced ? func::Format::Rgba16Float : func::Format::Rgba8888)});
        EXPECT_TRUE(driver.foundNothing());
    }
}

TEST(DriverFormsTest, TexturesThatNothingIsDrawnToStayAsTheyAre) {
    FormsDriver driver({"SIMULATOR.ForceFP16ColorBuffer=TRUE"});
    const auto image = driver.texture(virgl::Format::Rgba8);
    driver.put(*image, 0, 0, kOpaqueRed);
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.sample(image);
    driver.drawWhole({0, 0, 0, 0});
    EXPECT_EQ(driver.texel<Rgba>(*target, 8, 8), kOpaqueRed);
    EXPECT_EQ(driver.context.valuesOf(Register::TextureFormat),
              std::vector<uint32_t>{encodingOf(func::Format::Rgba8888)});
    // Drawn to, it is sampled from where it was drawn.
    driver.target(image);
    driver.clear({0, 0, 1, 1});
    driver.target(target);
    driver.drawWhole({0, 0, 0, 0});
    EXPECT_EQ(driver.texel<Rgba>(*target, 8, 8), (Rgba{0, 0, 255, 255}));
    EXPECT_EQ(driver.context.valuesOf(Register::TextureFormat).back(), encodingOf(func::Format::Rgba16Float));
}

/// The mean of red and blue as they are stored: 127.5, rounded.
constexpr Rgba kHalfRedHalfBlue = {128, 0, 128, 255};
constexpr std::array<float, 4> kBlueValue = {0, 0, 1, 1};

void expectSmoothEdge(FormsDriver& driver, virgl::Resource& picture) {
    EXPECT_EQ(driver.texel<Rgba>(picture, 9, 7), kOpaqueRed);
    EXPECT_EQ(driver.texel<Rgba>(picture, 10, 7), kHalfRedHalfBlue);
    EXPECT_EQ(driver.texel<Rgba>(picture, 11, 7), (Rgba{0, 0, 255, 255}));
}

TEST(DriverFormsTest, TakesSeveralSamplesWhereTheConfigurationAsks) {
    for (const uint32_t samples : {2u, 4u, 8u})
        for (const bool halves : {false, true}) {
            SCOPED_TRACE(samples);
            FormsDriver driver({"SIMULATOR.ForceMSAA=TRUE", "SIMULATOR.MSAASamples=" + std::to_string(samples),
                                std::string("SIMULATOR.ForceFP16ColorBuffer=") + (halves ? "TRUE" : "FALSE")});
            const auto target = driver.texture(virgl::Format::Rgba8);
            driver.target(target, driver.texture(virgl::Format::Z24S8));
            driver.clear({0, 0, 1, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil);
            driver.drawLeft(kRedValue);
            expectSmoothEdge(driver, *target);
            EXPECT_EQ(driver.context.valuesOf(Register::Multisampling), std::vector<uint32_t>{1});
            EXPECT_EQ(driver.context.valuesOf(Register::MsaaSamples), std::vector<uint32_t>{samples});
            driver.renderer.present(*target);
            EXPECT_EQ(driver.context.valuesOf(Register::Multisampling), std::vector<uint32_t>{1});
            // Sampling resolves the texture.
            const auto copy = driver.texture(virgl::Format::Rgba8);
            driver.target(copy);
            driver.clear({0, 0, 0, 1});
            driver.sample(target);
            driver.draw({{{-1, -1, 0, 1}, {0, 0, 0, 0}}, {{3, -1, 0, 1}, {2, 0, 0, 0}}, {{-1, 3, 0, 1}, {0, 2, 0, 0}}});
            // Halves of a mean of 8 bits come out one lower.
            if (!halves) {
                EXPECT_EQ(driver.texels(*copy), driver.texels(*target));
            }
            EXPECT_TRUE(driver.foundNothing());
        }
}

TEST(DriverFormsTest, DrawsWithoutSamplesWhereNobodyAsks) {
    FormsDriver driver;
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.clear({0, 0, 1, 1});
    driver.drawLeft(kRedValue);
    EXPECT_NE(driver.texel<Rgba>(*target, 10, 7), kHalfRedHalfBlue);
    EXPECT_EQ(driver.context.valuesOf(Register::Multisampling), std::vector<uint32_t>{0});
}

TEST(DriverFormsTest, ResolvesWhatProgramsDraw) {
    std::vector<std::byte> forced;
    {
        FormsDriver driver({"SIMULATOR.ForceMSAA=TRUE"});
        const auto target = driver.texture(virgl::Format::Rgba8);
        driver.target(target);
        driver.clear({0, 0, 1, 1});
        driver.drawLeft(kRedValue);
        forced = driver.texels(*target);
    }
    FormsDriver driver;
    const auto target = driver.texture(virgl::Format::Rgba8, 4);
    const auto depth = driver.texture(virgl::Format::Z24S8, 4);
    driver.multisample(true);
    driver.target(target, depth);
    driver.clear({0, 0, 1, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil);
    driver.drawLeft(kRedValue);
    const auto picture = driver.resolved(target);
    expectSmoothEdge(driver, *picture);
    EXPECT_EQ(driver.texels(*picture), forced);
    // Back to several samples, and on with drawing: windows are filled so.
    const auto again = driver.texture(virgl::Format::Rgba8, 4);
    driver.blit(picture, again);
    driver.target(again);
    driver.draw({{{-1, -1, 0, 1}, kBlueValue}, {{1, -1, 0, 1}, kBlueValue}, {{-1, -0.9f, 0, 1}, kBlueValue}});
    EXPECT_EQ(driver.texel<Rgba>(*driver.resolved(again), 10, 7), kHalfRedHalfBlue);
    EXPECT_EQ(driver.texel<Rgba>(*driver.resolved(again), 0, 0), (Rgba{0, 0, 255, 255}));
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverFormsTest, StoresColoursInSrgbWhereTheSurfaceDoes) {
    FormsDriver driver;
    const auto linear = driver.texture(virgl::Format::Bgra8);
    const auto srgb = driver.texture(virgl::Format::Bgra8Srgb);
    for (const auto& target : {linear, srgb})
        for (const virgl::Format format : {virgl::Format::Bgra8, virgl::Format::Bgra8Srgb}) {
            driver.state.colorBuffers[0] =
                std::make_shared<virgl::AttachmentView>(virgl::AttachmentView{.resource = target, .format = format});
            const bool stores = format == virgl::Format::Bgra8Srgb;
            // 0.2 is at 123.6 of 255 by IEC 61966-2-1; the chip takes a power of 2.2 and truncates: 122.69.
            driver.clear({0.2f, 0, 1, 0.2f});
            EXPECT_EQ(driver.texel<Rgba>(*target, 3, 5), (Rgba{255, 0, static_cast<uint8_t>(stores ? 124 : 51), 51}));
            driver.drawWhole({0.2f, 0, 1, 0.2f});
            EXPECT_EQ(driver.texel<Rgba>(*target, 3, 5), (Rgba{255, 0, static_cast<uint8_t>(stores ? 122 : 51), 51}));
            // Colours are added as light: 0.4 is at 168.1.
            driver.addToTarget();
            driver.drawWhole({0.2f, 0, 0, 0});
            EXPECT_NEAR(driver.texel<Rgba>(*target, 3, 5)[2], stores ? 168 : 102, 1);
            driver.state.blend = std::make_shared<virgl::Blend>();
        }
    driver.state.colorBuffers[1] = FormsDriver::surfaceOf(linear);
    EXPECT_THROW(driver.drawWhole(kRedValue), virgl::Unsupported);
    EXPECT_TRUE(driver.foundNothing());
}

TEST(DriverFormsTest, MakesAlphaOneOfSamplesAlone) {
    for (const uint32_t samples : {0u, 4u}) {
        FormsDriver driver;
        auto blend = std::make_shared<virgl::Blend>();
        blend->alphaToOne = true;
        driver.state.blend = blend;
        driver.multisample(true);
        const auto target = driver.texture(virgl::Format::Rgba8, samples);
        driver.target(target);
        driver.drawWhole({1, 0, 0, 0.2f});
        const auto picture = samples == 0 ? target : driver.resolved(target);
        EXPECT_EQ(driver.texel<Rgba>(*picture, 3, 5), (Rgba{255, 0, 0, static_cast<uint8_t>(samples == 0 ? 51 : 255)}));
    }
}

TEST(DriverFormsTest, ClampsTheConstantOfBlendingForSharesOfOne) {
    FormsDriver driver;
    auto blend = std::make_shared<virgl::Blend>();
    blend->targets[0].enabled = true;
    blend->targets[0].sourceColor = blend->targets[0].sourceAlpha = func::BlendFactor::ConstantColor;
    driver.state.blend = blend;
    driver.state.blendColor = {2, -1, 0.5f, 4};
    const auto bytes = driver.texture(virgl::Format::Rgba8);
    driver.target(bytes);
    driver.drawWhole({0.5f, 1, 1, 0.25f});
    EXPECT_EQ(driver.texel<Rgba>(*bytes, 3, 5), (Rgba{127, 0, 127, 63}));
    const auto halves = driver.texture(virgl::Format::RgbaFloat16);
    driver.target(halves);
    driver.drawWhole({0.5f, 1, 1, 0.25f});
    EXPECT_EQ(driver.texel<HalfColor>(*halves, 3, 5), (HalfColor{0x3c00, 0xbc00, 0x3800, 0x3c00}));
}

TEST(DriverFormsTest, TestsTheDepthOfEachSample) {
    FormsDriver driver;
    auto tests = std::make_shared<virgl::DepthStencilAlpha>();
    tests->depthTest = tests->depthWrite = true;
    tests->depthFunction = func::CompareFunction::Less;
    driver.state.depthStencilAlpha = tests;
    driver.multisample(true);
    const auto target = driver.texture(virgl::Format::Rgba8, 8);
    driver.target(target, driver.texture(virgl::Format::Z24S8, 8));
    driver.clear({0, 0, 0, 1}, virgl::kClearColor0 | virgl::kClearDepth | virgl::kClearStencil);
    driver.drawLeft(kRedValue, -0.5f);
    driver.drawWhole(kBlueValue, 0.5f);
    expectSmoothEdge(driver, *driver.resolved(target));
    // Depth alone, by a rectangle: all samples of it.
    driver.clear({}, virgl::kClearDepth);
    driver.drawWhole(kBlueValue, 0.9f);
    EXPECT_EQ(driver.texel<Rgba>(*driver.resolved(target), 10, 7), (Rgba{0, 0, 255, 255}));
}

TEST(DriverFormsTest, KeepsTheSamplesOfPixelsThatTheProcessorLeavesAlone) {
    FormsDriver driver({"SIMULATOR.ForceMSAA=TRUE"});
    const auto target = driver.texture(virgl::Format::Rgba8);
    driver.target(target);
    driver.clear({0, 0, 1, 1});
    driver.drawLeft(kRedValue);
    driver.put(*target, 20, 20, {1, 2, 3, 255});
    // Over the same samples: with equal samples of the mean, the pixel would be mixed once more.
    driver.drawLeft(kRedValue);
    expectSmoothEdge(driver, *target);
    EXPECT_EQ(driver.texel<Rgba>(*target, 20, 20), (Rgba{1, 2, 3, 255}));
}

TEST(DriverFormsTest, RefusesCoverageThatTheChipDoesNotHave) {
    FormsDriver driver;
    const auto refusal = [](const auto& action) -> std::string {
        try {
            action();
        } catch (const virgl::Unsupported& refused) {
            return refused.what();
        }
        return "none";
    };
    const auto target = driver.texture(virgl::Format::Rgba8, 4);
    driver.target(target);
    driver.clear({0, 0, 1, 1});
    EXPECT_EQ(refusal([&] { driver.drawLeft(kRedValue); }),
              "draws without multisampling to a surface of several samples");
    const std::vector<Corner> rectangle = {{{-0.5f, -1, 0, 1}, kRedValue},
                                           {{0.5f, -1, 0, 1}, kRedValue},
                                           {{0.5f, 0.5f, 0, 1}, kRedValue},
                                           {{-0.5f, 0.5f, 0, 1}, kRedValue}};
    EXPECT_EQ(refusal([&] { driver.draw(rectangle, virgl::Primitive::TriangleFan); }), "none");
    EXPECT_EQ(driver.texel<Rgba>(*driver.resolved(target), 8, 8), kOpaqueRed);
    EXPECT_EQ(driver.texel<Rgba>(*driver.resolved(target), 7, 8), (Rgba{0, 0, 255, 255}));
    std::vector<Corner> slanted = rectangle;
    slanted[2].position[0] = 0.75f;
    EXPECT_NE(refusal([&] { driver.draw(slanted, virgl::Primitive::TriangleFan); }), "none");
    driver.multisample(true);
    driver.state.sampleMask = 7;
    EXPECT_EQ(refusal([&] { driver.drawLeft(kRedValue); }), "masks of samples");
    driver.state.sampleMask = 0xf;
    EXPECT_EQ(refusal([&] { driver.drawLeft(kRedValue); }), "none");
    driver.state.depthBuffer = FormsDriver::surfaceOf(driver.texture(virgl::Format::Z24S8, 2));
    EXPECT_EQ(refusal([&] { driver.drawLeft(kRedValue); }), "surfaces of different numbers of samples at once");
    EXPECT_EQ(refusal([&] { driver.blit(target, driver.texture(virgl::Format::Rgba8, 2)); }),
              "copies between surfaces of different forms of samples");
    EXPECT_EQ(refusal([&] { driver.texture(virgl::Format::Rgba8, 16); }), "surfaces of 16 samples");
    EXPECT_EQ(refusal([&] { driver.texture(virgl::Format::L8, 4); }),
              "textures of several samples with levels, or of formats that are not drawn");
    driver.target(driver.texture(virgl::Format::Rgba8));
    driver.sample(target);
    EXPECT_EQ(refusal([&] { driver.drawWhole(kRedValue); }), "textures of several samples");
}

TEST(DriverFormsTest, OffersWhatTheTilesHold) {
    FormsDriver driver;
    const virgl::Capabilities& offered = driver.renderer.capabilities();
    EXPECT_EQ(offered.samples, 8u);
    // Four samples: at (12, 44), (44, 108), (76, 12) and (108, 76) of 128.
    EXPECT_EQ(offered.sampleLocations[1], 0xd991'5d15u);
    EXPECT_EQ(offered.multisampled.size(), 13u);
}

TEST(DriverFormsTest, DrawsTheSameInTilesAndBlocksOfOtherSizesAndOnOtherUnits) {
    const auto picture = [](const std::vector<std::string>& settings, uint32_t& textureHash) {
        FormsDriver driver(settings);
        const auto image = driver.texture(virgl::Format::La8);
        std::vector<std::byte> texels(size_t{kFormsEdge} * kFormsEdge * 2);
        for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 7 % 251);
        driver.renderer.upload(*image, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}}, texels,
                               {.stride = kFormsEdge * 2, .sliceStride = texels.size()});
        const auto target = driver.texture(virgl::Format::Rgba8);
        driver.target(target);
        driver.clear({0, 0, 1, 1});
        driver.sample(image);
        driver.draw({{{-1, -1, 0, 1}, {0, 0, 0, 0}}, {{1, -1, 0, 1}, {1, 0, 0, 0}}, {{-1, 1, 0, 1}, {0, 1, 0, 0}}});
        auto shown = driver.texels(*target);
        textureHash = driver.context.memoryHash;
        EXPECT_TRUE(driver.foundNothing());
        return shown;
    };
    uint32_t usualHash = 0;
    const auto usual = picture({}, usualHash);
    for (const std::vector<std::string>& settings :
         {std::vector<std::string>{"FRAGMENTSHADER.TextureBlockDimension=3"},
          std::vector<std::string>{"FRAGMENTSHADER.TextureSuperBlockDimension=1"},
          std::vector<std::string>{"RASTERIZER.ScanWidth=32", "RASTERIZER.ScanHeight=32"},
          std::vector<std::string>{"RASTERIZER.OverScanWidth=8", "RASTERIZER.OverScanHeight=8"},
          std::vector<std::string>{"FRAGMENTSHADER.VectorALUConfig=scalar"},
          std::vector<std::string>{"FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE"},
          std::vector<std::string>{"MEMORYCONTROLLER.V2SecondInterleaving=TRUE"}}) {
        uint32_t hash = 0;
        EXPECT_EQ(picture(settings, hash), usual) << settings[0];
        // Blocks of another size have the texels in another order, where the image is larger than one.
        if (settings[0].find("SuperBlock") != std::string::npos) {
            EXPECT_NE(hash, usualHash);
        }
    }
}

}  // namespace
}  // namespace cyclorama::attila
