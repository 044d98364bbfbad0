// SPDX-License-Identifier: MIT
#pragma once
// Inputs of a texture unit: the state of one sampler and its image (written by a front end from its registers), the
// stream that an attribute load reads, and the settings of the unit itself (from the configuration). Defaults are the
// values after reset.

#include <array>
#include <cstdint>

#include "func/formats/format.h"
#include "func/layout/pixel_layout.h"
#include "func/memory/address.h"
#include "func/texture/cube_faces.h"
#include "func/texture/sampling_rules.h"
#include "func/types.h"

namespace cyclorama::func {

/// Mipmap levels of one texture, the base included: images up to 16384 texels wide.
inline constexpr uint32_t kTextureLevels = 15;
inline constexpr uint32_t kMaxTextureSize = 1u << (kTextureLevels - 1);
/// Most samples that anisotropic filtering takes along its axis.
inline constexpr uint32_t kMaxAnisotropy = 16;

/// Texel that a sample outside of the image reads.
enum class BorderTexel : uint8_t {
    ZeroBytes,   // a texel of zero bytes, decoded as any other: opaque black in a format without alpha
    BorderColor  // SamplerState::borderColor, in place of the decoded texel
};

/// The image of a texture, with what it makes of its components. Sizes are those of the base level, in texels.
struct TextureImage {
    bool enabled = false;
    TextureMode mode = TextureMode::Texture2D;
    /// Format of the texel; of a compressed image, of the decompressed texel: Rgba8888 (DXT), Luminance8[Signed]
    /// (LATC1), Luminance8Alpha8[Signed] (LATC2).
    Format format = Format::Rgba8888;
    TextureCompression compression = TextureCompression::None;
    TextureBlocking blocking = TextureBlocking::Texture;
    /// A tiling other than Tiling::Hierarchy replaces `blocking`; `stride` and `sliceStride` then hold, and the texture
    /// is sampled by the second sampler (surface_texture.h).
    Tiling tiling = Tiling::Hierarchy;
    /// Strides of each level, in bytes: from one row of texels (of compressed blocks) to the next, as if it were
    /// linear; and from one slice of a 3D image, or one layer of an array, to the next.
    std::array<uint32_t, kTextureLevels> stride{};
    std::array<uint32_t, kTextureLevels> sliceStride{};
    /// Layers of an array.
    uint32_t layers = 1;
    /// Linear filters look beyond the edge of a cube's face onto its neighbour.
    bool seamlessCube = false;
    /// Applied last, to the filtered sample.
    std::array<ComponentSource, 4> swizzle = {ComponentSource::Red, ComponentSource::Green, ComponentSource::Blue,
                                              ComponentSource::Alpha};

    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t depth = 0;
    /// Binary logarithms of the sizes: they bound the mipmap levels, and are registers of their own.
    uint32_t log2Width = 0;
    uint32_t log2Height = 0;
    uint32_t log2Depth = 0;
    /// Border in texels. No effect: images in memory have no borders.
    uint32_t border = 0;
    /// GPU address of each level and cube face. Face 0 unless the mode is CubeMap.
    std::array<std::array<Address, kCubeFaces>, kTextureLevels> address{};

    bool operator==(const TextureImage&) const = default;
};

/// The way in which texels are chosen and filtered.
struct SamplerState {
    WrapMode wrapS = WrapMode::Clamp;
    WrapMode wrapT = WrapMode::Clamp;
    WrapMode wrapR = WrapMode::Clamp;
    /// Coordinates are in texels, not in 0..1; they are not wrapped before a linear filter picks its texels.
    bool nonNormalized = false;

    FilterMode minFilter = FilterMode::Nearest;
    FilterMode magFilter = FilterMode::Nearest;
    float minLod = 0.0f;
    float maxLod = 12.0f;
    float lodBias = 0.0f;
    float unitLodBias = 0.0f;
    uint32_t minLevel = 0;
    uint32_t maxLevel = 12;
    /// Largest ratio of anisotropy, before TextureUnitSettings::maxAnisotropy. 1: isotropic.
    uint32_t maxAnisotropy = 1;

    Vec4 borderColor = {0.0f, 0.0f, 0.0f, 1.0f};
    BorderTexel borderTexel = BorderTexel::ZeroBytes;

    /// Each component becomes 1 where `texel FUNCTION r` holds and 0 elsewhere, before filtering; r is the third
    /// coordinate.
    bool comparison = false;
    CompareFunction comparisonFunction = CompareFunction::LessEqual;

    bool operator==(const SamplerState&) const = default;
};

/// One texture unit: sampler and image together.
struct TextureState : TextureImage, SamplerState {
    /// Applied to each decoded texel in this order: red and blue exchanged; all four components reversed; red, green
    /// and blue taken from sRGB to linear.
    bool d3d9ColorOrder = false;
    bool reverse = false;
    bool srgb = false;
    /// The second coordinate is turned over after wrapping (2D and cube maps, normalized coordinates).
    bool d3d9InvertV = false;

    bool operator==(const TextureState&) const = default;
};

/// The stream an attribute load (LDA) reads, found through the attribute map.
struct AttributeStream {
    /// False: no stream is mapped to the attribute; a load gives `defaultValue`.
    bool active = false;
    Address address{};
    /// Bytes from one index to the next.
    uint32_t stride = 0;
    StreamFormat format = StreamFormat::Uint32;
    /// Components stored, 1 to 4; `defaultValue` completes them.
    uint32_t components = 0;
    /// Red and blue exchanged after conversion.
    bool d3d9ColorOrder = false;
    Vec4 defaultValue = {0.0f, 0.0f, 0.0f, 1.0f};
};

/// Way to find the axis and the ratio of anisotropy, AnisotropyAlgorithm 0 to 4.
enum class AnisotropyAlgorithm : uint32_t { TwoAxis, FourAxis, Rectangular, Ewa, Experimental };

/// Properties built into a texture unit. Everything that takes them requires the ranges given here, and tiles that
/// layoutProblem() accepts; parameters and rules of the configuration hold them.
struct TextureUnitSettings {
    /// A block has 2^n x 2^n texels, a superblock 2^n x 2^n blocks; each 0 to 8.
    uint32_t blockDimension = 2;
    uint32_t superBlockDimension = 4;

    AnisotropyAlgorithm anisotropyAlgorithm = AnisotropyAlgorithm::Ewa;
    /// Every texture gets maxAnisotropy, whatever its own limit.
    bool forceMaxAnisotropy = false;
    uint32_t maxAnisotropy = 16;  // 1 to 16
    /// The number of samples rises to the next one where the fraction of the ratio exceeds threshold / 2^precision.
    uint32_t anisotropyRoundPrecision = 8;  // 1 to 32 bits
    uint32_t anisotropyRoundThreshold = 0;  // up to 2^precision - 1
    bool anisotropyRatioMultipleOfTwo = false;

    /// Two levels are blended only where the fraction of the level of detail is within
    /// (threshold / 2^precision, 1 - threshold / 2^precision).
    uint32_t trilinearPrecision = 8;  // 1 to 32 bits
    uint32_t brilinearThreshold = 0;  // up to 2^(precision - 1)

    /// Tile hierarchy of textures in framebuffer blocking.
    TileSizes framebufferTiles = {};
};

}  // namespace cyclorama::func
