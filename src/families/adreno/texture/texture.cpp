// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/fdl/fd6_layout.c, fd6_view.c (levels as the chip finds them).

#include "families/adreno/texture/texture.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {

namespace {

constexpr uint32_t kMinTiledWidth = 16;      // texels; narrower levels are linear
constexpr uint64_t kCompressedAlign = 4096;  // bytes, of levels compressed by UBWC

constexpr uint32_t minified(uint32_t size, uint32_t level) { return std::max(size >> level, 1u); }
constexpr uint64_t alignedTo(uint64_t value, uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}
constexpr uint32_t blocksOf(uint32_t texels, uint32_t block) { return (texels + block - 1) / block; }

/// Rows of texels that tiled levels are rounded up to.
uint32_t heightAlignOf(const SurfaceFormat& format, uint32_t pixelBytes) {
    return pixelBytes == 1 || format.isTall() ? 32 : 16;
}

}  // namespace

Texture::Texture(const TextureDescriptor& descriptor, const func::BankSwizzle& banks) : descriptor_(descriptor) {
    if (descriptor.format == nullptr) return;
    packed_ = descriptor.format->packed(descriptor.swap, descriptor.srgb);
    pixelBytes_ = descriptor.format->bytes * descriptor.samples;
    if (descriptor.isBuffer()) {
        layOutBuffer();
    } else {
        layOutImage(banks);
    }
}

void Texture::layOutBuffer() {
    levels_ = 1;
    TextureLevel& level = level_[0];
    level.width = static_cast<uint32_t>(descriptor_.elements);
    level.height = 1;
    level.base = uint64_t{descriptor_.startElement} * pixelBytes_;
    extent_ = level.base + descriptor_.elements * pixelBytes_;
}

void Texture::layOutImage(const func::BankSwizzle& banks) {
    const TextureDescriptor& given = descriptor_;
    const bool volume = given.type == TextureType::ThreeDimensional;
    const uint32_t depth = std::max(given.depth, 1u);
    layers_ = volume ? 1 : given.type == TextureType::Cube ? depth * kTextureFaces : depth;
    levels_ = std::min(given.levels, kMaxTextureLevels);
    const bool tileable = given.tileMode == TileMode::Tiled && std::has_single_bit(pixelBytes_) && pixelBytes_ <= 64;
    const bool tall = given.format->isTall() && given.samples == 1;
    uint64_t base = 0;
    for (uint32_t i = 0; i < levels_; ++i) {
        TextureLevel& level = level_[i];
        level.width = minified(given.width, i);
        level.height = minified(given.height, i);
        level.depth = volume ? minified(depth, i) : 1;
        level.base = base;
        level.pitch = i == 0 ? given.pitch : alignedTo(given.pitch >> i, given.pitchAlign);
        level.tiled = tileable && (given.tileAll || level.width >= kMinTiledWidth);
        uint64_t rows = blocksOf(level.height, given.format->blockHeight);
        if (level.tiled) {
            level.tiles = func::BankedTiles(pixelBytes_, level.pitch, banks, tall);
            rows = alignedTo(rows, heightAlignOf(*given.format, pixelBytes_));
        }
        if (volume) {
            level.layerPitch = std::max<uint64_t>(given.arrayPitch >> (2 * i), given.minLayerSize);
            base += level.layerPitch * level.depth;
            extent_ = base;
        } else {
            level.layerPitch = given.arrayPitch;
            base += rows * level.pitch;
            if (given.flags && level.tiled) base = alignedTo(base, kCompressedAlign);
            extent_ = uint64_t{layers_ - 1} * given.arrayPitch + base;
        }
    }
}

void Texture::bind(const FindBytes& find) {
    bytes_ = extent_ == 0 ? std::span<std::byte>() : find(descriptor_.address, extent_);
    if (format() == nullptr || !format()->hasPlanes()) return;
    const uint64_t rows = (uint64_t{descriptor_.height} + 1) / 2;
    for (size_t plane = 0; plane < planes_.size(); ++plane) {
        if (descriptor_.planeAddress[plane] == 0) continue;
        planes_[plane] = find(descriptor_.planeAddress[plane], rows * descriptor_.planePitch);
    }
}

}  // namespace cyclorama::adreno
