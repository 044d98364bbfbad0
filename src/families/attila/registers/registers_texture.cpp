// SPDX-License-Identifier: MIT
#include "families/attila/registers/register_rows.h"

namespace cyclorama::attila::detail {
namespace {

/// Images that a unit has registers for.
constexpr uint32_t kUnitImages = kTextureRegisterLevels * func::kCubeFaces;

constexpr std::array kTextureRows = {
    row(
        {Register::TextureEnable, "TEXTURE_ENABLE", "The texture unit is in use.", "TextureEmulator"}, perTexture(),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).enabled; }),
    row(
        {Register::TextureMode, "TEXTURE_MODE", "Dimensions of the texture.", "TextureEmulator"}, perTexture(),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).mode; }),
    row(
        {Register::TextureAddress, "TEXTURE_ADDRESS", "Where the image of a level and cube face begins.",
         "TextureEmulator"},
        {.indices = kAttilaTextureUnits * kUnitImages,
         .indexMeaning = IndexMeaning::TextureImage,
         .radix = Radix::Hexadecimal},
        [](auto& file, uint32_t index) -> auto& {
            return texture(file, index / kUnitImages)
                .address[index / func::kCubeFaces % kTextureRegisterLevels][index % func::kCubeFaces];
        }),
    row(
        {Register::TextureWidth, "TEXTURE_WIDTH", "Width of the base level in texels.", "TextureEmulator"},
        perTexture(upTo(func::kMaxTextureSize)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).width; }),
    row(
        {Register::TextureHeight, "TEXTURE_HEIGHT", "Height of the base level in texels.", "TextureEmulator"},
        perTexture(upTo(func::kMaxTextureSize)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).height; }),
    row(
        {Register::TextureDepth, "TEXTURE_DEPTH", "Depth of the base level in texels.", "TextureEmulator"},
        perTexture(upTo(func::kMaxTextureSize)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).depth; }),
    row(
        {Register::TextureWidth2, "TEXTURE_WIDTH2", "Binary logarithm of the width.", "TextureEmulator"},
        perTexture(upTo(func::kTextureLevels - 1)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).log2Width; }),
    row(
        {Register::TextureHeight2, "TEXTURE_HEIGHT2", "Binary logarithm of the height.", "TextureEmulator"},
        perTexture(upTo(func::kTextureLevels - 1)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).log2Height; }),
    row(
        {Register::TextureDepth2, "TEXTURE_DEPTH2", "Binary logarithm of the depth.", "TextureEmulator"},
        perTexture(upTo(func::kTextureLevels - 1)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).log2Depth; }),
    row(
        {Register::TextureBorder, "TEXTURE_BORDER", "Border of the texture in texels, which no unit uses.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).border; }),
    row(
        {Register::TextureFormat, "TEXTURE_FORMAT", "Format of the texels.", "TextureEmulator"}, perTexture(),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).format; }),
    row(
        {Register::TextureReverse, "TEXTURE_REVERSE", "The components of texels are reversed.", "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).reverse; }),
    row(
        {Register::TextureD3d9ColorConversion, "TEXTURE_D3D9_COLOR_CONV", "Red and blue of texels are exchanged.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).d3d9ColorOrder; }),
    row(
        {Register::TextureD3d9VInvert, "TEXTURE_D3D9_V_INV", "The second coordinate is turned over.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).d3d9InvertV; }),
    row(
        {Register::TextureCompression, "TEXTURE_COMPRESSION", "How blocks of texels are compressed.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).compression; }),
    row(
        {Register::TextureBlocking, "TEXTURE_BLOCKING", "Order of texels in memory.", "TextureEmulator"}, perTexture(),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).blocking; }),
    row(
        {Register::TextureBorderColor, "TEXTURE_BORDER_COLOR", "Colour outside of the image.", "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).borderColor; }),
    row(
        {Register::TextureWrapS, "TEXTURE_WRAP_S", "What the first coordinate means outside of the image.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).wrapS; }),
    row(
        {Register::TextureWrapT, "TEXTURE_WRAP_T", "What the second coordinate means outside of the image.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).wrapT; }),
    row(
        {Register::TextureWrapR, "TEXTURE_WRAP_R", "What the third coordinate means outside of the image.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).wrapR; }),
    row(
        {Register::TextureNonNormalized, "TEXTURE_NON_NORMALIZED", "Coordinates are in texels.", "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).nonNormalized; }),
    row(
        {Register::TextureMinFilter, "TEXTURE_MIN_FILTER", "Filter where texels are smaller than pixels.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).minFilter; }),
    row(
        {Register::TextureMagFilter, "TEXTURE_MAG_FILTER", "Filter where texels are larger than pixels.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).magFilter; }),
    row(
        {Register::TextureEnableComparison, "TEXTURE_ENABLE_COMPARISON",
         "Texels are compared with the third coordinate.", "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).comparison; }),
    row(
        {Register::TextureComparisonFunction, "TEXTURE_COMPARISON_FUNCTION", "How they are compared.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).comparisonFunction; }),
    row(
        {Register::TextureSrgb, "TEXTURE_SRGB", "Texels are converted from sRGB to linear colour.", "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).srgb; }),
    row(
        {Register::TextureMinLod, "TEXTURE_MIN_LOD", "Smallest level of detail.", "TextureEmulator"}, perTexture(),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).minLod; }),
    row(
        {Register::TextureMaxLod, "TEXTURE_MAX_LOD", "Largest level of detail.", "TextureEmulator"}, perTexture(),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).maxLod; }),
    row(
        {Register::TextureLodBias, "TEXTURE_LOD_BIAS", "Added to the level of detail, by the texture.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).lodBias; }),
    row(
        {Register::TextureMinLevel, "TEXTURE_MIN_LEVEL", "First level that exists.", "TextureEmulator"},
        perTexture(upTo(kTextureRegisterLevels - 1)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).minLevel; }),
    row(
        {Register::TextureMaxLevel, "TEXTURE_MAX_LEVEL", "Last level that exists.", "TextureEmulator"},
        perTexture(upTo(kTextureRegisterLevels - 1)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).maxLevel; }),
    row(
        {Register::TextureUnitLodBias, "TEXT_UNIT_LOD_BIAS", "Added to the level of detail, by the texture unit.",
         "TextureEmulator"},
        perTexture(), [](auto& file, uint32_t index) -> auto& { return texture(file, index).unitLodBias; }),
    row(
        {Register::TextureMaxAnisotropy, "TEXTURE_MAX_ANISOTROPY", "Largest ratio of anisotropy.", "TextureEmulator"},
        perTexture(upTo(func::kMaxAnisotropy)),
        [](auto& file, uint32_t index) -> auto& { return texture(file, index).maxAnisotropy; })};

}  // namespace

std::span<const RegisterInfo> textureRegisters() { return kTextureRows; }

}  // namespace cyclorama::attila::detail
