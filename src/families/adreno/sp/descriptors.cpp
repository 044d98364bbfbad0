// SPDX-License-Identifier: MIT
// Addresses of bindless descriptors: Mesa, docs/drivers/freedreno.rst; a descriptor of a uniform buffer: a6xx.xml,
// A6XX_UBO.
#include "families/adreno/sp/descriptors.h"

#include <fmt/format.h>

#include "families/adreno/sp/shading_findings.h"

namespace cyclorama::adreno {
namespace {

template <size_t kWords>
std::array<uint32_t, kWords> wordsAt(const StageResources& resources, uint64_t address) {
    std::array<uint32_t, kWords> words{};
    resources.memory->read(address, words, MemoryClient::Descriptors);
    return words;
}

/// A descriptor: the loaded one, else the one in memory at a base; none for a base of zero.
template <size_t kWords>
std::array<uint32_t, kWords> numbered(const StageResources& resources, const DescriptorTable<kWords>& table,
                                      uint64_t base, uint32_t number, std::string_view kind) {
    if (const auto* const words = table.find(number)) return *words;
    if (base != 0) return wordsAt<kWords>(resources, base + uint64_t{number} * kWords * sizeof(uint32_t));
    resources.reporter->report(findings::kNoDescriptor,
                               fmt::format("{} {} of {}", kind, number, name(resources.stage)));
    return {};
}

template <size_t kWords>
std::array<uint32_t, kWords> bindless(const StageResources& resources, uint8_t base, uint32_t number) {
    return wordsAt<kWords>(resources, bindlessAddress(resources, base, number));
}

}  // namespace

uint64_t bindlessAddress(const StageResources& resources, uint8_t base, uint32_t number) {
    if (base >= StageResources::kBindlessBases) return 0;
    const uint64_t word = resources.bindless[base];
    const uint64_t pitch = uint64_t{8} << (word & 3);
    return (word & ~uint64_t{3}) + number * pitch;
}

TextureWords textureDescriptor(const StageResources& resources, BindlessBase base, uint32_t number) {
    if (base) return bindless<kTextureDescriptorWords>(resources, *base, number);
    return numbered(resources, *resources.loaded->of(resources.stage).textures, resources.textureBase, number,
                    "texture");
}

SamplerWords samplerDescriptor(const StageResources& resources, BindlessBase base, uint32_t number) {
    if (base) return bindless<kSamplerDescriptorWords>(resources, *base, number);
    return numbered(resources, *resources.loaded->of(resources.stage).samplers, resources.samplerBase, number,
                    "sampler");
}

TextureWords imageDescriptor(const StageResources& resources, BindlessBase base, uint32_t number) {
    if (base) return bindless<kTextureDescriptorWords>(resources, *base, number);
    return numbered(resources, *resources.loaded->kindOf(resources.stage).images, resources.imageBase, number, "image");
}

UniformBuffer uniformBuffer(const StageResources& resources, BindlessBase base, uint32_t number) {
    const auto words =
        base ? bindless<kUniformDescriptorWords>(resources, *base, number)
             : numbered(resources, *resources.loaded->of(resources.stage).uniformBuffers, 0, number, "uniform buffer");
    constexpr uint32_t kAddressBits = 17;
    const uint64_t high = words[1] & ((1u << kAddressBits) - 1);
    return {.address = high << 32 | words[0], .vectors = words[1] >> kAddressBits};
}

}  // namespace cyclorama::adreno
