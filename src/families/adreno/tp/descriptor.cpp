// SPDX-License-Identifier: MIT
// Facts: Mesa, a6xx.xml (A6XX_TEX_CONST, A6XX_TEX_SAMP), src/freedreno/fdl/fd6_view.c, src/freedreno/vulkan/tu_util.h
// (entries of border colours).

#include "families/adreno/tp/descriptor.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {

namespace {

using func::NumberKind;

/// A field of a descriptor, and its word.
struct PlacedField {
    size_t word = 0;
    ValueInfo value;
};

consteval PlacedField fieldNamed(std::span<const RegisterInfo> words, std::string_view name) {
    for (size_t word = 0; word < words.size(); ++word)
        for (const FieldInfo& field : words[word].fields)
            if (field.name == name) return {word, field.value};
    throw "no field has this name";
}
consteval PlacedField ofTexture(std::string_view name) { return fieldNamed(kTextureWords, name); }
consteval PlacedField ofSampler(std::string_view name) { return fieldNamed(kSamplerWords, name); }

class DescriptorReader {
  public:
    explicit DescriptorReader(std::span<const uint32_t> words) : words_(words) {}

    /// In units of one, whatever the field's unit.
    uint32_t number(const PlacedField& field) const {
        return static_cast<uint32_t>(field.value.of(words_[field.word]) << field.value.shift);
    }
    uint32_t word(size_t index) const { return words_[index]; }
    bool flag(const PlacedField& field) const { return number(field) != 0; }
    template <typename Enumeration>
    Enumeration choice(const PlacedField& field) const {
        return static_cast<Enumeration>(number(field));
    }
    float fraction(const PlacedField& field) const {
        auto value = static_cast<int32_t>(number(field));
        const int unused = 32 - field.value.bits;
        if (field.value.form == ValueForm::Fixed) {
            value = static_cast<int32_t>(static_cast<uint32_t>(value) << unused) >> unused;
        }
        return static_cast<float>(value) / static_cast<float>(1u << field.value.fraction);
    }
    uint64_t address(const PlacedField& low, const PlacedField& high) const {
        return number(low) | uint64_t{number(high)} << 32;
    }

  private:
    std::span<const uint32_t> words_;
};

constexpr auto kFunctions =
    std::to_array({func::CompareFunction::Never, func::CompareFunction::Less, func::CompareFunction::Equal,
                   func::CompareFunction::LessEqual, func::CompareFunction::Greater, func::CompareFunction::NotEqual,
                   func::CompareFunction::GreaterEqual, func::CompareFunction::Always});

constexpr unsigned kElementBits = 15;  // of a buffer's elements, in the field of the width

// Places in an entry of the table of border colours.
constexpr uint32_t kBorderFloat32 = 0;
constexpr uint32_t kBorderUnorm16 = 16;
constexpr uint32_t kBorderSnorm16 = 24;
constexpr uint32_t kBorderFloat16 = 32;
constexpr uint32_t kBorder565 = 40;
constexpr uint32_t kBorder5551 = 42;
constexpr uint32_t kBorder4444 = 44;
constexpr uint32_t kBorderUnorm8 = 48;
constexpr uint32_t kBorderSnorm8 = 52;
constexpr uint32_t kBorder1010102 = 56;
constexpr uint32_t kBorderDepth24 = 60;
constexpr uint32_t kBorderSrgb = 64;

struct BorderRow {
    uint32_t offset = 0;
    /// Number of the format in which it is stored.
    uint8_t format = 0;
};

/// The colour that texels of a format take, and its format.
BorderRow borderRow(const SurfaceFormat& format, bool srgb) {
    const unsigned bits = std::max({format.bits[0], format.bits[3]});
    if (srgb) return {kBorderSrgb, 0x62};
    switch (format.kind) {
        case NumberKind::Unorm:
            if (bits == 24) return {kBorderDepth24, 0xa0};
            if (bits == 16) return {kBorderUnorm16, 0x60};
            if (bits == 10) return {kBorder1010102, 0x36};
            if (bits == 4) return {kBorder4444, 0x08};
            if (bits == 5) return format.bits[1] == 6 ? BorderRow{kBorder565, 0x0e} : BorderRow{kBorder5551, 0x0a};
            if (bits == 32) return {kBorderFloat32, 0x82};
            return {kBorderUnorm8, 0x30};
        case NumberKind::Snorm:
            if (bits == 16) return {kBorderSnorm16, 0x61};
            if (bits == 32) return {kBorderFloat32, 0x82};
            return {kBorderSnorm8, 0x32};
        case NumberKind::Uint:
            return bits == 32 ? BorderRow{kBorderFloat32, 0x83} : BorderRow{kBorderFloat16, 0x63};
        case NumberKind::Sint:
            return bits == 32 ? BorderRow{kBorderFloat32, 0x84} : BorderRow{kBorderFloat16, 0x64};
        default:
            return bits == 32 ? BorderRow{kBorderFloat32, 0x82} : BorderRow{kBorderFloat16, 0x62};
    }
}

/// Drivers subtract the number of a view's first level from the clamp. Where the conversion to unsigned numbers of
/// their host wraps around, what is below zero ends up beyond the last level, which no clamp of use does.
float minLodClampOf(float given, uint32_t levels) { return given > static_cast<float>(levels - 1) ? 0.0f : given; }

void decodePlanes(const DescriptorReader& words, TextureDescriptor& texture) {
    texture.levels = 1;
    texture.chromaMidpointX = words.flag(ofTexture("CHROMA_MIDPOINT_X"));
    texture.chromaMidpointY = words.flag(ofTexture("CHROMA_MIDPOINT_Y"));
    texture.planePitch = words.number(ofTexture("PLANE_PITCH"));
    texture.minLodClamp = 0.0f;
    // The second plane has its address in the words of flags, the third in those after them.
    texture.planeAddress[0] = texture.flagAddress;
    texture.planeAddress[1] = words.word(9) | uint64_t{words.word(10) & 0x1ffff} << 32;
}

void decodeBuffer(const DescriptorReader& words, TextureDescriptor& texture) {
    texture.elements = texture.width | uint64_t{texture.height} << kElementBits;
    texture.startElement = words.number(ofTexture("STARTOFFSETTEXELS"));
    texture.levels = 1;
    texture.samples = 1;
    texture.tileMode = TileMode::Linear;
}

}  // namespace

TextureDescriptor decodeTexture(std::span<const uint32_t, kTextureDescriptorWords> given) {
    const DescriptorReader words(given);
    TextureDescriptor texture;
    texture.tileMode = words.choice<TileMode>(ofTexture("TILE_MODE"));
    texture.srgb = words.flag(ofTexture("SRGB"));
    constexpr std::array kSwizzles{ofTexture("SWIZ_X"), ofTexture("SWIZ_Y"), ofTexture("SWIZ_Z"), ofTexture("SWIZ_W")};
    for (size_t c = 0; c < kSwizzles.size(); ++c) {
        texture.swizzle[c] = words.choice<func::ComponentSource>(kSwizzles[c]);
    }
    texture.levels = words.number(ofTexture("MIPLVLS")) + 1;
    texture.samples = 1u << words.number(ofTexture("SAMPLES"));
    texture.formatNumber = words.number(ofTexture("FMT"));
    texture.format = findSurfaceFormat(texture.formatNumber);
    texture.swap = words.choice<ColorSwap>(ofTexture("SWAP"));
    texture.type = words.choice<TextureType>(ofTexture("TYPE"));
    texture.width = words.number(ofTexture("WIDTH"));
    texture.height = words.number(ofTexture("HEIGHT"));
    texture.depth = words.number(ofTexture("DEPTH"));
    texture.pitch = words.number(ofTexture("PITCH"));
    texture.pitchAlign = 64u << words.number(ofTexture("PITCHALIGN"));
    texture.arrayPitch = words.number(ofTexture("ARRAY_PITCH"));
    texture.minLayerSize = words.number(ofTexture("MIN_LAYERSZ"));
    texture.tileAll = words.flag(ofTexture("TILE_ALL"));
    texture.flags = words.flag(ofTexture("FLAG"));
    texture.address = words.address(ofTexture("BASE_LO"), ofTexture("BASE_HI"));
    texture.minLodClamp = minLodClampOf(words.fraction(ofTexture("MIN_LOD_CLAMP")), texture.levels);
    texture.flagAddress = words.address(ofTexture("FLAG_LO"), ofTexture("FLAG_HI"));
    if (texture.isBuffer()) decodeBuffer(words, texture);
    if (texture.format != nullptr && texture.format->hasPlanes()) decodePlanes(words, texture);
    return texture;
}

SamplerDescriptor decodeSampler(std::span<const uint32_t, kSamplerDescriptorWords> given) {
    const DescriptorReader words(given);
    SamplerDescriptor sampler;
    sampler.mixesLevels = words.flag(ofSampler("MIPFILTER_LINEAR_NEAR"));
    sampler.usesLevels = !words.flag(ofSampler("MIPFILTER_LINEAR_FAR"));
    sampler.magnification = words.choice<TextureFilter>(ofSampler("XY_MAG"));
    sampler.minification = words.choice<TextureFilter>(ofSampler("XY_MIN"));
    sampler.wrap = {words.choice<TextureWrap>(ofSampler("WRAP_S")), words.choice<TextureWrap>(ofSampler("WRAP_T")),
                    words.choice<TextureWrap>(ofSampler("WRAP_R"))};
    sampler.maxAnisotropy = 1u << std::min(words.number(ofSampler("ANISO")), 4u);
    sampler.lodBias = words.fraction(ofSampler("LOD_BIAS"));
    sampler.minLod = words.fraction(ofSampler("MIN_LOD"));
    sampler.maxLod = words.fraction(ofSampler("MAX_LOD"));
    sampler.clampsResult = words.flag(ofSampler("CLAMPENABLE"));
    sampler.compare = kFunctions[words.number(ofSampler("COMPARE_FUNC"))];
    sampler.seamlessCube = !words.flag(ofSampler("CUBEMAPSEAMLESSFILTOFF"));
    sampler.normalized = !words.flag(ofSampler("UNNORM_COORDS"));
    sampler.reduction = words.choice<Reduction>(ofSampler("REDUCTION_MODE"));
    sampler.linearChroma = words.flag(ofSampler("CHROMA_LINEAR"));
    sampler.borderOffset = words.number(ofSampler("BCOLOR")) * kBorderBytes;
    return sampler;
}

std::array<uint32_t, 4> borderColor(std::span<const std::byte> entry, const SurfaceFormat& format, bool srgb) {
    const BorderRow row = borderRow(format, srgb);
    std::array<uint32_t, 4> color{};
    if (entry.size() < kBorderBytes) return color;
    const func::TexelColumns columns = {&color[0], &color[1], &color[2], &color[3]};
    func::unpackTexels(findSurfaceFormat(row.format)->packed(), entry.data() + row.offset, 1, columns);
    for (unsigned c = 0; c < color.size(); ++c) {
        if (format.has(c)) continue;
        color[c] = c < 3 ? 0 : format.oneWord();
    }
    return color;
}

}  // namespace cyclorama::adreno
