// SPDX-License-Identifier: MIT
// How fast an Adreno's waves sample: 64 lanes whose quads walk over a tiled texture of 512x512 texels as the fragments
// of a triangle do.

#include <benchmark/benchmark.h>

#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "families/adreno/surface/surface_format.h"
#include "families/adreno/tp/sampling.h"

namespace {

using namespace cyclorama::adreno;
using cyclorama::isa::WaveMask;

constexpr uint32_t kSize = 512;
constexpr unsigned kLanes = 64;
constexpr unsigned kQuadsAcross = 8;
// Mesa's numbers of formats (a6xx.xml, a6xx_format).
constexpr uint32_t kBytes = 0x30;       // FMT6_8_8_8_8_UNORM
constexpr uint32_t kFloatDepth = 0x4a;  // FMT6_32_FLOAT
constexpr uint32_t kHalves = 0x62;      // FMT6_16_16_16_16_FLOAT

struct Case {
    uint32_t format = kBytes;
    TextureFilter filter = TextureFilter::Linear;
    bool mixesLevels = false;
    bool srgb = false;
    bool compares = false;
    float texelsPerPixel = 1.0f;
};

TextureDescriptor descriptorOf(const Case& benchmarkCase) {
    TextureDescriptor descriptor;
    descriptor.tileMode = TileMode::Tiled;
    descriptor.srgb = benchmarkCase.srgb;
    descriptor.levels = benchmarkCase.mixesLevels ? 10 : 1;
    descriptor.formatNumber = benchmarkCase.format;
    descriptor.format = findSurfaceFormat(benchmarkCase.format);
    descriptor.width = descriptor.height = kSize;
    descriptor.depth = 1;
    descriptor.pitch = kSize * descriptor.format->bytes;
    descriptor.arrayPitch = 2 * kSize * descriptor.pitch;
    return descriptor;
}

SamplerDescriptor samplerOf(const Case& benchmarkCase) {
    SamplerDescriptor sampler;
    sampler.magnification = sampler.minification = benchmarkCase.filter;
    sampler.mixesLevels = benchmarkCase.mixesLevels;
    sampler.wrap.fill(TextureWrap::Repeat);
    sampler.maxLod = 15.0f;
    sampler.compare = cyclorama::func::CompareFunction::LessEqual;
    return sampler;
}

void sample(benchmark::State& state, const Case& benchmarkCase) {
    Texture texture(descriptorOf(benchmarkCase));
    std::vector<std::byte> memory(texture.extent());
    std::mt19937 random(1);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
    texture.bind([&](uint64_t, uint64_t) { return std::span(memory); });
    const SamplerDescriptor sampler = samplerOf(benchmarkCase);
    std::array<ir3::LaneWords, 3> coordinates{};
    std::array<ir3::LaneWords, 4> data{};
    ir3::TextureInstructionRequest request;
    request.opcode = ir3::Opcode::Sample;
    request.fields.shadow = benchmarkCase.compares;
    request.lanes = request.executing = WaveMask::first(kLanes);
    for (size_t i = 0; i < coordinates.size(); ++i) request.coordinate[i] = &coordinates[i];
    coordinates[2].lane.fill(std::bit_cast<uint32_t>(0.5f));
    const float step = benchmarkCase.texelsPerPixel / kSize;
    uint32_t position = 0;
    for (auto _ : state) {
        for (uint32_t lane = 0; lane < kLanes; ++lane) {
            const uint32_t quad = lane / 4;
            const uint32_t x = position % kSize + 2 * (quad % kQuadsAcross) + lane % 2;
            const uint32_t y = position / kSize * 4 % kSize + 2 * (quad / kQuadsAcross) + lane / 2 % 2;
            coordinates[0].lane[lane] = std::bit_cast<uint32_t>(static_cast<float>(x) * step);
            coordinates[1].lane[lane] = std::bit_cast<uint32_t>(static_cast<float>(y) * step);
        }
        position += 2 * kQuadsAcross;
        sampleTexture({texture, sampler}, request, request.lanes, data);
        benchmark::DoNotOptimize(data);
    }
    state.SetItemsProcessed(state.iterations() * kLanes);
}

BENCHMARK_CAPTURE(sample, nearest, Case{.filter = TextureFilter::Nearest});
BENCHMARK_CAPTURE(sample, bilinear, Case{});
BENCHMARK_CAPTURE(sample, trilinear, Case{.mixesLevels = true, .texelsPerPixel = 1.5f});
BENCHMARK_CAPTURE(sample, trilinear_srgb, Case{.mixesLevels = true, .srgb = true, .texelsPerPixel = 1.5f});
BENCHMARK_CAPTURE(sample, comparison, Case{.format = kFloatDepth, .compares = true});
BENCHMARK_CAPTURE(sample, bilinear_halves, Case{.format = kHalves});

}  // namespace
