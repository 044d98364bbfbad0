// SPDX-License-Identifier: MIT
// Forms of surfaces: colours of 16-bit floats, and several samples a pixel; those that programs ask for, and those that
// the configuration asks for.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <variant>

#include "device/execution/simulated_executor.h"
#include "families/attila/driver/chip_model.h"
#include "families/attila/driver/renderer.h"
#include "families/attila/driver/surface_form.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "func/formats/half_float.h"
#include "sim/error.h"
#include "virgl/refusal.h"
#include "virgl/tgsi/parser.h"

namespace cyclorama::attila {
namespace {

using Rgba = std::array<uint8_t, 4>;
using HalfColor = std::array<uint16_t, 4>;
constexpr uint32_t kFormsEdge = 32;

constexpr const char* kPassVertex =
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n  0: MOV OUT[0], IN[0]\n"
    "  1: MOV OUT[1], IN[1]\n  2: END\n";
constexpr const char* kPassFragment =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n";
constexpr const char* kFourTimes =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
    "IMM[0] FLT32 {0x40800000, 0x40800000, 0x40800000, 0x40800000}\n"
    "  0: MUL OUT[0], IN[0], IMM[0]\n  1: END\n";
constexpr const char* kSampled =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
    "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n  1: END\n";

struct Corner {
    std::array<float, 4> position;
    std::array<float, 4> value;
};

/// Keeps the transactions that it passes on.
class KeepingContext final : public device::ExecutionContext {
  public:
    explicit KeepingContext(std::unique_ptr<device::ExecutionContext> inner) : inner_(std::move(inner)) {}
    void map(uint64_t address, int memory, uint64_t bytes) override { inner_->map(address, memory, bytes); }
    void unmap(uint64_t address, uint64_t bytes) override { inner_->unmap(address, bytes); }
    device::JobResult execute(const device::GpuJob& job) override {
        const auto trace = job.streams.front().copy;
        AttilaTraceReader reader(trace, "kept");
        while (const auto record = reader.next()) {
            if (const auto* write = std::get_if<RegisterWrite>(&record->transaction)) writes.push_back(*write);
            if (const auto* write = std::get_if<MemoryWrite>(&record->transaction))
                for (const std::byte byte : write->data) memoryHash = memoryHash * 31 + std::to_integer<uint32_t>(byte);
        }
        return inner_->execute(job);
    }
    /// Values that were written to a register, one after the other.
    std::vector<uint32_t> valuesOf(Register reg) const {
        std::vector<uint32_t> values;
        for (const RegisterWrite& write : writes)
            if (write.reg == reg) values.push_back(write.value.asUint());
        return values;
    }

    std::vector<RegisterWrite> writes;
    /// Hash of all bytes that were written to memory.
    uint32_t memoryHash = 0;

  private:
    std::unique_ptr<device::ExecutionContext> inner_;
};

/// A driver before a functional machine, both of one configuration.
class FormsDriver {
  public:
    explicit FormsDriver(const std::vector<std::string>& settings = {}) : configuration_(configured(settings)) {
        renderer.attach(context);
        state.blend = std::make_shared<virgl::Blend>();
        state.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>();
        state.rasterizer = std::make_shared<virgl::Rasterizer>();
        // 31 is R32G32B32A32_FLOAT.
        state.vertexElements = std::make_shared<virgl::VertexElements>(
            virgl::VertexElements{{.offset = 0, .format = 31}, {.offset = 16, .format = 31}});
        state.viewport = {.scale = {kFormsEdge / 2.0f, kFormsEdge / 2.0f, 0.5f},
                          .offset = {kFormsEdge / 2.0f, kFormsEdge / 2.0f, 0.5f}};
        useProgram(virgl::Stage::Vertex, kPassVertex);
        useProgram(virgl::Stage::Fragment, kPassFragment);
    }

    std::shared_ptr<virgl::Resource> texture(virgl::Format format, uint32_t samples = 0) {
        return make({.target = virgl::Target::Texture2D,
                     .format = format,
                     .width = kFormsEdge,
                     .height = kFormsEdge,
                     .samples = samples});
    }
    std::shared_ptr<virgl::Resource> make(const virgl::ResourceDescription& description) {
        auto made = std::make_shared<virgl::Resource>();
        made->description = description;
        made->storage = renderer.makeStorage(description);
        return made;
    }
    static std::shared_ptr<virgl::Surface> surfaceOf(const std::shared_ptr<virgl::Resource>& resource) {
        return std::make_shared<virgl::Surface>(
            virgl::Surface{.resource = resource, .format = resource->description.format});
    }
    void target(const std::shared_ptr<virgl::Resource>& color, const std::shared_ptr<virgl::Resource>& depth = {}) {
        state.colorBuffers[0] = surfaceOf(color);
        state.depthBuffer = depth ? surfaceOf(depth) : nullptr;
    }
    void useProgram(virgl::Stage stage, const char* text) {
        state.stage(stage).shader = std::make_shared<virgl::Shader>(
            virgl::Shader{.stage = stage, .program = virgl::tgsi::parse(text), .number = ++programs_});
    }
    void sample(const std::shared_ptr<virgl::Resource>& from) {
        state.stage(virgl::Stage::Fragment).views[0] = std::make_shared<virgl::SamplerView>(
            virgl::SamplerView{.resource = from, .format = from->description.format});
        state.stage(virgl::Stage::Fragment).samplers[0] = std::make_shared<virgl::Sampler>();
        useProgram(virgl::Stage::Fragment, kSampled);
    }
    void addToTarget() {
        auto blend = std::make_shared<virgl::Blend>();
        blend->targets[0].enabled = true;
        blend->targets[0].destinationColor = blend->targets[0].destinationAlpha = func::BlendFactor::One;
        state.blend = blend;
    }
    void clear(const func::Vec4& color, uint32_t buffers = virgl::kClearColor0, double depth = 1) {
        renderer.clear(state, {.buffers = buffers, .color = color, .depth = depth});
    }
    void draw(const std::vector<Corner>& corners, virgl::Primitive primitive = virgl::Primitive::Triangles) {
        const auto bytes = std::as_bytes(std::span(corners));
        const auto size = static_cast<uint32_t>(bytes.size());
        auto buffer = make({.width = size});
        renderer.upload(*buffer, {.box = {.width = size, .height = 1, .depth = 1}}, bytes, {});
        state.vertexBuffers[0] = {.stride = sizeof(Corner), .offset = 0, .resource = buffer};
        renderer.draw(state, {.primitive = primitive, .count = static_cast<uint32_t>(corners.size())});
    }
    /// Covers the left of the view to the middle of column 10.
    void drawLeft(const std::array<float, 4>& value, float z = 0) {
        constexpr float kX = 10.5f / (kFormsEdge / 2.0f) - 1;
        draw({{{-9, 0, z, 1}, value}, {{kX, -5, z, 1}, value}, {{kX, 5, z, 1}, value}});
    }
    void drawWhole(const std::array<float, 4>& value, float z = 0) {
        draw({{{-1, -1, z, 1}, value}, {{3, -1, z, 1}, value}, {{-1, 3, z, 1}, value}});
    }
    template <typename Texel>
    Texel texel(virgl::Resource& resource, uint32_t x, uint32_t y) {
        Texel read{};
        renderer.download(resource, {.box = {.x = x, .y = y, .width = 1, .height = 1, .depth = 1}},
                          std::as_writable_bytes(std::span(read)), {.stride = sizeof read, .sliceStride = sizeof read});
        return read;
    }
    void put(virgl::Resource& resource, uint32_t x, uint32_t y, const Rgba& value) {
        renderer.upload(resource, {.box = {.x = x, .y = y, .width = 1, .height = 1, .depth = 1}},
                        std::as_bytes(std::span(value)), {.stride = sizeof value, .sliceStride = sizeof value});
    }
    void multisample(bool on) {
        auto raster = std::make_shared<virgl::Rasterizer>();
        raster->multisample = on;
        state.rasterizer = raster;
    }
    /// To one sample a pixel, as Mesa does it for windows.
    std::shared_ptr<virgl::Resource> resolved(const std::shared_ptr<virgl::Resource>& from) {
        auto to = texture(from->description.format);
        blit(from, to);
        return to;
    }
    void blit(const std::shared_ptr<virgl::Resource>& from, const std::shared_ptr<virgl::Resource>& to) {
        const bool depth = from->description.format == virgl::Format::Z24S8;
        renderer.blit({.from = {.resource = from, .width = kFormsEdge, .height = kFormsEdge, .depth = 1},
                       .to = {.resource = to, .width = kFormsEdge, .height = kFormsEdge, .depth = 1},
                       .mask = depth ? virgl::kBlitDepth | virgl::kBlitStencil : virgl::kBlitColors});
    }
    std::vector<std::byte> texels(virgl::Resource& resource) {
        std::vector<std::byte> read(size_t{kFormsEdge} * kFormsEdge * 4);
        renderer.download(resource, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}}, read,
                          {.stride = kFormsEdge * 4, .sliceStride = read.size()});
        return read;
    }
    bool foundNothing() const { return findings_.all().empty(); }

  private:
    static machine::Configuration configured(const std::vector<std::string>& settings) {
        machine::Configuration configuration;
        for (const std::string& setting : settings) configuration.set(setting);
        return configuration;
    }

    sim::Findings findings_;
    machine::Configuration configuration_;
    AttilaChipModel chip_;
    device::SimulatedExecutor executor_{chip_, configuration_, findings_};
    uint64_t programs_ = 0;

  public:
    KeepingContext context{executor_.makeContext()};
    Renderer renderer{configuration_};
    virgl::State state;
};

constexpr Rgba kOpaqueRed = {255, 0, 0, 255};
constexpr std::array<float, 4> kRedValue = {1, 0, 0, 1};

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
    driver.renderer.blit({.from = {.resource = from, .x = 15, .y = 16, .width = 2, .height = 1, .depth = 1},
                          .to = {.resource = to, .width = 1, .height = 1, .depth = 1},
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

/// The display's mean of red and blue, in linear space: neither is at its half of 8 bits.
constexpr Rgba kHalfRedHalfBlue = {186, 0, 186, 255};
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

TEST(DriverFormsTest, ResolvesWhatProgramsDrawAsTheDisplayDoes) {
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
    EXPECT_EQ(refusal([&] { driver.blit(target, driver.texture(virgl::Format::Rgba8, 4)); }),
              "blits between surfaces of several samples");
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
    EXPECT_EQ(offered.multisampled.size(), 7u);
}

TEST(DriverFormsTest, DrawsTheSameInTilesAndBlocksOfOtherSizes) {
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
          std::vector<std::string>{"RASTERIZER.OverScanWidth=8", "RASTERIZER.OverScanHeight=8"}}) {
        uint32_t hash = 0;
        EXPECT_EQ(picture(settings, hash), usual) << settings[0];
        // Blocks of another size have the texels in another order, where the image is larger than one.
        if (settings[0].find("SuperBlock") != std::string::npos) {
            EXPECT_NE(hash, usualHash);
        }
    }
}

TEST(DriverFormsTest, RefusesSettingsThatItDoesNotFollow) {
    for (const std::string setting : {"MEMORYCONTROLLER.V2SecondInterleaving=TRUE"}) {
        machine::Configuration configuration;
        configuration.set(setting);
        try {
            const Renderer renderer(configuration);
            ADD_FAILURE() << setting;
        } catch (const sim::Error& error) {
            const std::string key = setting.substr(0, setting.find('='));
            EXPECT_TRUE(error.reason().starts_with(key)) << error.reason();
        }
    }
}

}  // namespace
}  // namespace cyclorama::attila
