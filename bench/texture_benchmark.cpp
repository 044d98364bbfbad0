// SPDX-License-Identifier: MIT
// How fast the functional machine samples: quads that walk over a 512x512 texture as the fragments of a triangle do.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "func/texture/texture_sampler.h"

namespace {

using namespace cyclorama::func;

constexpr uint32_t kSizeLog2 = 9;
constexpr uint32_t kSize = 1u << kSizeLog2;
constexpr uint32_t kMemoryBytes = 4u << 20;
constexpr uint32_t kLevelStride = 256 * 1024;

struct Case {
    Format format = Format::Rgba8888;
    TextureCompression compression = TextureCompression::None;
    FilterMode minFilter = FilterMode::LinearMipmapLinear;
    uint32_t maxAnisotropy = 1;
    float texelsPerPixelX = 1.5f;
    float texelsPerPixelY = 1.5f;
    bool comparison = false;
};

TextureState stateOf(const Case& benchmarkCase) {
    TextureState state;
    state.enabled = true;
    state.format = benchmarkCase.format;
    state.compression = benchmarkCase.compression;
    state.width = state.height = kSize;
    state.depth = 1;
    state.log2Width = state.log2Height = kSizeLog2;
    state.wrapS = state.wrapT = WrapMode::Repeat;
    state.minFilter = benchmarkCase.minFilter;
    state.magFilter = FilterMode::Linear;
    state.maxAnisotropy = benchmarkCase.maxAnisotropy;
    state.comparison = benchmarkCase.comparison;
    for (uint32_t level = 0; level < kTextureLevels; level++) {
        state.address[level][0] = level == 0 ? 0 : kMemoryBytes / 2 + (level - 1) * kLevelStride % (kMemoryBytes / 2);
    }
    return state;
}

void sample(benchmark::State& benchmarkState, const Case& benchmarkCase) {
    std::vector<std::byte> memory(kMemoryBytes);
    std::mt19937 random(1);
    for (std::byte& byte : memory) {
        byte = static_cast<std::byte>(random());
    }
    const PreparedTexture texture(stateOf(benchmarkCase), TextureUnitSettings{});
    const MemoryWindow window{.data = memory.data(), .readable = memory.size(), .present = memory.size()};
    MemoryWindows memories;
    memories.add(Address(), window);
    TextureBlockCache cache;
    TextureFaults faults;
    std::array<std::array<float, kMaxTextureLanes>, 4> operand{};
    std::array<std::array<float, kMaxTextureLanes>, 4> color{};
    const TextureLanes lanes{.count = kMaxTextureLanes,
                             .operand = {operand[0].data(), operand[1].data(), operand[2].data(), operand[3].data()}};
    const std::array<float*, 4> result = {color[0].data(), color[1].data(), color[2].data(), color[3].data()};
    uint32_t position = 0;
    for (auto _ : benchmarkState) {
        for (uint32_t lane = 0; lane < kMaxTextureLanes; lane++) {
            const uint32_t quad = lane / kQuadFragments;
            const uint32_t x = position % 1024 + 2 * (quad % 8) + lane % 2;
            const uint32_t y = position / 1024 * 4 % 1024 + 2 * (quad / 8) + (lane / 2) % 2;
            operand[0][lane] = static_cast<float>(x) * (benchmarkCase.texelsPerPixelX / kSize);
            operand[1][lane] = static_cast<float>(y) * (benchmarkCase.texelsPerPixelY / kSize);
            operand[2][lane] = 0.5f;
        }
        position += 16;
        sampleQuads(texture, memories, cache, lanes, result, faults);
        benchmark::DoNotOptimize(color);
    }
    benchmarkState.SetItemsProcessed(benchmarkState.iterations() * kMaxTextureLanes);
}

void nearest(benchmark::State& state) { sample(state, {.minFilter = FilterMode::Nearest}); }
void bilinear(benchmark::State& state) { sample(state, {.minFilter = FilterMode::Linear}); }
void trilinear(benchmark::State& state) { sample(state, {}); }
void trilinearLuminance(benchmark::State& state) { sample(state, {.format = Format::Luminance8}); }
void trilinearDxt1(benchmark::State& state) { sample(state, {.compression = TextureCompression::Dxt1Rgb}); }
void trilinearDxt5(benchmark::State& state) { sample(state, {.compression = TextureCompression::Dxt5Rgba}); }
void trilinearHalf(benchmark::State& state) { sample(state, {.format = Format::Rgba16Float}); }
void shadowMap(benchmark::State& state) {
    sample(state, {.format = Format::Depth24, .minFilter = FilterMode::Linear, .comparison = true});
}
void anisotropicDxt1(benchmark::State& state) {
    sample(state, {.compression = TextureCompression::Dxt1Rgb,
                   .maxAnisotropy = 16,
                   .texelsPerPixelX = 1.2f,
                   .texelsPerPixelY = 9.5f});
}

BENCHMARK(nearest);
BENCHMARK(bilinear);
BENCHMARK(trilinear);
BENCHMARK(trilinearLuminance);
BENCHMARK(trilinearDxt1);
BENCHMARK(trilinearDxt5);
BENCHMARK(trilinearHalf);
BENCHMARK(shadowMap);
BENCHMARK(anisotropicDxt1);

}  // namespace
