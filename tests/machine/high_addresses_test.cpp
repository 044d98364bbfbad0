// SPDX-License-Identifier: MIT
// Buffers above 4 GiB: both machines draw and blit as below, and the timing machine in the same cycles, since memory
// repeats beyond its size.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <span>

#include "machine/window_scene.h"

namespace cyclorama::machine {
namespace {

constexpr uint32_t kImage = 0x50000000;
constexpr uint32_t kImageSize = 64;
constexpr uint32_t kSceneWidth = 100;
constexpr uint32_t kSceneHeight = 70;
constexpr uint32_t kBytes = 1u << 20;
/// The last 4 GiB of 48 bits, and the first above 4 GiB.
constexpr uint64_t kTop = 0xffff'0000'0000;
constexpr uint64_t kNext = 0x1'0000'0000;

/// A textured and depth-tested draw with tile status, everything `base` higher.
gpu::DrawState textured(uint64_t base) {
    const WindowScene scene(kSceneWidth, kSceneHeight);
    gpu::DrawState state = scene.state;
    state.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t0\nmul o1, r0, i1 <- end");
    state.depthStencil.edit().depthTest = true;
    state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
    state.input.edit().streams[0].address += base;
    state.input.edit().streams[1].address += base;
    state.input.edit().primitive = func::PrimitiveType::Triangles;
    state.input.edit().count = 6;
    state.color.edit().targets[0].address += base;
    state.color.edit().targets[0].storage.tileStatus = {
        .enabled = true, .address = kColorStatus + base, .clearValue = 0xff336699};
    state.depthBuffer.edit().address += base;
    func::TextureState& image = state.textures.edit(0);
    image.enabled = true;
    image.format = func::Format::R8G8B8A8Unorm;
    image.tiling = func::Tiling::SuperTiled;
    image.width = image.height = kImageSize;
    image.depth = 1;
    image.stride[0] = kImageSize * 4;
    image.minFilter = image.magFilter = func::FilterMode::Linear;
    image.wrapS = image.wrapT = func::WrapMode::Repeat;
    image.address[0][0] = kImage + base;
    return state;
}

gpu::Resolve toLinear(const gpu::DrawState& state, uint64_t base) {
    const gpu::RenderTarget& from = state.color->targets[0];
    return {.source = {.address = from.address,
                       .storage = from.storage,
                       .format = from.color.format,
                       .width = kSceneWidth,
                       .height = kSceneHeight},
            .destination = {.address = kLinear + base,
                            .storage = rows(func::Tiling::Linear, kSceneWidth * 4),
                            .format = from.color.format,
                            .width = kSceneWidth,
                            .height = kSceneHeight},
            .width = kSceneWidth,
            .height = kSceneHeight};
}

/// Noise in the buffers that are read, cleared tiles where status says so.
void fill(mem::AddressSpace& memory, uint64_t base) {
    for (const uint32_t buffer : {kColorBuffer, kDepthBuffer, kColorStatus, kVertices, kImage, kLinear})
        memory.mappings()->mapZeros(buffer + base, kBytes);
    std::mt19937 random(1);
    const std::span<std::byte> image = *memory.span(kImage + base, kImageSize * kImageSize * 4);
    std::ranges::generate(image, [&] { return static_cast<std::byte>(random()); });
    std::ranges::fill(*memory.span(kColorStatus + base, kBytes), std::byte{0x55});
    std::ranges::fill(*memory.span(kDepthBuffer + base, kBytes), std::byte{0xf0});
    const auto corner = [](float x, float y) {
        return WindowVertexData{{x, y, 0.25f, 1}, {x / kSceneWidth, y / kSceneHeight, 1, 1}};
    };
    const std::array vertices{corner(3, 2), corner(95, 5),  corner(90, 66),
                              corner(3, 2), corner(90, 66), corner(10, 60)};
    ASSERT_TRUE(memory.write(kVertices + base, std::as_bytes(std::span(vertices))));
}

class Nowhere final : public FrameSink {
  public:
    void present(const PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

struct HighOutcome {
    std::vector<std::byte> color, depth, status, linear;
    uint64_t cycles = 0;
    std::string statistics{};
    std::vector<std::string> findings{};
    bool operator==(const HighOutcome&) const = default;
};

std::vector<std::byte> copyOf(const mem::AddressSpace& memory, uint64_t address) {
    const auto bytes = *memory.span(address, kBytes);
    return {bytes.begin(), bytes.end()};
}

/// `run(source, memory)` executes the commands of a source.
template <typename Run>
HighOutcome outcomeOf(uint64_t base, mem::AddressSpace& memory, const Run& run) {
    const gpu::DrawState state = textured(base);
    SingleCommand draw(state, gpu::Draw{});
    run(draw);
    SingleCommand resolve(state, toLinear(state, base));
    run(resolve);
    return {.color = copyOf(memory, kColorBuffer + base),
            .depth = copyOf(memory, kDepthBuffer + base),
            .status = copyOf(memory, kColorStatus + base),
            .linear = copyOf(memory, kLinear + base)};
}

HighOutcome functional(uint64_t base) {
    mem::AddressSpace memory{mem::FlatAddressSpace{}};
    fill(memory, base);
    Nowhere frames;
    sim::Findings findings;
    FunctionalMachine machine(families::defaultConfiguration(), {.threads = 2, .dialect = vivante::dialect()}, frames,
                              findings, memory);
    HighOutcome outcome = outcomeOf(base, memory, [&](gpu::CommandSource& source) { machine.run(source); });
    for (const std::string_view each : identifiers(findings)) outcome.findings.emplace_back(each);
    return outcome;
}

HighOutcome timed(uint64_t base) {
    mem::AddressSpace memory{mem::FlatAddressSpace{}};
    fill(memory, base);
    Nowhere frames;
    sim::Findings findings;
    const Configuration configuration(
        Configuration::preset("gc2000", paths::source("chips"), families::defaultConfiguration()));
    std::ostringstream statistics;
    TimingMachine::Options options;
    options.statistics.frames = &statistics;
    TimingMachine machine(family::topologyOf(families::all(), configuration), configuration, options, frames, findings);
    HighOutcome outcome = outcomeOf(base, memory, [&](gpu::CommandSource& source) { machine.run(source, memory); });
    machine.endFrame(0);
    machine.finish();
    outcome.cycles = machine.cycles();
    outcome.statistics = statistics.str();
    for (const std::string_view each : identifiers(findings)) outcome.findings.emplace_back(each);
    return outcome;
}

TEST(HighAddresses, TheFunctionalMachineDrawsAsBelow) {
    const HighOutcome below = functional(0);
    EXPECT_NE(below.linear, std::vector<std::byte>(kBytes));
    EXPECT_EQ(functional(kNext), below);
    EXPECT_EQ(functional(kTop), below);
}

TEST(HighAddresses, TheTimingMachineDrawsAsBelowInTheSameCycles) {
    const HighOutcome below = timed(0);
    EXPECT_GT(below.cycles, 1000u);
    EXPECT_FALSE(below.statistics.empty());
    EXPECT_EQ(below.linear, functional(0).linear);
    for (const uint64_t base : {kNext, kTop}) {
        const HighOutcome above = timed(base);
        EXPECT_EQ(above.cycles, below.cycles);
        EXPECT_EQ(above.statistics, below.statistics);
        EXPECT_EQ(above.findings, below.findings);
        EXPECT_TRUE(above == below);
    }
}

}  // namespace
}  // namespace cyclorama::machine
