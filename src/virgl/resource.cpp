// SPDX-License-Identifier: MIT
#include "virgl/resource.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl {
namespace {

struct FormatRow {
    Format format;
    std::string_view name;
    TexelBlock block;
};

constexpr uint32_t kBlockSide = 4;
constexpr auto kFormats = std::to_array<FormatRow>({{Format::Bgra8, "B8G8R8A8_UNORM", {4}},
                                                    {Format::Bgrx8, "B8G8R8X8_UNORM", {4}},
                                                    {Format::Bgr565, "B5G6R5_UNORM", {2}},
                                                    {Format::L8, "L8_UNORM", {1}},
                                                    {Format::A8, "A8_UNORM", {1}},
                                                    {Format::I8, "I8_UNORM", {1}},
                                                    {Format::La8, "L8A8_UNORM", {2}},
                                                    {Format::L16, "L16_UNORM", {2}},
                                                    {Format::Z24S8, "Z24_UNORM_S8_UINT", {4}},
                                                    {Format::Z24X8, "Z24X8_UNORM", {4}},
                                                    {Format::RFloat32, "R32_FLOAT", {4}},
                                                    {Format::RgFloat32, "R32G32_FLOAT", {8}},
                                                    {Format::RgbaFloat32, "R32G32B32A32_FLOAT", {16}},
                                                    {Format::Rgba16, "R16G16B16A16_UNORM", {8}},
                                                    {Format::R8, "R8_UNORM", {1}},
                                                    {Format::Rg8, "R8G8_UNORM", {2}},
                                                    {Format::Rgba8, "R8G8B8A8_UNORM", {4}},
                                                    {Format::RFloat16, "R16_FLOAT", {2}},
                                                    {Format::RgFloat16, "R16G16_FLOAT", {4}},
                                                    {Format::RgbaFloat16, "R16G16B16A16_FLOAT", {8}},
                                                    {Format::L8Srgb, "L8_SRGB", {1}},
                                                    {Format::La8Srgb, "L8A8_SRGB", {2}},
                                                    {Format::Bgra8Srgb, "B8G8R8A8_SRGB", {4}},
                                                    {Format::Bgrx8Srgb, "B8G8R8X8_SRGB", {4}},
                                                    {Format::Rgba8Srgb, "R8G8B8A8_SRGB", {4}},
                                                    {Format::Dxt1Rgb, "DXT1_RGB", {8, kBlockSide}},
                                                    {Format::Dxt1Rgba, "DXT1_RGBA", {8, kBlockSide}},
                                                    {Format::Dxt3Rgba, "DXT3_RGBA", {16, kBlockSide}},
                                                    {Format::Dxt5Rgba, "DXT5_RGBA", {16, kBlockSide}},
                                                    {Format::Dxt1RgbSrgb, "DXT1_SRGB", {8, kBlockSide}},
                                                    {Format::Dxt1RgbaSrgb, "DXT1_SRGBA", {8, kBlockSide}},
                                                    {Format::Dxt3RgbaSrgb, "DXT3_SRGBA", {16, kBlockSide}},
                                                    {Format::Dxt5RgbaSrgb, "DXT5_SRGBA", {16, kBlockSide}},
                                                    {Format::Rgbx8, "R8G8B8X8_UNORM", {4}},
                                                    {Format::La16, "L16A16_UNORM", {4}},
                                                    {Format::A16, "A16_UNORM", {2}},
                                                    {Format::I16, "I16_UNORM", {2}}});

/// Larger sizes would make sums of 32 bits wrap.
constexpr uint32_t kMostTexels = 1 << 14;
constexpr uint32_t kMostLevels = 15;
constexpr uint32_t kMostBufferBytes = 1u << 30;
constexpr uint32_t kCubeFaces = 6;

const FormatRow* find(Format format) {
    const auto* const found = std::ranges::find(kFormats, format, &FormatRow::format);
    return found == kFormats.end() ? nullptr : found;
}

void require(bool holds, const char* what) {
    if (!holds) throw Malformed(what);
}

}  // namespace

std::array<uint32_t, 3> ResourceDescription::levelSize(uint32_t level) const {
    const auto halved = [level](uint32_t size) { return std::max(size >> level, 1u); };
    if (isBuffer()) return {width, 1, 1};
    return {halved(width), halved(height), target == Target::Texture3D ? halved(depth) : layers};
}

void check(const ResourceDescription& it) {
    require(it.target <= Target::Rectangle, "a resource of an unknown or unoffered shape");
    require(it.width > 0 && it.height > 0 && it.depth > 0 && it.layers > 0, "a resource without a size");
    if (it.isBuffer()) {
        require(it.width <= kMostBufferBytes && it.height == 1 && it.depth == 1, "a buffer of an impossible size");
        return;
    }
    require(it.width <= kMostTexels && it.height <= kMostTexels && it.depth <= kMostTexels,
            "a texture of an impossible size");
    require(it.target == Target::Texture3D || it.depth == 1, "a texture with depth that is not three-dimensional");
    require(it.layers == (it.target == Target::Cube ? kCubeFaces : 1), "a texture with layers");
    require(it.target != Target::Texture1D || it.height == 1, "a one-dimensional texture with height");
    require(it.target != Target::Cube || it.width == it.height, "a cube map that is not square");
    require(it.lastLevel < kMostLevels, "a texture with too many levels");
    require(std::max({it.width, it.height, it.depth}) >> it.lastLevel > 0, "a texture with levels below one texel");
}

TexelBlock texelBlock(Format format) {
    const FormatRow* const row = find(format);
    return row == nullptr ? TexelBlock{} : row->block;
}

TexelBlock texelBlock(const ResourceDescription& description) {
    return description.isBuffer() ? TexelBlock{.bytes = 1} : texelBlock(description.format);
}

std::string nameOf(Format format) {
    const FormatRow* const row = find(format);
    return row == nullptr ? fmt::format("format {}", static_cast<uint32_t>(format)) : std::string(row->name);
}

void check(const ResourceDescription& description, const Region& region) {
    require(region.level <= description.lastLevel, "a level that the resource does not have");
    const auto [width, height, depth] = description.levelSize(region.level);
    const auto fits = [](uint32_t start, uint32_t size, uint32_t whole) {
        return start <= whole && size <= whole - start;
    };
    const TexelBox& box = region.box;
    require(fits(box.x, box.width, width) && fits(box.y, box.height, height) && fits(box.z, box.depth, depth),
            "a box that leaves the resource");
    require(box.width > 0 && box.height > 0 && box.depth > 0, "an empty box");
    const uint32_t side = texelBlock(description).side;
    require(box.x % side == 0 && box.y % side == 0, "a box that begins within a block of texels");
}

GuestRows guestRows(const ResourceDescription& description, const Region& region, const GuestRows& asked,
                    uint64_t available) {
    const TexelBlock block = texelBlock(description);
    const auto size = description.levelSize(region.level);
    GuestRows rows = asked;
    if (rows.stride == 0) rows.stride = block.rowBytes(size[0]);
    if (rows.sliceStride == 0) rows.sliceStride = rows.stride * block.along(size[1]);
    const TexelBox& box = region.box;
    const uint64_t end =
        rows.sliceStride * (box.depth - 1) + rows.stride * (block.along(box.height) - 1) + block.rowBytes(box.width);
    require(end <= available, "a transfer that leaves the program's memory");
    return rows;
}

}  // namespace cyclorama::virgl
