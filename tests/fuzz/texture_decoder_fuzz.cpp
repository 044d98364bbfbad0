// SPDX-License-Identifier: MIT
// Hostile textures: the input is a state, settings, coordinates and memory, taken byte by byte. Nothing may read
// outside the memory, and sampling at once gives the same bits as in steps.

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "func/texture/texture_attribute.h"
#include "func/texture/texture_sampler.h"
#include "support/spans_as_memory.h"

namespace {

using namespace cyclorama::func;
using cyclorama::SpansAsMemory;

/// Takes values off the front of the input; zeros when it is used up.
class Input {
  public:
    Input(const uint8_t* data, size_t size) : rest_(data, size) {}

    template <class T>
    T take() {
        T value{};
        const size_t bytes = std::min(sizeof(T), rest_.size());
        std::memcpy(&value, rest_.data(), bytes);
        rest_ = rest_.subspan(bytes);
        return value;
    }
    bool flag() { return (take<uint8_t>() & 1u) != 0; }
    template <class T>
    T pick(uint32_t count) {
        return static_cast<T>(take<uint8_t>() % count);
    }
    std::span<const std::byte> rest() const { return std::as_bytes(rest_); }

  private:
    std::span<const uint8_t> rest_;
};

TextureState takeState(Input& input) {
    TextureState state;
    state.mode = input.pick<TextureMode>(4);
    state.format = input.pick<Format>(kFormats);
    state.compression = input.pick<TextureCompression>(9);
    state.blocking = input.pick<TextureBlocking>(2);
    // Mostly small, so that few inputs allocate tables for large render targets.
    const uint32_t limit = input.flag() ? 0xffffffff : 63;
    state.width = input.take<uint32_t>() & limit;
    state.height = input.take<uint32_t>() & limit;
    state.depth = input.take<uint32_t>() & limit;
    state.log2Width = input.take<uint8_t>();
    state.log2Height = input.take<uint8_t>();
    state.log2Depth = input.take<uint32_t>();
    for (auto& level : state.address) {
        const auto offset = input.take<uint16_t>();
        level.fill(Address(input.flag() ? MemoryKind::System : MemoryKind::Dram, offset));
    }
    state.address[0][0] = input.take<uint32_t>();
    state.wrapS = input.pick<WrapMode>(5);
    state.wrapT = input.pick<WrapMode>(5);
    state.wrapR = input.pick<WrapMode>(5);
    state.nonNormalized = input.flag();
    state.minFilter = input.pick<FilterMode>(6);
    state.magFilter = input.pick<FilterMode>(6);
    state.minLod = input.take<float>();
    state.maxLod = input.take<float>();
    state.lodBias = input.take<float>();
    state.minLevel = input.take<uint32_t>();
    state.maxLevel = input.take<uint32_t>();
    state.maxAnisotropy = input.take<uint32_t>();
    state.borderTexel = input.pick<BorderTexel>(2);
    state.comparison = input.flag();
    state.comparisonFunction = input.pick<CompareFunction>(8);
    state.d3d9ColorOrder = input.flag();
    state.reverse = input.flag();
    state.srgb = input.flag();
    state.d3d9InvertV = input.flag();
    return state;
}

/// Settings within the ranges of TextureUnitSettings.
TextureUnitSettings takeSettings(Input& input) {
    const auto upTo = [&](uint64_t largest) { return static_cast<uint32_t>(input.take<uint16_t>() % (largest + 1)); };
    TextureUnitSettings settings{.blockDimension = upTo(8),
                                 .superBlockDimension = upTo(8),
                                 .anisotropyAlgorithm = input.pick<AnisotropyAlgorithm>(5),
                                 .forceMaxAnisotropy = input.flag(),
                                 .maxAnisotropy = 1 + upTo(15),
                                 .anisotropyRoundPrecision = 1 + upTo(31),
                                 .anisotropyRatioMultipleOfTwo = input.flag(),
                                 .trilinearPrecision = 1 + upTo(31)};
    settings.anisotropyRoundThreshold = upTo((uint64_t{1} << settings.anisotropyRoundPrecision) - 1);
    settings.brilinearThreshold = upTo(uint64_t{1} << (settings.trilinearPrecision - 1));
    return settings;
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void sampleBothWays(const TextureState& state, const TextureUnitSettings& settings, Input& input) {
    const PreparedTexture texture(state, settings);
    TextureQuadRequest request{.operation = input.pick<TextureOperation>(4)};
    std::array<std::array<float, 4>, 4> operand;
    for (size_t c = 0; c < 4; c++) {
        for (size_t f = 0; f < 4; f++) {
            operand[c][f] = request.operand[f][c] = input.take<float>();
        }
    }
    const std::vector<std::byte> gpu(input.rest().begin(), input.rest().end());
    const SpansAsMemory memory(gpu, std::span(gpu).first(gpu.size() / 2));
    TextureBlockCache cache(8);
    TextureFaults faults;
    TextureAccessPlan plan;
    FetchedTexels texels;
    planTextureAccess(texture, request, plan);
    fetchTexels(texture, plan, memory, cache, texels, faults);
    const auto expected = filterTexture(texture, plan, texels);
    std::array<std::array<float, 4>, 4> color{};
    sampleQuads(texture, memory, cache,
                {.operation = request.operation,
                 .count = 4,
                 .operand = {operand[0].data(), operand[1].data(), operand[2].data(), operand[3].data()}},
                {color[0].data(), color[1].data(), color[2].data(), color[3].data()}, faults);
    for (size_t f = 0; f < 4; f++) {
        for (size_t c = 0; c < 4; c++) {
            require(std::bit_cast<uint32_t>(color[c][f]) == std::bit_cast<uint32_t>(expected[f][c]) ||
                    (std::isnan(color[c][f]) && std::isnan(expected[f][c])));
        }
    }
}

void loadAttributes(const TextureUnitSettings& settings, Input& input) {
    const AttributeStream stream = {.active = input.flag(),
                                    .address = input.take<uint32_t>(),
                                    .stride = input.take<uint32_t>(),
                                    .format = input.pick<StreamFormat>(14),
                                    .components = input.take<uint8_t>(),
                                    .d3d9ColorOrder = input.flag()};
    const auto index = input.take<uint32_t>();
    const std::vector<std::byte> gpu(input.rest().begin(), input.rest().end());
    TextureAccessPlan plan;
    FetchedTexels reads;
    TextureFaults faults;
    planAttributeLoad(stream, settings, {index, index, index, index}, plan);
    fetchAttribute(plan, SpansAsMemory(gpu), reads, faults);
    const auto values = convertAttribute(stream, plan, reads);
    const Vec4 value = loadAttribute(stream, settings, SpansAsMemory(gpu), index, faults);
    for (size_t c = 0; c < 4; c++) {
        require(std::bit_cast<uint32_t>(value[c]) == std::bit_cast<uint32_t>(values[0][c]) ||
                (std::isnan(value[c]) && std::isnan(values[0][c])) || faults.outOfRange != 0);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Input input(data, size);
    const TextureUnitSettings settings = takeSettings(input);
    if (input.flag()) {
        loadAttributes(settings, input);
    } else {
        sampleBothWays(takeState(input), settings, input);
    }
    return 0;
}
