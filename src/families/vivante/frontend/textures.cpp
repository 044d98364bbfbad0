// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/textures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/formats.h"
#include "families/vivante/frontend/tile_status.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_format.h"
#include "sim/divide_up.h"

namespace cyclorama::vivante {
namespace {

using func::FilterMode;
using func::TextureMode;
using func::Tiling;

constexpr uint32_t kUnits = 12;
constexpr uint32_t kNewUnits = 32;
constexpr uint32_t kDescriptors = 128;
constexpr uint32_t kLinearAddressing = 3;

/// Values of TEXTURE_FILTER and TEXTURE_TYPE (etna_viv: common_3d.xml).
enum TextureFilter : uint32_t { FilterNone, FilterNearest, FilterLinear, FilterAnisotropic };
enum TextureType : uint32_t { TypeNone, Type1d, Type2d, Type3d, TypeCube = 5 };

/// Signed fixed point of `bits` bits with `fraction` bits after the point.
float signedFixed(uint32_t value, uint32_t bits, uint32_t fraction) {
    const auto extended = static_cast<int32_t>(value << (32 - bits)) >> (32 - bits);
    return static_cast<float>(extended) / static_cast<float>(1u << fraction);
}

float fixed(uint32_t value, uint32_t fraction) {
    return static_cast<float>(value) / static_cast<float>(1u << fraction);
}

void takeConfig0(uint32_t config0, SamplerWords& words) {
    words.config0 = config0;
    words.wrapS = "TE.SAMPLER_CONFIG0.UWRAP"_field.of(config0);
    words.wrapT = "TE.SAMPLER_CONFIG0.VWRAP"_field.of(config0);
    words.minFilter = "TE.SAMPLER_CONFIG0.MIN"_field.of(config0);
    words.mipFilter = "TE.SAMPLER_CONFIG0.MIP"_field.of(config0);
    words.magFilter = "TE.SAMPLER_CONFIG0.MAG"_field.of(config0);
    words.log2Anisotropy = fixed("TE.SAMPLER_CONFIG0.ANISOTROPY"_field.of(config0), 5);
}

void takeLodConfig(uint32_t lod, SamplerWords& words) {
    words.minLod = fixed("TE.SAMPLER_LOD_CONFIG.MIN"_field.of(lod), 5);
    words.maxLod = fixed("TE.SAMPLER_LOD_CONFIG.MAX"_field.of(lod), 5);
    if ("TE.SAMPLER_LOD_CONFIG.BIAS_ENABLE"_field.of(lod) != 0)
        words.lodBias = signedFixed("TE.SAMPLER_LOD_CONFIG.BIAS"_field.of(lod), 10, 5);
}

std::optional<SamplerWords> readOldSampler(uint32_t unit, const StateFile& state) {
    if (unit >= kUnits || state.get("TE.SAMPLER_CONFIG0.TYPE"_field, unit) == TypeNone) return std::nullopt;
    SamplerWords words;
    takeConfig0(state.get("TE.SAMPLER_CONFIG0"_reg, unit), words);
    words.config1 = state.get("TE.SAMPLER_CONFIG1"_reg, unit);
    words.size = state.get("TE.SAMPLER_SIZE"_reg, unit);
    words.depth = state.get("TE.SAMPLER_3D_CONFIG.DEPTH"_field, unit);
    words.wrapR = state.get("TE.SAMPLER_3D_CONFIG.WRAP"_field, unit);
    takeLodConfig(state.get("TE.SAMPLER_LOD_CONFIG"_reg, unit), words);
    words.srgb = state.flag("TE.SAMPLER_LOG_SIZE.SRGB"_field, unit);
    if ("TE.SAMPLER_CONFIG0.ADDRESSING_MODE"_field.of(words.config0) == kLinearAddressing)
        words.linearStride = state.get("TE.SAMPLER_LINEAR_STRIDE"_reg, unit);
    for (uint32_t level = 0; level < kTextureAddresses; ++level)
        words.addresses[level] = state.get("TE.SAMPLER_LOD_ADDR"_reg, unit, level);
    return words;
}

std::optional<SamplerWords> readNewSampler(uint32_t unit, const StateFile& state) {
    if (unit >= kNewUnits || state.get("NTE.SAMPLER_CONFIG0.TYPE"_field, unit) == TypeNone) return std::nullopt;
    SamplerWords words;
    takeConfig0(state.get("NTE.SAMPLER_CONFIG0"_reg, unit), words);
    words.config1 = state.get("NTE.SAMPLER_CONFIG1"_reg, unit);
    words.size = state.get("NTE.SAMPLER_SIZE"_reg, unit);
    words.depth = state.get("NTE.SAMPLER_3D_CONFIG.DEPTH"_field, unit);
    words.wrapR = state.get("NTE.SAMPLER_3D_CONFIG.WRAP"_field, unit);
    takeLodConfig(state.get("NTE.SAMPLER_LOD_CONFIG"_reg, unit), words);
    words.srgb = state.flag("NTE.SAMPLER_LOG_SIZE.SRGB"_field, unit);
    words.compare = state.flag("NTE.SAMPLER_BASELOD.COMPARE_ENABLE"_field, unit);
    words.compareFunction = state.get("NTE.SAMPLER_BASELOD.COMPARE_FUNC"_field, unit);
    if ("TE.SAMPLER_CONFIG0.ADDRESSING_MODE"_field.of(words.config0) == kLinearAddressing)
        words.linearStride = state.get("NTE.SAMPLER_LINEAR_STRIDE"_reg, unit);
    for (uint32_t level = 0; level < kTextureAddresses; ++level)
        words.addresses[level] = state.get("NTE.SAMPLER_ADDR_LOD"_reg, unit, level);
    return words;
}

/// Words of a texture descriptor (etna_viv: texdesc_3d.xml).
struct Descriptor {
    static constexpr uint32_t kBytes = 256;
    enum Word : uint32_t {
        LodAddress = 0,
        Config0 = 0x40 / 4,
        Size = 0x44 / 4,
        LinearStride = 0x48 / 4,
        Config1 = 0x4c / 4,
        BaseLod = 0x68 / 4,
        Config2 = 0x6c / 4,
        Slice = 0x7c / 4,
        Config3d = 0x84 / 4,
        BorderColor = 0x8c / 4
    };
    /// Bits of Config2 (Mesa: TE_SAMPLER_CONFIG2_SIGNED_INT8 and _INT16).
    static constexpr uint32_t kSignedIntegers = 1u << 18 | 1u << 19;

    std::array<uint32_t, kBytes / 4> words{};
};

std::optional<SamplerWords> readDescriptor(uint32_t unit, const StateFile& state, const gpu::MemoryReader& memory) {
    if (unit >= kDescriptors || !state.written("NTE.DESCRIPTOR_ADDR"_reg, unit)) return std::nullopt;
    Descriptor descriptor;
    if (!memory.read(state.get("NTE.DESCRIPTOR_ADDR"_reg, unit), std::as_writable_bytes(std::span(descriptor.words))))
        return std::nullopt;
    const auto& from = descriptor.words;
    if ("TE.SAMPLER_CONFIG0.TYPE"_field.of(from[Descriptor::Config0]) == TypeNone) return std::nullopt;
    SamplerWords words;
    words.config0 = from[Descriptor::Config0];
    words.config1 = from[Descriptor::Config1];
    words.size = from[Descriptor::Size];
    words.depth = "TE.SAMPLER_3D_CONFIG.DEPTH"_field.of(from[Descriptor::Config3d]);
    words.wrapS = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.UWRAP"_field, unit);
    words.wrapT = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.VWRAP"_field, unit);
    words.wrapR = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.WWRAP"_field, unit);
    words.minFilter = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.MIN"_field, unit);
    words.mipFilter = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.MIP"_field, unit);
    words.magFilter = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.MAG"_field, unit);
    words.compare = state.flag("NTE.DESCRIPTOR_SAMP_CTRL0.COMPARE_ENABLE"_field, unit);
    words.compareFunction = state.get("NTE.DESCRIPTOR_SAMP_CTRL0.COMPARE_FUNC"_field, unit);
    words.srgb = state.flag("NTE.DESCRIPTOR_SAMP_CTRL1.SRGB"_field, unit);
    words.minLod = fixed(state.get("NTE.DESCRIPTOR_SAMP_LOD_MINMAX.MIN"_field, unit), 8);
    words.maxLod = fixed(state.get("NTE.DESCRIPTOR_SAMP_LOD_MINMAX.MAX"_field, unit), 8);
    if (state.flag("NTE.DESCRIPTOR_SAMP_LOD_BIAS.ENABLE"_field, unit))
        words.lodBias = signedFixed(state.get("NTE.DESCRIPTOR_SAMP_LOD_BIAS.BIAS"_field, unit), 16, 8);
    words.log2Anisotropy = fixed(state.get("NTE.DESCRIPTOR_SAMP_ANISOTROPY"_reg, unit), 8);
    words.firstLevelAlone = true;
    words.firstLevel = "NTE.SAMPLER_BASELOD.BASELOD"_field.of(from[Descriptor::BaseLod]);
    words.lastLevel = "NTE.SAMPLER_BASELOD.MAXLOD"_field.of(from[Descriptor::BaseLod]);
    words.signedIntegers = (from[Descriptor::Config2] & Descriptor::kSignedIntegers) != 0;
    if ("TE.SAMPLER_CONFIG0.ADDRESSING_MODE"_field.of(words.config0) == kLinearAddressing)
        words.linearStride = from[Descriptor::LinearStride];
    words.sliceStride = from[Descriptor::Slice];
    for (uint32_t level = 0; level < kTextureAddresses; ++level)
        words.addresses[level] = from[Descriptor::LodAddress + level];
    for (uint32_t c = 0; c < 4; ++c) words.borderColor[c] = from[Descriptor::BorderColor + c];
    return words;
}

func::WrapMode wrapMode(uint32_t encoding) {
    using enum func::WrapMode;
    static constexpr std::array kModes{Repeat, MirroredRepeat, ClampToEdge, ClampToBorder};
    return kModes[encoding % kModes.size()];
}

FilterMode minFilter(uint32_t filter, uint32_t mip) {
    const bool linear = filter == FilterLinear || filter == FilterAnisotropic;
    if (mip == FilterNearest) return linear ? FilterMode::LinearMipmapNearest : FilterMode::NearestMipmapNearest;
    if (mip == FilterLinear || mip == FilterAnisotropic)
        return linear ? FilterMode::LinearMipmapLinear : FilterMode::NearestMipmapLinear;
    return linear ? FilterMode::Linear : FilterMode::Nearest;
}

/// Mode of a TE.SAMPLER_CONFIG0.TYPE. With `array`, the last dimension counts layers: 3D is an array of 2D images, 2D
/// an array of rows (Mesa: translate_texture_target).
TextureMode textureMode(uint32_t type, bool array) {
    switch (type) {
        case Type1d:
            return TextureMode::Texture1D;
        case Type3d:
            return array ? TextureMode::Texture2DArray : TextureMode::Texture3D;
        case TypeCube:
            return TextureMode::CubeMap;
        default:
            return array ? TextureMode::Texture1DArray : TextureMode::Texture2D;
    }
}

struct Alignment {
    uint32_t width = 4;
    uint32_t height = 4;
};

/// The first value of TEXTURE_HALIGN of a level whose halves two pixel pipes have written.
constexpr uint32_t kSplitTiled = 3;

/// Texels to whose multiples a level's width and height are rounded up, by TEXTURE_HALIGN (Mesa: etna_layout_multiple).
Alignment levelAlignment(uint32_t halign) {
    static constexpr std::array<Alignment, 5> kAlignments{{{4, 4}, {16, 4}, {64, 64}, {16, 8}, {64, 128}}};
    return kAlignments[std::min<size_t>(halign, kAlignments.size() - 1)];
}

func::Format signedFormat(func::Format format) {
    using enum func::Format;
    switch (format) {
        case R8Uint:
            return R8Sint;
        case R8G8Uint:
            return R8G8Sint;
        case R8G8B8A8Uint:
            return R8G8B8A8Sint;
        case R16Uint:
            return R16Sint;
        case R16G16Uint:
            return R16G16Sint;
        case R16G16B16A16Uint:
            return R16G16B16A16Sint;
        default:
            return format;
    }
}

/// Tiling, and the strides and addresses of all levels. The size is that of the first level which is sampled.
void layOutLevels(const SamplerWords& words, func::TextureState& texture) {
    const bool compressed = texture.compression != func::TextureCompression::None;
    const uint32_t halign = "TE.SAMPLER_CONFIG1.HALIGN"_field.of(words.config1);
    const Alignment alignment = levelAlignment(halign);
    texture.tiling = words.linearStride || compressed ? Tiling::Linear
                     : alignment.height >= 64         ? Tiling::SuperTiled
                                                      : Tiling::Tiled;
    const uint32_t bytes =
        compressed ? func::compressionInfo(texture.compression).blockBytes : func::texelBytes(texture.format);
    const uint32_t levels = std::min<uint32_t>(kTextureAddresses, func::kTextureLevels);
    for (uint32_t level = 0; level + words.firstLevel < levels; ++level) {
        const uint32_t width = std::max(texture.width >> level, 1u);
        const uint32_t height = std::max(texture.height >> level, 1u);
        uint32_t stride = sim::roundUp(width, alignment.width) * bytes;
        uint32_t rows = sim::roundUp(height, alignment.height);
        if (compressed) {
            stride = sim::divideUp(width, 4u) * bytes;
            rows = sim::divideUp(height, 4u);
        } else if (words.linearStride) {
            stride = level == 0 ? *words.linearStride : width * bytes;
        }
        texture.stride[level] = stride;
        texture.sliceStride[level] = stride * rows;
        if (level == 0 && words.firstLevel == 0 && words.sliceStride.value_or(0) != 0)
            texture.sliceStride[level] = *words.sliceStride;
        const uint32_t faces = texture.mode == TextureMode::CubeMap ? func::kCubeFaces : 1;
        for (uint32_t face = 0; face < faces; ++face)
            texture.address[level][face] =
                words.addresses[level + words.firstLevel] + face * texture.sliceStride[level];
    }
}

/// Mode, and the size of the first level that is sampled, in texels and layers.
void takeSizes(const SamplerWords& words, func::TextureState& texture) {
    const uint32_t type = "TE.SAMPLER_CONFIG0.TYPE"_field.of(words.config0);
    texture.mode = textureMode(type, "TE.SAMPLER_CONFIG1.TEXTURE_ARRAY"_field.of(words.config1) != 0);
    texture.width = std::max("TE.SAMPLER_SIZE.WIDTH"_field.of(words.size), 1u);
    const uint32_t height = std::max("TE.SAMPLER_SIZE.HEIGHT"_field.of(words.size), 1u);
    const uint32_t depth = std::max(words.depth, 1u);
    const bool lines = texture.mode == TextureMode::Texture1DArray;
    texture.height = lines ? 1 : height;
    texture.depth = texture.mode == TextureMode::Texture3D ? depth : 1;
    texture.layers = lines ? height : texture.mode == TextureMode::Texture2DArray ? depth : 1;
    texture.log2Width = static_cast<uint32_t>(std::bit_width(texture.width) - 1);
    texture.log2Height = static_cast<uint32_t>(std::bit_width(texture.height) - 1);
    texture.log2Depth = static_cast<uint32_t>(std::bit_width(texture.depth) - 1);
}

void takeFilters(const SamplerWords& words, func::TextureState& texture) {
    texture.wrapS = wrapMode(words.wrapS);
    texture.wrapT = wrapMode(words.wrapT);
    texture.wrapR = wrapMode(words.wrapR);
    texture.minFilter = minFilter(words.minFilter, words.mipFilter);
    texture.magFilter = words.magFilter == FilterLinear || words.magFilter == FilterAnisotropic ? FilterMode::Linear
                                                                                                : FilterMode::Nearest;
    texture.maxAnisotropy =
        std::clamp(static_cast<uint32_t>(std::lround(std::exp2(words.log2Anisotropy))), 1u, func::kMaxAnisotropy);
}

/// Limits of the level of detail, and of the levels: those beyond the former may have no address.
void takeLevels(const SamplerWords& words, func::TextureState& texture) {
    texture.minLod = words.minLod;
    texture.maxLod = std::max(words.maxLod, words.minLod);
    texture.lodBias = words.lodBias;
    if (words.mipFilter == FilterNone && words.firstLevelAlone) {
        texture.minLevel = texture.maxLevel = 0;
        return;
    }
    const uint32_t largest = std::max({texture.width, texture.height, texture.depth});
    const uint32_t last = words.lastLevel >= words.firstLevel ? words.lastLevel - words.firstLevel : 0;
    const uint32_t smallest = std::min({last, static_cast<uint32_t>(std::bit_width(largest) - 1),
                                        kTextureAddresses - 1 - std::min(words.firstLevel, 13u)});
    const bool trilinear = words.mipFilter == FilterLinear || words.mipFilter == FilterAnisotropic;
    texture.minLevel = std::min(static_cast<uint32_t>(texture.minLod), smallest);
    texture.maxLevel =
        std::clamp(static_cast<uint32_t>(trilinear ? std::ceil(texture.maxLod) : std::round(texture.maxLod)),
                   texture.minLevel, smallest);
}

}  // namespace

std::optional<SamplerWords> readSampler(uint32_t unit, const Chip& chip, const StateFile& state,
                                        const gpu::MemoryReader& memory) {
    if (chip.haltiLevel() >= 5 && state.flag("NTE.DESCRIPTOR_CONTROL.ENABLE"_field))
        return readDescriptor(unit, state, memory);
    return chip.haltiLevel() >= 1 ? readNewSampler(unit, state) : readOldSampler(unit, state);
}

func::TextureState translateSampler(const SamplerWords& words, uint32_t unit, const Reporter& report) {
    func::TextureState texture;
    const uint32_t encoding = "TE.SAMPLER_CONFIG0.FORMAT"_field.of(words.config0);
    const uint32_t extended = "TE.SAMPLER_CONFIG1.FORMAT_EXT"_field.of(words.config1);
    const std::optional<TexelFormat> texel = texelFormat(encoding, extended);
    if (!texel) {
        report(findings::kTextureFormat, fmt::format("unit {}, format {}, extended {}", unit, encoding, extended));
        return texture;
    }
    // No source says where a sampler finds the second half, and Mesa samples none (etna_texture_handle_incompatible).
    if ("TE.SAMPLER_CONFIG1.HALIGN"_field.of(words.config1) >= kSplitTiled && !words.linearStride &&
        texel->compression == func::TextureCompression::None) {
        report(findings::kTextureFormat, fmt::format("unit {}, split over two pixel pipes", unit));
        return texture;
    }
    texture.enabled = true;
    texture.format = words.signedIntegers ? signedFormat(texel->format) : texel->format;
    texture.compression = texel->compression;
    takeSizes(words, texture);
    layOutLevels(words, texture);

    static constexpr std::array kSwizzles{"TE.SAMPLER_CONFIG1.SWIZZLE_R"_field, "TE.SAMPLER_CONFIG1.SWIZZLE_G"_field,
                                          "TE.SAMPLER_CONFIG1.SWIZZLE_B"_field, "TE.SAMPLER_CONFIG1.SWIZZLE_A"_field};
    for (size_t c = 0; c < kSwizzles.size(); ++c)
        texture.swizzle[c] = static_cast<func::ComponentSource>(
            std::min<uint32_t>(kSwizzles[c].of(words.config1), static_cast<uint32_t>(func::ComponentSource::One)));

    takeFilters(words, texture);
    takeLevels(words, texture);
    texture.borderColor = std::bit_cast<func::Vec4>(words.borderColor);
    texture.borderTexel = func::BorderTexel::BorderColor;
    texture.comparison = words.compare;
    texture.comparisonFunction = textureCompareFunction(words.compareFunction);
    texture.srgb = words.srgb;
    texture.seamlessCube = "TE.SAMPLER_CONFIG1.SEAMLESS_CUBE_MAP"_field.of(words.config1) != 0;
    return texture;
}

gpu::TextureDescriptor DescriptorCache::translate(const SamplerWords& words, uint32_t unit, const Reporter& report) {
    constexpr size_t kDescriptorsKept = 64;
    const auto known = std::ranges::find(entries_, words, &Entry::words);
    if (known != entries_.end()) return known->descriptor;
    gpu::TextureDescriptor descriptor(translateSampler(words, unit, report));
    if (!descriptor->enabled) return descriptor;
    if (entries_.size() < kDescriptorsKept)
        entries_.push_back({words, descriptor});
    else
        entries_[oldest_++ % kDescriptorsKept] = {words, descriptor};
    return descriptor;
}

std::optional<gpu::Surface> samplerTileStatus(uint32_t unit, const Chip& chip, const StateFile& state,
                                              const func::TextureState& texture) {
    constexpr uint32_t kTileStatusUnits = 8;
    uint32_t index = unit;
    if (chip.haltiLevel() >= 5 && state.flag("NTE.DESCRIPTOR_CONTROL.ENABLE"_field)) {
        if (unit >= kDescriptors || !state.flag("NTE.DESCRIPTOR_TX_CTRL.TS_ENABLE"_field, unit)) return std::nullopt;
        index = state.get("NTE.DESCRIPTOR_TX_CTRL.TS_INDEX"_field, unit);
    } else if (chip.haltiLevel() >= 1) {
        if (unit >= kNewUnits || !state.flag("NTE.SAMPLER_CONFIG1.USE_TS"_field, unit)) return std::nullopt;
    } else if (unit >= kUnits || !state.flag("TE.SAMPLER_CONFIG1.USE_TS"_field, unit)) {
        return std::nullopt;
    }
    if (index >= kTileStatusUnits || !state.flag("TS.SAMPLER_CONFIG.ENABLE"_field, index)) return std::nullopt;
    gpu::Surface surface;
    surface.address = texture.address[0][0];
    surface.storage.tiling = texture.tiling;
    surface.storage.stride = texture.stride[0];
    // Cleared tiles are filled whatever their texels mean.
    surface.format = formatOfSize(func::texelBytes(texture.format)).value_or(texture.format);
    surface.width = texture.width;
    surface.height = texture.height;
    const bool large = chip.haltiLevel() >= 5 ? state.flag("NTE.DESCRIPTOR_TX_CTRL.TS_MODE"_field, unit)
                                              : state.flag("NTE.SAMPLER_CONFIG1.TS_MODE"_field, unit % kNewUnits);
    surface.storage.tileStatus = {.enabled = true,
                                  .address = state.get("TS.SAMPLER_STATUS_BASE"_reg, index),
                                  .bitsPerTile = tileStatusBits(chip),
                                  .tileBytes = tileStatusTileBytes(chip, large, false),
                                  .clearValue = uint64_t{state.get("TS.SAMPLER_CLEAR_VALUE2"_reg, index)} << 32 |
                                                state.get("TS.SAMPLER_CLEAR_VALUE"_reg, index),
                                  .compressed = state.flag("TS.SAMPLER_CONFIG.COMPRESSION"_field, index)};
    return surface;
}

}  // namespace cyclorama::vivante
