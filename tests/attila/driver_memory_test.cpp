// SPDX-License-Identifier: MIT
// The memory of the GPU: which part has what, which blocks have states, and when buffers are sent.

#include <gtest/gtest.h>

#include "attila/forms_driver.h"

namespace cyclorama::attila {
namespace {

using namespace test;

TEST(DriverMemoryTest, GivesSurfacesTheFirstWayOfInterleaving) {
    constexpr uint32_t kHalf = 128 << 20;
    FormsDriver driver({"MEMORYCONTROLLER.V2SecondInterleaving=TRUE", "MEMORYCONTROLLER.MemorySize=256"});
    driver.target(driver.make({.target = virgl::Target::Texture2D,
                               .format = virgl::Format::Rgba8,
                               .bind = virgl::kBindRenderTarget | virgl::kBindShown,
                               .width = kFormsEdge,
                               .height = kFormsEdge}));
    driver.sample(driver.texture(virgl::Format::Rgba8));
    driver.clear({});
    driver.drawWhole({});
    driver.renderer.finish();
    EXPECT_EQ(driver.context.valuesOf(Register::SecondInterleavingStart), std::vector<uint32_t>{kHalf});
    for (const uint32_t address : driver.context.valuesOf(Register::BackBufferAddress)) EXPECT_LT(address, kHalf);
    for (const Register reg : {Register::TextureAddress, Register::StreamAddress, Register::VertexProgramAddress})
        for (const uint32_t address : driver.context.valuesOf(reg)) EXPECT_GE(address, kHalf);
}

TEST(DriverMemoryTest, ClearsByCommandWhatNoTextureReads) {
    FormsDriver driver;
    const auto window = driver.texture(virgl::Format::Rgba8);
    const auto picture = driver.texture(virgl::Format::Rgba8);
    driver.target(picture);
    driver.clear({0, 1, 0, 1});
    driver.target(window);
    driver.clear({0, 0, 1, 1});
    driver.renderer.finish();
    EXPECT_EQ(driver.context.count(ControlCommand::ClearColorBuffer), 2u);
    EXPECT_EQ(driver.context.count(ControlCommand::FlushColor), 1u);
    EXPECT_EQ(driver.context.count(ControlCommand::Draw), 0u);
    driver.sample(picture);
    driver.drawWhole({0.5f, 0.5f, 0, 1});
    EXPECT_EQ(driver.texel<Rgba>(*window, 3, 3), (Rgba{0, 255, 0, 255}));
    // Its memory is read now: blocks have no states there any more, and a clear is drawn.
    driver.target(picture);
    driver.clear({1, 0, 0, 1});
    driver.renderer.finish();
    EXPECT_EQ(driver.context.count(ControlCommand::ClearColorBuffer), 2u);
    EXPECT_EQ(driver.context.count(ControlCommand::Draw), 2u);
    EXPECT_EQ(driver.context.valuesOf(Register::ColorCompression).back(), 0u);
    EXPECT_EQ(driver.texel<Rgba>(*picture, 3, 3), (Rgba{255, 0, 0, 255}));
    // The window kept its states.
    driver.target(window);
    driver.useProgram(virgl::Stage::Fragment, kPassFragment);
    driver.drawLeft({1, 1, 1, 1});
    EXPECT_EQ(driver.texel<Rgba>(*window, 3, 3), (Rgba{255, 255, 255, 255}));
    EXPECT_EQ(driver.texel<Rgba>(*window, 20, 3), (Rgba{0, 255, 0, 255}));
    EXPECT_EQ(driver.context.valuesOf(Register::ColorCompression).back(), 1u);
}

TEST(DriverMemoryTest, ClearsDepthByCommandWithStencilThatIsKnown) {
    using Word = std::array<uint32_t, 1>;
    FormsDriver driver;
    const auto depth = driver.texture(virgl::Format::Z24S8);
    driver.target(driver.texture(virgl::Format::Rgba8), depth);
    driver.clear({}, virgl::kClearDepth, 0.5);
    driver.renderer.finish();
    EXPECT_EQ(driver.context.count(ControlCommand::ClearZStencilBuffer), 1u);
    auto tests = std::make_shared<virgl::DepthStencilAlpha>();
    tests->stencil[0] = {
        .enabled = true, .function = func::CompareFunction::Always, .depthPass = func::StencilOperation::IncrementWrap};
    tests->stencil[1] = tests->stencil[0];
    driver.state.depthStencilAlpha = tests;
    driver.drawLeft({1, 1, 1, 1});
    driver.clear({}, virgl::kClearDepth, 1);
    driver.renderer.finish();
    EXPECT_EQ(driver.context.count(ControlCommand::ClearZStencilBuffer), 1u);
    EXPECT_EQ(driver.texel<Word>(*depth, 3, 3), Word{0x01ffffff});
    EXPECT_EQ(driver.texel<Word>(*depth, 20, 3), Word{0x00ffffff});
}

TEST(DriverMemoryTest, SendsVerticesWhenADrawNeedsThem) {
    FormsDriver driver;
    driver.target(driver.texture(virgl::Format::Rgba8));
    const std::vector<Corner> corners(24, {{9, 9, 0, 1}, {}});
    const auto bytes = std::as_bytes(std::span(corners));
    const auto buffer = driver.make({.width = static_cast<uint32_t>(bytes.size())});
    const auto upload = [&] {
        driver.renderer.upload(
            *buffer, {.box = {.width = static_cast<uint32_t>(bytes.size()), .height = 1, .depth = 1}}, bytes, {});
    };
    upload();
    driver.state.vertexBuffers[0] = {.stride = sizeof(Corner), .offset = 0, .resource = buffer};
    const auto draw = [&](uint32_t start) {
        driver.renderer.draw(driver.state, {.primitive = virgl::Primitive::Triangles, .start = start, .count = 3});
        driver.renderer.finish();
        return std::pair(driver.context.vertexBytes, driver.context.lockedBytes);
    };
    const auto [first, firstLocked] = draw(0);
    EXPECT_EQ(first, 256u);      // 96, in whole lines
    EXPECT_EQ(firstLocked, 0u);  // the load of the programs has waited for what was drawn before
    const auto [second, secondLocked] = draw(0);
    EXPECT_EQ(second, first);
    const auto [third, thirdLocked] = draw(12);
    EXPECT_EQ(third - second, 256u);
    EXPECT_EQ(thirdLocked, secondLocked);
    upload();
    const auto [fourth, fourthLocked] = draw(12);
    EXPECT_EQ(fourth - third, 256u);
    EXPECT_EQ(fourthLocked - thirdLocked, 256u);
}

}  // namespace
}  // namespace cyclorama::attila
