// SPDX-License-Identifier: MIT
// Values that both machines derive from a group of the draw state and keep between draws: a change of a group must
// show in the next draw.

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string_view>

#include "func/formats/color_format.h"
#include "func/texture/texture_memory.h"
#include "machine/configuration/settings.h"
#include "machine/functional_scene.h"

namespace cyclorama::machine {
namespace {

constexpr uint32_t kImageBytes = 64;
constexpr std::array kTexels{0xff0000ffu, 0xff00ff00u, 0xffff0000u};  // red, green, blue

/// Draws three squares after each other: before the second something is changed, before the third it is changed back.
/// Expects red, green, red.
void expectEachDrawToSee(Scene& scene, const std::function<void(gpu::DrawState&)>& change,
                         const std::function<void(gpu::DrawState&)>& changeBack) {
    scene.draw(scene.rectangle(0, 0, 16, 64));
    change(scene.state);
    scene.draw(scene.rectangle(16, 0, 32, 64));
    changeBack(scene.state);
    scene.draw(scene.rectangle(32, 0, 48, 64)).present();
    for (const auto& outcome : {scene.run(), scene.runTimed()}) {
        ASSERT_TRUE(outcome->findings.all().empty()) << outcome->findings.all()[0].kind.identifier;
        EXPECT_EQ(pixel(outcome->picture(), 8, 30), 0xff0000u);
        EXPECT_EQ(pixel(outcome->picture(), 24, 30), 0x00ff00u);
        EXPECT_EQ(pixel(outcome->picture(), 40, 30), 0xff0000u);
    }
}

/// A scene with three 4x4 images, one colour each, of which texture unit 0 has the first, and with their sampling.
Scene texturedScene() {
    Scene scene;
    scene.texture(2);
    for (uint32_t image = 0; image < kTexels.size(); ++image)
        scene.write(kTextureAddress + image * kImageBytes, std::vector<uint32_t>(16, kTexels[image]));
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    return scene;
}

TEST(SharedState, DrawsSeeTheirTextures) {
    Scene scene = texturedScene();
    const gpu::TextureDescriptor first = scene.state.textures.descriptor(0);
    expectEachDrawToSee(
        scene, [](auto& state) { state.textures.edit(0).address[0][0] += kImageBytes; },
        [&](auto& state) { state.textures.bind(0, first); });
}

// As a register that is written twice: the value is that of before, the group another.
TEST(SharedState, DrawsSeeTexturesThatAreWrittenBack) {
    Scene scene = texturedScene();
    expectEachDrawToSee(
        scene, [](auto& state) { state.textures.edit(0).address[0][0] += kImageBytes; },
        [](auto& state) { state.textures.edit(0).address[0][0] -= kImageBytes; });
}

TEST(SharedState, DrawsSeeMoreTexturesThanAreKept) {
    Scene scene = texturedScene();
    for (uint32_t draw = 0; draw < 3 * gpu::kTextureUnits; ++draw) {
        func::TextureState& texture = scene.state.textures.edit(0);
        texture.address[0][0] = kTextureAddress + draw % 2 * kImageBytes;
        texture.lodBias = static_cast<float>(draw);
        scene.draw(scene.rectangle(0, 0, 16, 64));
    }
    scene.state.textures.edit(0).address[0][0] = kTextureAddress + 2 * kImageBytes;
    scene.draw(scene.rectangle(16, 0, 32, 64)).present();
    for (const auto& outcome : {scene.run(), scene.runTimed()}) {
        EXPECT_EQ(pixel(outcome->picture(), 8, 30), 0x00ff00u);
        EXPECT_EQ(pixel(outcome->picture(), 24, 30), 0x0000ffu);
    }
}

TEST(SharedState, DrawsSeeTheirConstants) {
    Scene fragment;
    fragment.fragmentProgram("mov o1, c3 <- end");
    fragment.state.stages[gpu::Stage::Fragment].constants.edit()[3] = kRed;
    expectEachDrawToSee(
        fragment, [](auto& state) { state.stages[gpu::Stage::Fragment].constants.edit()[3] = kGreen; },
        [](auto& state) { state.stages[gpu::Stage::Fragment].constants.edit()[3] = kRed; });

    Scene vertex;
    vertex.vertexProgram("mov o0, i0\nmov o1, c3 <- end");
    vertex.state.stages[gpu::Stage::Vertex].constants.edit()[3] = kRed;
    expectEachDrawToSee(
        vertex, [](auto& state) { state.stages[gpu::Stage::Vertex].constants.edit()[3] = kGreen; },
        [](auto& state) { state.stages[gpu::Stage::Vertex].constants.edit()[3] = kRed; });
}

// Relative constants are indexed in one bank of the constants of both stages, which is made of them.
TEST(SharedState, DrawsSeeConstantsThatAreIndexed) {
    for (const gpu::Stage stage : {gpu::Stage::Vertex, gpu::Stage::Fragment}) {
        Scene scene;
        scene.vertexProgram("arl a0, c0\nmov o0, i0\nmov o1, c0[a0.x + 3] <- end");
        scene.state.stages[gpu::Stage::Vertex].constants.edit()[0].fill(stage == gpu::Stage::Vertex ? 0.0f : 512.0f);
        scene.state.stages[stage].constants.edit()[3] = kRed;
        expectEachDrawToSee(
            scene, [&](auto& state) { state.stages[stage].constants.edit()[3] = kGreen; },
            [&](auto& state) { state.stages[stage].constants.edit()[3] = kRed; });
    }
}

TEST(SharedState, DrawsSeeTheirPrograms) {
    Scene scene;
    scene.fragmentProgram("mov o1, c0 <- end");
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[0] = kRed;
    scene.state.stages[gpu::Stage::Fragment].constants.edit()[1] = kGreen;
    const auto first = scene.state.stages[gpu::Stage::Fragment].program;
    expectEachDrawToSee(
        scene, [](auto& state) { state.stages[gpu::Stage::Fragment].program = assembled("mov o1, c1 <- end"); },
        [&](auto& state) { state.stages[gpu::Stage::Fragment].program = first; });
}

}  // namespace
}  // namespace cyclorama::machine
