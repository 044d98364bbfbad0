// SPDX-License-Identifier: MIT
#pragma once
// Descriptors as the programs of a stage name them: by number among those that were loaded, or by one of the bindless
// bases and a number.

#include <array>
#include <cstdint>
#include <optional>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/sp/loaded_units.h"
#include "families/adreno/surface/image_use.h"
#include "families/adreno/surface/sample_places.h"
#include "func/layout/banked_tiles.h"

namespace cyclorama::adreno {

/// Private memory of a stage's fibers (SP_VS_PVT_MEM_PARAM and its neighbours).
struct PrivateMemory {
    /// Fibers that it is laid out for as one wave (Mesa: a6xx.xml, PERWAVEMEMLAYOUT).
    static constexpr unsigned kWaveFibers = 128;

    uint64_t address = 0;
    uint64_t bytesPerFiber = 0;
    uint64_t bytesPerProcessor = 0;
    bool perWave = false;  ///< the layout: words of a wave's fibers are side by side
    unsigned waves = 1;    ///< of kWaveFibers, that a processor holds
};

class TexturesUsed;

/// The resources that descriptors and addresses of a stage lead to. Refers to the chip's state and memory.
struct StageResources {
    static constexpr size_t kBindlessBases = 5;

    ShaderStage stage = ShaderStage::Vertex;
    const GpuMemory* memory = nullptr;
    Reporter* reporter = nullptr;
    const LoadedUnits* loaded = nullptr;
    uint64_t textureBase = 0;
    uint64_t samplerBase = 0;
    uint64_t imageBase = 0;
    /// As the registers have them: the descriptors' size in the low two bits.
    std::array<uint64_t, kBindlessBases> bindless{};
    uint64_t borderColors = 0;
    func::BankSwizzle banks{};
    /// The place of the bin in the window, which its textures in GMEM (TILE6_2) begin at.
    uint32_t windowX = 0;
    uint32_t windowY = 0;
    SamplePlaces samplePlaces{};
    PrivateMemory privateMemory{};
    /// Textures and images that programs ask for, for observers of the run; may be null.
    TexturesUsed* used = nullptr;
    /// Hears of the same; may be null.
    ImageListener* images = nullptr;
};

/// The base that an instruction names; none: a number among those that were loaded.
using BindlessBase = std::optional<uint8_t>;

using TextureWords = std::array<uint32_t, kTextureDescriptorWords>;
using SamplerWords = std::array<uint32_t, kSamplerDescriptorWords>;

// Zeros, with a finding, where there is no such descriptor.
TextureWords textureDescriptor(const StageResources& resources, BindlessBase base, uint32_t number);
SamplerWords samplerDescriptor(const StageResources& resources, BindlessBase base, uint32_t number);
/// Descriptors of storage images and buffers.
TextureWords imageDescriptor(const StageResources& resources, BindlessBase base, uint32_t number);

struct UniformBuffer {
    uint64_t address = 0;
    uint32_t vectors = 0;  ///< its size, in vectors of four words
};
UniformBuffer uniformBuffer(const StageResources& resources, BindlessBase base, uint32_t number);

/// The place of a bindless descriptor in memory.
uint64_t bindlessAddress(const StageResources& resources, uint8_t base, uint32_t number);

}  // namespace cyclorama::adreno
