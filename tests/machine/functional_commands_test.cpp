// SPDX-License-Identifier: MIT
// Commands beside the draw: clears, blits, presents, dumps, the state of blocks, limits.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "func/output/resolve.h"
#include "gpu/work_kind.h"
#include "machine/functional_scene.h"
#include "machine/values/executable_operation.h"
#include "machine/values/machine_findings.h"
#include "support/draw_numbers.h"

namespace cyclorama::machine {
namespace {

/// A pixel of memory that was never written (mem::kUnwrittenWord).
constexpr uint32_t kUnwrittenPixel = 0xfecaad;

TEST(FunctionalClear, FillsTheBuffersWithTheirValues) {
    Scene scene;
    scene.state.color.edit().clearColor = {1, 0.5f, 0, 0};
    scene.state.depthBuffer.edit().clearDepth = 0x123456;
    scene.state.depthBuffer.edit().clearStencil = 0x9a;
    scene.command(gpu::ClearColor{});
    scene.command(gpu::ClearDepthStencil{}).present();
    scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Depth}));
    scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Stencil}));
    scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Color}));
    const auto outcome = scene.run();
    EXPECT_TRUE(outcome->findings.all().empty());
    const uint32_t color = pixel(outcome->picture(), 3, 3);
    EXPECT_EQ(color >> 16, 0xffu);
    EXPECT_NEAR(color >> 8 & 0xff, 127.5, 0.5);
    EXPECT_EQ(count(outcome->picture(), color), 64u * 64);
    ASSERT_EQ(outcome->dumps.size(), 3u);
    EXPECT_EQ(outcome->dumps[0].first, "depth0");
    EXPECT_EQ(count(outcome->dumps[0].second, 0x123456), 64u * 64);
    EXPECT_EQ(outcome->dumps[1].first, "stencil1");
    // The value, its upper four bits, and its lower four made upper ones.
    EXPECT_EQ(count(outcome->dumps[1].second, 0x9a90a0), 64u * 64);
    EXPECT_EQ(outcome->dumps[2].first, "color2");
    EXPECT_EQ(outcome->dumps[2].second.rgba[3], 0u) << "a dump keeps alpha";
    EXPECT_EQ(outcome->picture().rgba[3], 255u) << "a display has none";
}

// ATTILA's block states say "cleared" at power-on: what the first fragments find are the default clear values, whatever
// the registers hold by then.
TEST(FunctionalPowerOn, TheFirstFragmentsFindClearedBuffers) {
    Scene scene(64, 64, Scene::Start::PowerOn);
    scene.state.color.edit().clearColor = kBlue;
    scene.state.depthBuffer.edit().clearDepth = 0;
    scene.depthTest(func::CompareFunction::Less);
    scene.draw(scene.rectangle(0, 0, 32, 64, kRed)).present();
    const func::Picture picture = scene.picture();
    EXPECT_EQ(count(picture, 0xff0000), 32u * 64);
    EXPECT_EQ(count(picture, 0), 32u * 64);
}

// The chip touches depth where a test is made, and nothing else at its address.
TEST(FunctionalPowerOn, WithoutTestsTheDepthBufferIsNotTouched) {
    for (const bool tested : {false, true}) {
        Scene scene(64, 64, Scene::Start::PowerOn);
        scene.state.depthBuffer.edit().address = scene.state.color->targets[0].address;
        scene.command(gpu::ClearColor{});
        if (tested) scene.depthTest(func::CompareFunction::Never);
        scene.draw(scene.rectangle(0, 0, 32, 64, kRed)).present();
        const func::Picture picture = scene.picture();
        EXPECT_EQ(count(picture, 0), tested ? 0u : 32u * 64);
        EXPECT_EQ(count(picture, 0xff0000), tested ? 0u : 32u * 64);
    }
}

TEST(FunctionalPowerOn, WithoutFragmentsTheBuffersHoldWhatMemoryHolds) {
    Scene nothing(64, 64, Scene::Start::PowerOn);
    nothing.present();
    EXPECT_EQ(count(nothing.picture(), kUnwrittenPixel), 64u * 64);

    Scene culled(64, 64, Scene::Start::PowerOn);
    culled.state.raster.edit().cullMode = func::CullMode::FrontAndBack;
    culled.draw(culled.everything()).present();
    EXPECT_EQ(count(culled.picture(), kUnwrittenPixel), 64u * 64);
}

TEST(FunctionalPowerOn, RestoredOrResetBlockStatesEndIt) {
    const auto backgroundAfter = [](attila::BlockState::Action operation, gpu::Buffer buffer) {
        Scene scene(64, 64, Scene::Start::PowerOn);
        scene.command(attila::operation(attila::BlockState{operation, buffer}));
        scene.draw(scene.rectangle(0, 0, 32, 64, kRed)).present();
        return pixel(scene.picture(), 40, 40);
    };
    using Operation = attila::BlockState::Action;
    EXPECT_EQ(backgroundAfter(Operation::Save, gpu::Buffer::Color), 0u);
    EXPECT_EQ(backgroundAfter(Operation::Restore, gpu::Buffer::Color), kUnwrittenPixel);
    EXPECT_EQ(backgroundAfter(Operation::Reset, gpu::Buffer::Color), kUnwrittenPixel);
    EXPECT_EQ(backgroundAfter(Operation::Reset, gpu::Buffer::DepthStencil), 0u);
}

TEST(FunctionalPowerOn, ComesBackWithAReset) {
    Scene scene;
    scene.state.color.edit().clearColor = kBlue;
    scene.command(gpu::ClearColor{});
    scene.command(gpu::Reset{});
    scene.draw(scene.rectangle(0, 0, 32, 64, kRed)).present();
    EXPECT_EQ(pixel(scene.picture(), 40, 40), 0u);
}

TEST(FunctionalPresent, ShowsTheTopRowFirstWhereYPointsDown) {
    Scene scene;
    scene.draw(scene.rectangle(0, 0, 64, 16, kRed)).present();
    scene.state.raster.edit().invertY = true;
    scene.present();
    const auto outcome = scene.run();
    // pixel() counts from the lower left corner of the picture.
    EXPECT_EQ(pixel(outcome->frames[0].picture, 5, 5), 0xff0000u);
    EXPECT_EQ(pixel(outcome->frames[1].picture, 5, 5), 0u);
    EXPECT_EQ(pixel(outcome->frames[1].picture, 5, 60), 0xff0000u);
}

/// An operation that fails.
class Failure final : public ExecutableOperation {
  public:
    std::string describe() const override { return "failure"; }
    void apply(OperationContext& /*context*/) const override { throw std::runtime_error("failure"); }
};

/// A draw of a family's own.
class OwnDraw final : public ExecutableOperation {
  public:
    std::string describe() const override { return "own draw"; }
    gpu::WorkKind kind() const override { return gpu::WorkKind::Draw; }
    void apply(OperationContext& /*context*/) const override {}
};

TEST(FunctionalObserver, DrawsOfAFamilyCountAsThoseOfTheVocabulary) {
    Scene scene;
    const auto own = [] { return std::make_shared<const OwnDraw>(); };
    scene.command(own()).command(own()).draw(scene.rectangle(0, 0, 8, 8)).command(own()).present().command(own());
    DrawNumbers observer;
    (void)scene.run({.threads = 1, .observer = &observer});
    EXPECT_EQ(observer.numbers, (std::vector<uint32_t>{0, 1, 2, 3, 0}));
}

TEST(FunctionalObserver, MachinesOfOneRunNumberDrawsTogether) {
    Scene scene;
    scene.command(std::make_shared<const OwnDraw>()).draw(scene.rectangle(0, 0, 8, 8));
    DrawNumbers observer;
    FrameUnderWay frame;
    const FunctionalMachine::Options options{.threads = 1, .observer = &observer, .frame = &frame};
    (void)scene.run(options);
    (void)scene.run(options);
    frame.begin(1);
    (void)scene.run(options);
    EXPECT_EQ(observer.numbers, (std::vector<uint32_t>{0, 1, 2, 3, 0, 1}));
    scene.present();
    EXPECT_EQ(scene.run(options)->frames.at(0).index, 1u);
    EXPECT_EQ(frame.number, 2u);
    EXPECT_EQ(frame.draws, 0u);
}

/// The operations that have ended, and the samples.
class Ends final : public RunObserver {
  public:
    void end(uint32_t operation, std::optional<uint64_t> /*cycle*/) override { ended.push_back(operation); }
    void sample(const RunSample& /*sample*/) override { ++samples; }

    std::vector<uint32_t> ended;
    int samples = 0;
};

TEST(FunctionalObserver, OperationThatFailsEnds) {
    Scene scene;
    scene.command(std::make_shared<const Failure>());
    Ends observer;
    EXPECT_THROW((void)scene.run({.threads = 1, .observer = &observer}), std::runtime_error);
    EXPECT_EQ(observer.ended, (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(observer.samples, 3);
}

TEST(FunctionalPresent, StopsAtTheLimitAndCountsFromTheFirstFrame) {
    Scene scene;
    for (int frame = 0; frame < 3; ++frame) scene.draw(scene.rectangle(0, 0, 8, 8)).present();
    EXPECT_EQ(scene.run()->frames.size(), 3u);
    const auto outcome = scene.run({.threads = 1, .limits = {.firstFrame = 7, .frames = 2}});
    ASSERT_EQ(outcome->frames.size(), 2u);
    EXPECT_EQ(outcome->frames[0].index, 7u);
    EXPECT_EQ(outcome->frames[1].index, 8u);
    EXPECT_EQ(outcome->counters.draws, 2u);
}

/// A scene with a red and a green part, of which the window (x 16 to 48, y 8 to 24) is copied to unit 0's texture.
Scene blitScene(func::TextureBlocking blocking, uint32_t xOffset, uint32_t yOffset) {
    Scene scene;
    scene.draw(scene.rectangle(0, 0, 30, 12, kRed));
    scene.draw(scene.rectangle(30, 12, 64, 64, kGreen));
    scene.state.blit = {.x = 16,
                        .y = 8,
                        .xOffset = xOffset,
                        .yOffset = yOffset,
                        .width = 32,
                        .height = 16,
                        .destinationAddress = kTextureAddress,
                        .destinationLog2Width = 5,
                        .destinationFormat = func::Format::Rgba8888,
                        .destinationBlocking = blocking};
    return scene;
}

/// Draws a texel a pixel and compares with the window; texels outside of it are not looked at.
void expectWindow(Scene& scene) {
    func::TextureState& texture = scene.texture(5);
    texture.blocking = scene.state.blit.destinationBlocking;
    texture.height = 16;
    texture.log2Height = 4;
    scene.command(gpu::ClearColor{});
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    std::vector<Vertex> square = scene.rectangle(0, 0, 32, 16);
    for (Vertex& vertex : square)
        vertex.color = {vertex.position[0] > -1 ? 1.0f : 0.0f, vertex.position[1] > -1 ? 1.0f : 0.0f, 0, 1};
    scene.draw(square).present();
    const auto outcome = scene.run();
    const gpu::BlitParameters& window = scene.state.blit;
    for (uint32_t y = window.yOffset; y < 16; ++y) {
        for (uint32_t x = window.xOffset; x < 32; ++x) {
            const uint32_t sourceX = x - window.xOffset + 16;
            const uint32_t sourceY = y - window.yOffset + 8;
            const uint32_t expected = sourceX < 30 && sourceY < 12     ? 0xff0000u
                                      : sourceX >= 30 && sourceY >= 12 ? 0x00ff00u
                                                                       : 0u;
            EXPECT_EQ(pixel(outcome->picture(), x, y), expected) << x << ", " << y;
        }
    }
    EXPECT_EQ(outcome->found(findings::kBlitFormat), 0u);
}

TEST(FunctionalBlit, CopiesAWindowIntoATexture) {
    Scene scene = blitScene(func::TextureBlocking::Texture, 0, 0);
    scene.command(attila::operation(attila::Blit{}));
    expectWindow(scene);
}

TEST(FunctionalBlit, PutsTheWindowAtAnOffset) {
    Scene scene = blitScene(func::TextureBlocking::Texture, 4, 2);
    scene.state.blit.width = 28;
    scene.state.blit.height = 14;
    scene.command(attila::operation(attila::Blit{}));
    expectWindow(scene);
}

TEST(FunctionalBlit, CopiesIntoAnImageInFramebufferBlocking) {
    Scene scene = blitScene(func::TextureBlocking::Framebuffer, 0, 0);
    scene.command(attila::operation(attila::Blit{}));
    expectWindow(scene);
}

TEST(FunctionalBlit, LeavesOutWhatIsNotInBothImages) {
    Scene scene = blitScene(func::TextureBlocking::Texture, 0, 0);
    scene.state.blit.x = 0xfffffff0;
    scene.command(attila::operation(attila::Blit{})).present();
    const auto outcome = scene.run();
    EXPECT_EQ(outcome->found(findings::kBlit), 1u);
}

}  // namespace
}  // namespace cyclorama::machine
