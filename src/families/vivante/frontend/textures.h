// SPDX-License-Identifier: MIT
#pragma once
// Texture samplers, from their registers or from descriptors in memory, as the vocabulary's texture state.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "func/texture/texture_state.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "gpu/surface.h"

namespace cyclorama::vivante {

inline constexpr uint32_t kTextureAddresses = 14;

/// The words of one sampler, from registers or from a descriptor in memory.
struct SamplerWords {
    uint32_t config0 = 0;  // TE_SAMPLER_CONFIG0, and so on
    uint32_t config1 = 0x00321000;
    uint32_t size = 0;
    uint32_t depth = 1;
    uint32_t wrapR = 0;
    uint32_t wrapS = 0;
    uint32_t wrapT = 0;
    uint32_t minFilter = 0;
    uint32_t mipFilter = 0;
    uint32_t magFilter = 0;
    float minLod = 0.0f;
    float maxLod = 0.0f;
    float lodBias = 0.0f;
    /// Without a filter between levels, firstLevel is the one that is sampled; else it is that of the least level of
    /// detail (Mesa folds a view's first level into one or the other: etna_create_sampler_view).
    bool firstLevelAlone = false;
    uint32_t firstLevel = 0;
    uint32_t lastLevel = kTextureAddresses - 1;
    float log2Anisotropy = 0.0f;
    bool srgb = false;
    bool compare = false;
    uint32_t compareFunction = 0;
    bool signedIntegers = false;
    std::optional<uint32_t> linearStride;
    std::optional<uint32_t> sliceStride;
    std::array<uint32_t, kTextureAddresses> addresses{};
    /// Bits of floating-point numbers.
    std::array<uint32_t, 4> borderColor{};

    bool operator==(const SamplerWords&) const = default;
};

/// The sampler of a unit; empty if the unit is off, or its descriptor is not in memory.
std::optional<SamplerWords> readSampler(uint32_t unit, const Chip& chip, const StateFile& state,
                                        const gpu::MemoryReader& memory);

/// As the vocabulary has it. Not enabled, with a report, where its format is not sampled.
func::TextureState translateSampler(const SamplerWords& words, uint32_t unit, const Reporter& report);

/// The samplers that were translated last, by their words: words that come again are the same descriptor again.
class DescriptorCache {
  public:
    /// translateSampler(), where it is needed: those that are not enabled are translated, and reported, each time.
    gpu::TextureDescriptor translate(const SamplerWords& words, uint32_t unit, const Reporter& report);

  private:
    struct Entry {
        SamplerWords words;
        gpu::TextureDescriptor descriptor;
    };
    /// A ring.
    std::vector<Entry> entries_;
    size_t oldest_ = 0;
};

/// The tile status that a unit samples through: the surface whose cleared tiles have to be filled before.
std::optional<gpu::Surface> samplerTileStatus(uint32_t unit, const Chip& chip, const StateFile& state,
                                              const func::TextureState& texture);

}  // namespace cyclorama::vivante
