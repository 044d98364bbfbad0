// SPDX-License-Identifier: MIT
#pragma once
// Contents of the 16 words of a texture or image and of the four of a sampler.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/registers/descriptors.h"
#include "families/adreno/surface/surface_view.h"
#include "func/texture/sampling_rules.h"
#include "func/texture/texel_axis.h"
#include "func/types.h"

namespace cyclorama::adreno {

enum class TextureType : uint8_t { OneDimensional, TwoDimensional, Cube, ThreeDimensional, Buffer, ImageBuffer };

struct TextureDescriptor {
    TileMode tileMode = TileMode::Linear;
    bool srgb = false;
    std::array<func::ComponentSource, 4> swizzle{func::ComponentSource::Red, func::ComponentSource::Green,
                                                 func::ComponentSource::Blue, func::ComponentSource::Alpha};
    uint32_t levels = 1;
    bool chromaMidpointX = false;  ///< of formats with planes, which have one level
    bool chromaMidpointY = false;
    uint32_t samples = 1;
    uint32_t formatNumber = 0;
    const SurfaceFormat* format = nullptr;  ///< null: there is no such format
    ColorSwap swap = ColorSwap::Wzyx;
    TextureType type = TextureType::TwoDimensional;
    uint32_t width = 0;  ///< texels
    uint32_t height = 0;
    uint32_t depth = 0;         ///< slices, layers, or cubes
    uint64_t elements = 0;      ///< of a buffer
    uint32_t startElement = 0;  ///< of a buffer
    uint32_t pitch = 0;         ///< bytes
    uint32_t pitchAlign = 64;   ///< bytes; of each level's pitch
    uint32_t arrayPitch = 0;    ///< bytes
    uint32_t minLayerSize = 0;  ///< bytes; of slices of small levels
    bool tileAll = false;       ///< levels narrower than 16 texels are tiled too
    bool flags = false;         ///< compressed by UBWC
    uint64_t address = 0;
    /// Column and row of the texel at the address: of a bin in GMEM (TILE6_2) the bin's place in the window.
    std::array<uint32_t, 2> origin{};
    float minLodClamp = 0.0f;
    uint64_t flagAddress = 0;
    /// For formats with planes: the second and the third, and their pitch in bytes.
    std::array<uint64_t, 2> planeAddress{};
    uint32_t planePitch = 0;

    bool isBuffer() const { return type == TextureType::Buffer || type == TextureType::ImageBuffer; }
};

TextureDescriptor decodeTexture(std::span<const uint32_t, kTextureDescriptorWords> words);

enum class TextureFilter : uint8_t { Nearest, Linear, Anisotropic, Cubic };
/// In the order of the sampler's numbers.
using TextureWrap = func::TexelWrap;
enum class Reduction : uint8_t { Average, Minimum, Maximum };

struct SamplerDescriptor {
    bool mixesLevels = false;
    bool usesLevels = true;  ///< false: the base level alone
    TextureFilter magnification = TextureFilter::Nearest;
    TextureFilter minification = TextureFilter::Nearest;
    std::array<TextureWrap, 3> wrap{};
    uint32_t maxAnisotropy = 1;
    float lodBias = 0.0f;
    float minLod = 0.0f;
    float maxLod = 0.0f;
    bool clampsResult = false;
    func::CompareFunction compare = func::CompareFunction::Never;
    bool seamlessCube = true;
    bool normalized = true;
    Reduction reduction = Reduction::Average;
    bool linearChroma = false;
    uint32_t borderOffset = 0;  ///< bytes, in the table of border colours
};

SamplerDescriptor decodeSampler(std::span<const uint32_t, kSamplerDescriptorWords> words);

/// Bytes of an entry of the table of border colours.
inline constexpr uint32_t kBorderBytes = 128;

/// The colour of an entry for texels of a format, before its swizzle; black where there is no entry.
std::array<uint32_t, 4> borderColor(std::span<const std::byte> entry, const SurfaceFormat& format, bool srgb);

}  // namespace cyclorama::adreno
