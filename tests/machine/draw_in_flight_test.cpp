// SPDX-License-Identifier: MIT
// Draws in flight whose inputs a write of the host changes.

#include "machine/values/draw_in_flight.h"

#include <gtest/gtest.h>

#include <array>

#include "machine/functional_scene.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine {
namespace {

using Use = DrawInFlight::Use;

class DrawInFlightTest : public testing::Test {
  protected:
    DrawInFlightTest() {
        scene.state.input.edit().start = 2;
        scene.state.input.edit().count = 6;
    }
    DrawInFlight& drawing() {
        draw.start(scene.state);
        return draw;
    }
    Use useOf(uint32_t address, size_t bytes = 1) {
        return draw.useOf({.address = address, .data = std::span(data).first(bytes)});
    }

    Scene scene;
    mem::AddressSpace memory{{.gpuMemoryBytes = 64 << 20, .systemMemoryBytes = 1 << 20}};
    DrawInFlight draw{Configuration{}, memory};
    std::array<std::byte, 64> data{};
};

TEST_F(DrawInFlightTest, IsNothingBeforeTheFirstDraw) { EXPECT_EQ(useOf(kVertexAddress), Use::None); }

TEST_F(DrawInFlightTest, ReadsTheVerticesThatItNames) {
    drawing();
    const uint32_t first = kVertexAddress + 2 * sizeof(Vertex);
    const uint32_t end = kVertexAddress + 8 * sizeof(Vertex);
    EXPECT_EQ(useOf(first), Use::Certain);
    EXPECT_EQ(useOf(end - 1), Use::Certain);
    EXPECT_EQ(useOf(first - 1), Use::None);
    EXPECT_EQ(useOf(end), Use::None);
    EXPECT_EQ(useOf(first - 8, 9), Use::Certain);
}

TEST_F(DrawInFlightTest, ReadsItsIndicesAndTheVerticesTheyName) {
    const std::array<uint32_t, 8> indices{99, 99, 7, 5, 9, 7, 6, 5};
    ASSERT_TRUE(memory.write(kIndexAddress, std::as_bytes(std::span(indices))));
    scene.useIndices();
    drawing();
    EXPECT_EQ(useOf(kIndexAddress + 7), Use::None);
    EXPECT_EQ(useOf(kIndexAddress + 8), Use::Certain);
    EXPECT_EQ(useOf(kIndexAddress + 31), Use::Certain);
    EXPECT_EQ(useOf(kIndexAddress + 32), Use::None);
    EXPECT_EQ(useOf(kVertexAddress + 5 * sizeof(Vertex) - 1), Use::None);
    EXPECT_EQ(useOf(kVertexAddress + 5 * sizeof(Vertex)), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 10 * sizeof(Vertex) - 1), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 10 * sizeof(Vertex)), Use::None);
}

TEST_F(DrawInFlightTest, IndicesThatRestartNameNoVertex) {
    const std::array<uint32_t, 8> indices{99, 99, 7, 5, 0xffffffff, 6, 0xffffffff, 8};
    ASSERT_TRUE(memory.write(kIndexAddress, std::as_bytes(std::span(indices))));
    scene.useIndices();
    scene.state.input.edit().restartIndex = 0xffffffff;
    drawing();
    EXPECT_EQ(useOf(kIndexAddress + 31), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 5 * sizeof(Vertex) - 1), Use::None);
    EXPECT_EQ(useOf(kVertexAddress + 5 * sizeof(Vertex)), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 9 * sizeof(Vertex) - 1), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 9 * sizeof(Vertex)), Use::None);
}

TEST_F(DrawInFlightTest, ReadsEntriesOfInstances) {
    scene.state.input.edit().instances = 5;
    scene.state.input.edit().streams[0].address = 0x2000000;
    scene.state.input.edit().streams[0].instancesPerEntry = 2;
    drawing();
    EXPECT_EQ(useOf(0x2000000), Use::Certain);
    EXPECT_EQ(useOf(0x2000000 + 2 * sizeof(Vertex) + 15), Use::Certain);
    EXPECT_EQ(useOf(0x2000000 + 2 * sizeof(Vertex) + 16), Use::None);
}

TEST_F(DrawInFlightTest, MayReadAnythingAfterAStreamWhereItsProgramLoads) {
    scene.vertexProgram("mov o0, i0\nlda r0, i1, t1\nmov o1, r0 <- end");
    drawing();
    EXPECT_EQ(useOf(kVertexAddress + 3 * sizeof(Vertex)), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 100 * sizeof(Vertex)), Use::Possible);
    EXPECT_EQ(useOf(kVertexAddress - 1), Use::None);
}

TEST_F(DrawInFlightTest, SamplesTexturesAndWritesBuffers) {
    scene.texture(3);
    scene.depthTest(func::CompareFunction::Less);
    drawing();
    EXPECT_EQ(useOf(kTextureAddress), Use::None) << "the program does not sample";
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    drawing();
    EXPECT_EQ(useOf(kTextureAddress), Use::Certain);
    EXPECT_EQ(useOf(kTextureAddress + 255), Use::Certain);
    EXPECT_EQ(useOf(kTextureAddress + 256), Use::None);
    EXPECT_EQ(useOf(kDepthAddress + 4 * 64 * 64 - 1), Use::Certain);
    EXPECT_EQ(useOf(kDepthAddress + 4 * 64 * 64), Use::None);
    scene.state.color.edit().targets[0].enabled = true;
    drawing();
    EXPECT_EQ(useOf(kColorAddress), Use::Certain);
}

TEST_F(DrawInFlightTest, EndsWithWhatWaitsForIt) {
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    scene.texture(3);
    drawing().pass(attila::operation(attila::SetState{}));
    draw.pass(gpu::WriteMemory{});
    EXPECT_EQ(useOf(kTextureAddress), Use::Certain);
    draw.pass(attila::operation(attila::LoadProgram{.target = attila::LoadProgram::Target::Fragment}));
    EXPECT_EQ(useOf(kTextureAddress), Use::Certain);
    EXPECT_EQ(useOf(kVertexAddress + 100), Use::None) << "its geometry is done";
    draw.pass(attila::operation(attila::LoadProgram{.target = attila::LoadProgram::Target::Unified}));
    EXPECT_EQ(useOf(kTextureAddress), Use::None);
    drawing().pass(gpu::WriteMemory{.address = 0, .data = {}, .waitForBatch = true});
    EXPECT_EQ(useOf(kTextureAddress), Use::None);
    drawing().pass(gpu::FlushCache{});
    EXPECT_EQ(useOf(kTextureAddress), Use::None);
}

TEST_F(DrawInFlightTest, IsNothingWithoutPipelining) {
    Configuration configuration;
    configuration.set("COMMANDPROCESSOR.PipelinedBatchRendering=FALSE");
    DrawInFlight serial(configuration, memory);
    serial.start(scene.state);
    EXPECT_EQ(serial.useOf({.address = kVertexAddress + 100, .data = data}), Use::None);
}

/// Every draw sees memory as it is at its place in the stream, whatever is under way.
TEST(TimingMachineMemory, IsThatOfTheDrawsPlaceInTheStream) {
    Scene scene;
    scene.texture(3);
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    const auto texels = [&](uint32_t color) { scene.write(kTextureAddress, std::vector<uint32_t>(64, color), false); };
    for (uint32_t i = 0; i < 6; ++i) {
        texels(0xff000000 | 0x203040 * i);
        const auto place = static_cast<float>(8 * i);
        const auto vertices = scene.rectangle(place, place, place + 16, place + 16);
        scene.write(kVertexAddress, vertices, false);
        scene.state.input.edit().count = 6;
        scene.command(gpu::Draw{});
    }
    texels(0xffffffff);
    // Over the picture that is still drawn.
    scene.write(kColorAddress, std::vector<uint32_t>(64, 0xff00ff00), false);
    scene.present();
    const auto timed = scene.runTimed();
    const auto functional = scene.run();
    EXPECT_EQ(timed->picture().rgba, functional->picture().rgba);
    EXPECT_EQ(timed->found(findings::kWriteDuringDraw), 12u);
    EXPECT_EQ(functional->found(findings::kWriteDuringDraw), 12u);
}

}  // namespace
}  // namespace cyclorama::machine
