// SPDX-License-Identifier: MIT
// Random states of the pixel engine, in both machines: WindowScene compares what they leave in memory.

#include <gtest/gtest.h>

#include <random>

#include "machine/window_scene.h"

namespace cyclorama::machine {
namespace {

class RandomState {
  public:
    explicit RandomState(uint32_t seed) : engine_(seed) {}

    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(engine_()) % limit; }
    bool oneOf(uint32_t count) { return below(count) == 0; }
    float upTo(float limit) { return static_cast<float>(below(10000)) / 10000.0f * limit; }
    template <typename Enumeration>
    Enumeration any(Enumeration last) {
        return static_cast<Enumeration>(below(static_cast<uint32_t>(last) + 1));
    }

  private:
    std::mt19937 engine_;
};

constexpr uint32_t kEdge = 64;
constexpr uint32_t kSecondTarget = kColorBuffer + (512u << 10);

func::StencilFace randomFace(RandomState& random) {
    return {.function = random.any(func::CompareFunction::NotEqual),
            .reference = static_cast<uint8_t>(random.below(4)),
            .compareMask = static_cast<uint8_t>(random.below(256)),
            .writeMask = static_cast<uint8_t>(random.below(256)),
            .stencilFail = random.any(func::StencilOperation::DecrementWrap),
            .depthFail = random.any(func::StencilOperation::DecrementWrap),
            .depthPass = random.any(func::StencilOperation::DecrementWrap)};
}

gpu::TileStatus randomStatus(RandomState& random, uint32_t address, uint32_t bits) {
    return {.enabled = random.below(3) != 0,
            .address = address,
            .bitsPerTile = bits,
            .tileBytes = 64u << random.below(3),
            .clearValue = uint64_t{random.below(1u << 30)} * 5};
}

void randomTests(RandomState& random, gpu::DrawState& state) {
    func::DepthStencilState& tests = state.depthStencil.edit();
    tests.depthTest = random.below(4) != 0;
    tests.depthFunction = random.any(func::CompareFunction::NotEqual);
    tests.depthWrite = random.oneOf(2);
    tests.stencilTest = state.raster->depthBits == 24 && random.oneOf(2);
    tests.twoSided = random.oneOf(2);
    tests.front = randomFace(random);
    tests.back = randomFace(random);
    state.alphaTest = {.enabled = random.oneOf(3),
                       .function = random.any(func::CompareFunction::NotEqual),
                       .reference = random.upTo(1)};
    state.multisampling.sampleMask = random.oneOf(2) ? ~0u : random.below(16);
}

void randomColor(RandomState& random, func::ColorTargetState& color) {
    color.writeMask = {!random.oneOf(4), !random.oneOf(4), !random.oneOf(4), !random.oneOf(4)};
    color.blend.enabled = random.oneOf(2);
    color.blend.sourceColor = random.any(func::BlendFactor::OneMinusDestinationAlpha);
    color.blend.destinationColor = random.any(func::BlendFactor::OneMinusDestinationAlpha);
    if (random.oneOf(2)) color.ditherMatrix = {0x6e4ca280, 0x5d7f91b3};
}

void drawRandomTriangles(RandomState& random, WindowScene& scene) {
    std::vector<WindowVertexData> vertices;
    for (uint32_t v = 0; v < 24; ++v)
        vertices.push_back({{random.upTo(kEdge), random.upTo(kEdge), random.upTo(1), 1},
                            {random.upTo(1.2f), random.upTo(1), random.upTo(1), random.upTo(1)}});
    scene.draw(vertices);
}

class WindowRandom : public testing::TestWithParam<uint32_t> {};

TEST_P(WindowRandom, StatesOfThePixelEngineGiveTheSameInBothMachines) {
    RandomState random(GetParam());
    const uint32_t samples = 1u << random.below(3);
    const func::Tiling tiling = random.oneOf(2) ? func::Tiling::SuperTiled : func::Tiling::Tiled;
    WindowScene scene(kEdge, kEdge, tiling, samples);
    gpu::DrawState& state = scene.state;
    const uint32_t across = samples > 1 ? 2 : 1;

    struct Target {
        func::Format format;
        uint32_t bytes;
    };
    constexpr std::array kFormats{Target{func::Format::B8G8R8A8Unorm, 4}, Target{func::Format::B5G6R5Unorm, 2},
                                  Target{func::Format::Rgba16Float, 8},   Target{func::Format::R8Unorm, 1},
                                  Target{func::Format::B4G4R4A4Unorm, 2}, Target{func::Format::R10G10B10A2Unorm, 4}};
    const uint32_t bits = random.oneOf(2) ? 2 : 4;
    for (uint32_t t = 0; t < 2; ++t) {
        gpu::RenderTarget& target = state.color.edit().targets[t];
        const Target format = kFormats[random.below(kFormats.size())];
        target.enabled = t == 0 || random.oneOf(3);
        target.address = t == 0 ? kColorBuffer : kSecondTarget;
        target.color.format = format.format;
        target.storage = rows(tiling, kEdge * across * format.bytes);
        target.storage.tileStatus = randomStatus(random, kColorStatus + t * 0x8000, bits);
        if (random.oneOf(3)) {
            target.storage.pipes = 2;
            target.storage.secondPipeAddress = target.address + (256u << 10);
        }
    }
    state.stages[gpu::Stage::Fragment].program = assembled("mov o1, i1\nmov o2, i1.yzxw <- end");
    if (random.oneOf(4)) state.raster.edit().depthBits = 16;
    state.depthBuffer.edit().storage = rows(tiling, kEdge * across * (state.raster->depthBits == 16 ? 2 : 4));
    state.depthBuffer.edit().storage.tileStatus = randomStatus(random, kDepthStatus, bits);
    for (const uint32_t status : {kColorStatus, kDepthStatus})
        for (uint32_t word = 0; word < 0x10000; word += 4)
            ASSERT_TRUE(scene.memory().store(status + word, random.oneOf(3) ? 0u
                                                            : bits == 2     ? 0x55555555u
                                                                            : 0x11111111u));

    for (uint32_t draw = 0; draw < 4; ++draw) {
        randomTests(random, state);
        for (uint32_t t = 0; t < 2; ++t) randomColor(random, state.color.edit().targets[t].color);
        const bool query = random.oneOf(2);
        if (query) scene.run(gpu::OcclusionQuery{.start = true, .address = kQueries + 8 * draw});
        drawRandomTriangles(random, scene);
        if (query) scene.run(gpu::OcclusionQuery{.start = false, .address = kQueries + 8 * draw});
    }
    scene.run(gpu::ResolveTileStatus{.surface = scene.target()});
}

INSTANTIATE_TEST_SUITE_P(Seeds, WindowRandom, testing::Range(0u, 40u));

}  // namespace
}  // namespace cyclorama::machine
