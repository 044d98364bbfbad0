// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/border_textures.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "families/attila/driver/textures/texel_codec.h"
#include "func/formats/srgb.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_format.h"

namespace cyclorama::attila {
namespace {

using virgl::Target;

TextureStorage& storageOf(const virgl::SamplerView& view) {
    return static_cast<TextureStorage&>(*view.resource->storage);
}

bool isFiltered(const virgl::Sampler& mode) { return func::isLinear(mode.minFilter) || func::isLinear(mode.magFilter); }

/// Dimensions of textures that there are copies of; 0 for others.
size_t dimensions(Target target) {
    return target == Target::Texture1D ? 1 : target == Target::Texture2D || target == Target::Rectangle ? 2 : 0;
}

/// The guest's format of a copy: compressed textures become plain.
virgl::Format copyFormat(const TextureFormat& format) {
    if (!format.isCompressed()) return format.guest;
    const bool opaque = format.compression == func::TextureCompression::Dxt1Rgb;
    return opaque ? virgl::Format::Rgbx8 : virgl::Format::Rgba8;
}

/// The texel of a border as it is stored.
std::array<std::byte, func::kMaxTexelBytes> borderTexel(const virgl::Sampler& mode, TextureFormat format) {
    constexpr float kLargestDepth = 0xffffff;
    std::array<std::byte, func::kMaxTexelBytes> texel{};
    if (format.depth) {
        const auto depth =
            static_cast<uint32_t>(std::lround(std::clamp(mode.borderColor[0], 0.0f, 1.0f) * kLargestDepth));
        std::memcpy(texel.data(), &depth, sizeof depth);
        return texel;
    }
    func::Vec4 color = mode.borderColor;
    // As the chip takes it to linear space again.
    for (size_t c = 0; format.srgb && c < 3; ++c) color[c] = func::srgbFromLinear(std::clamp(color[c], 0.0f, 1.0f));
    format.srgb = false;
    TexelCodec(format).store(color, texel.data());
    return texel;
}

}  // namespace

/// Coordinates that are clamped to the texture reach the border by filters alone, which mix it in at the edge; the chip
/// takes a coordinate of 1 for one beyond the edge.
func::WrapMode wrapOf(const virgl::Sampler& mode, size_t axis) {
    const func::WrapMode wrap = mode.wrap[axis];
    return wrap == func::WrapMode::Clamp && !isFiltered(mode) ? func::WrapMode::ClampToEdge : wrap;
}

bool reachesBorder(const virgl::Sampler& mode) {
    for (size_t axis = 0; axis < mode.wrap.size(); ++axis)
        if (const auto wrap = wrapOf(mode, axis);
            wrap == func::WrapMode::ClampToBorder || wrap == func::WrapMode::Clamp)
            return true;
    return false;
}

bool showsBorderColor(const virgl::Sampler& mode, func::Format format, bool opaque) {
    if (!reachesBorder(mode)) return false;
    const std::array<std::byte, func::kMaxTexelBytes> none{};
    const func::Vec4 outside = func::decodeTexel(format, none.data());
    for (size_t c = 0; c < outside.size(); ++c)
        if (outside[c] == 0 && mode.borderColor[c] != 0 && !(opaque && c == 3)) return true;
    return false;
}

std::optional<BorderPlan> borderPlan(const virgl::SamplerView& view, const virgl::Sampler& mode) {
    const virgl::ResourceDescription& description = view.resource->description;
    if (description.isBuffer() || description.samples > 1) return std::nullopt;
    const TextureFormat& format = storageOf(view).format();
    const bool levels = view.firstLevel != view.lastLevel && mode.minFilter >= func::FilterMode::NearestMipmapNearest;
    if (levels || !showsBorderColor(mode, format.stored, format.opaque)) return std::nullopt;
    if (format.isCompressed() && func::compressionInfo(format.compression).texelFormat != func::Format::Rgba8888)
        return std::nullopt;
    BorderPlan plan;
    for (size_t axis = 0; axis < dimensions(description.target); ++axis) {
        const func::WrapMode wrap = wrapOf(mode, axis);
        const auto bit = static_cast<uint8_t>(1 << axis);
        if (wrap == func::WrapMode::ClampToBorder || wrap == func::WrapMode::Clamp) plan.axes |= bit;
        if (wrap == func::WrapMode::Clamp) plan.clamps |= bit;
    }
    return plan.axes != 0 ? std::optional(plan) : std::nullopt;
}

func::TextureState BorderTextures::texture(uint32_t unit, const virgl::SamplerView& view, const virgl::Sampler& mode,
                                           const BorderPlan& plan) {
    TextureStorage& from = storageOf(view);
    const virgl::ResourceDescription& original = from.description();
    const auto [width, height, depth] = original.levelSize(view.firstLevel);
    const uint32_t left = plan.axes & 1;
    const uint32_t top = plan.axes >> 1 & 1;
    virgl::ResourceDescription description{.target = original.target,
                                           .format = copyFormat(from.format()),
                                           .bind = virgl::kBindSamplerView,
                                           .width = width + 2 * left,
                                           .height = height + 2 * top};
    auto storage = std::make_unique<TextureStorage>(driver_, description);
    TextureFormat stored = storage->format();
    if (const TextureFormat* const asked = findTextureFormat(view.format)) stored.srgb = asked->srgb;
    const uint32_t bytes = func::texelBytes(stored.stored);
    const auto border = borderTexel(mode, stored);
    const std::span<const std::byte> blocks = from.rows(view.firstLevel, 0);
    const std::vector<std::byte> plain = from.format().isCompressed()
                                             ? decompressed(from.format(), blocks, width, height)
                                             : std::vector<std::byte>(blocks.begin(), blocks.end());
    std::vector<std::byte> texels(size_t{description.width} * description.height * bytes);
    for (size_t at = 0; at < texels.size(); at += bytes) std::memcpy(&texels[at], border.data(), bytes);
    for (uint32_t y = 0; y < height; ++y)
        std::memcpy(&texels[(size_t{y + top} * description.width + left) * bytes], &plain[size_t{y} * width * bytes],
                    size_t{width} * bytes);
    Copy& copy = copies_[unit];
    const bool same = copy.storage && copy.description.format == description.format &&
                      copy.description.target == description.target && copy.description.width == description.width &&
                      copy.texels == texels;
    if (!same) {
        std::ranges::copy(texels, storage->rowsToWrite(0, 0).begin());
        copy = {.description = description, .texels = std::move(texels), .storage = std::move(storage)};
    }
    return copy.storage->textureForGpu();
}

}  // namespace cyclorama::attila
