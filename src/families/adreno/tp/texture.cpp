// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/fdl/fd6_layout.c, fd6_view.c (levels as the chip finds them).

#include "families/adreno/tp/texture.h"

#include <algorithm>
#include <bit>

#include "func/texture/cube_faces.h"

namespace cyclorama::adreno {

namespace {

constexpr uint32_t kMinTiledWidth = 16;  // texels; narrower levels are linear
constexpr uint64_t kPageBytes = 4096;

constexpr uint64_t alignedTo(uint64_t value, uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}
constexpr uint32_t blocksOf(uint32_t texels, uint32_t block) { return (texels + block - 1) / block; }

// Blocks of UBWC in planes of luma and of colour differences.
constexpr uint32_t kLumaFlagWidth = 32;
constexpr uint32_t kChromaFlagWidth = 16;
constexpr uint32_t kPlaneFlagHeight = 8;

/// Bytes of the flags of a plane.
uint64_t flagBytes(uint32_t width, uint32_t height, uint32_t blockWidth) {
    return alignedTo(alignedTo(blocksOf(width, blockWidth), 64) * alignedTo(blocksOf(height, kPlaneFlagHeight), 16),
                     kPageBytes);
}

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
        if (descriptor.format->hasPlanes()) layOutPlanes(banks);
    }
}

/// Planes of half the width and height. Compressed by UBWC, each has its flags in front of it, at its address.
void Texture::layOutPlanes(const func::BankSwizzle& banks) {
    const bool two = descriptor_.format->codec == TexelCodec::TwoPlanes;
    const uint32_t pairBytes = two ? 2 : 1;
    const uint64_t flags = descriptor_.flags ? flagBytes(descriptor_.width, descriptor_.height, kLumaFlagWidth) : 0;
    level_[0].base += flags * layers_;
    extent_ += flags * layers_;
    for (TextureLevel& plane : planes_) {
        plane.width = blocksOf(descriptor_.width, 2);
        plane.height = blocksOf(descriptor_.height, 2);
        plane.pitch = descriptor_.planePitch;
        plane.layerPitch = descriptor_.arrayPitch;
        if (descriptor_.flags) plane.base = flagBytes(plane.width, plane.height, kChromaFlagWidth) * layers_;
        plane.layout = level_[0].layout.isTiled()
                           ? func::TexelLayout(func::BankedTiles(pairBytes, plane.pitch, banks, two))
                           : func::TexelLayout(func::PlainRows{plane.pitch, pairBytes});
    }
}

void Texture::layOutBuffer() {
    levels_ = 1;
    TextureLevel& level = level_[0];
    level.width = static_cast<uint32_t>(descriptor_.elements);
    level.height = 1;
    level.layout = func::TexelLayout(func::PlainRows{.pitch = 0, .texelBytes = pixelBytes_});
    level.base = uint64_t{descriptor_.startElement} * pixelBytes_;
    extent_ = level.base + descriptor_.elements * pixelBytes_;
}

void Texture::layOutImage(const func::BankSwizzle& banks) {
    const TextureDescriptor& given = descriptor_;
    const bool volume = given.type == TextureType::ThreeDimensional;
    const uint32_t depth = std::max(given.depth, 1u);
    layers_ = volume ? 1 : given.type == TextureType::Cube ? depth * func::kCubeFaces : depth;
    levels_ = std::min(given.levels, kMaxTextureLevels);
    const bool tileable = given.tileMode == TileMode::Tiled && std::has_single_bit(pixelBytes_) && pixelBytes_ <= 64;
    const bool tall = given.format->isTall() && given.samples == 1;
    uint64_t base = 0;
    uint64_t least = given.minLayerSize;
    for (uint32_t i = 0; i < levels_; ++i) {
        TextureLevel& level = level_[i];
        level.width = func::levelSize(given.width, i);
        level.height = func::levelSize(given.height, i);
        level.depth = volume ? func::levelSize(depth, i) : 1;
        level.base = base;
        level.pitch = i == 0 ? given.pitch : alignedTo(given.pitch >> i, given.pitchAlign);
        level.base -= given.origin[1] * level.pitch + uint64_t{given.origin[0]} * pixelBytes_;
        const bool tiled = tileable && (given.tileAll || level.width >= kMinTiledWidth);
        uint64_t rows = blocksOf(level.height, given.format->blockHeight);
        level.layout = func::TexelLayout(func::PlainRows{level.pitch, pixelBytes_});
        if (tiled) {
            level.layout = func::TexelLayout(func::BankedTiles(pixelBytes_, level.pitch, banks, tall));
            rows = alignedTo(rows, heightAlignOf(*given.format, pixelBytes_));
        }
        if (volume) {
            level.layerPitch = std::max<uint64_t>(given.arrayPitch >> (2 * i), least);
            // MIN_LAYERSZ has four bits: of larger slices the drivers' rule follows from what a level needs.
            if (level.layerPitch < rows * level.pitch) {
                level.layerPitch = least = alignedTo(rows * level.pitch, kPageBytes);
            }
            base += level.layerPitch * level.depth;
            extent_ = base;
        } else {
            level.layerPitch = given.arrayPitch;
            base += rows * level.pitch;
            // Rows may overlap: the last of them is as long as its texels.
            const uint64_t rowBytes = uint64_t{blocksOf(level.width, given.format->blockWidth)} * pixelBytes_;
            const uint64_t beyondPitch = rowBytes - std::min<uint64_t>(rowBytes, level.pitch);
            if (given.flags && tiled) base = alignedTo(base, kPageBytes);
            extent_ = uint64_t{layers_ - 1} * given.arrayPitch + base + beyondPitch;
        }
    }
}

void Texture::bind(const FindBytes& find) {
    bytes_ = extent_ == 0 ? std::span<std::byte>() : find(descriptor_.address, extent_);
    if (format() == nullptr || !format()->hasPlanes()) return;
    for (size_t i = 0; i < planes_.size(); ++i) {
        if (descriptor_.planeAddress[i] == 0) continue;
        const uint64_t rows = planes_[i].layout.isTiled() ? alignedTo(planes_[i].height, 32) : planes_[i].height;
        const uint64_t bytes =
            planes_[i].base + uint64_t{layers_ - 1} * planes_[i].layerPitch + rows * planes_[i].pitch;
        planeBytes_[i] = find(descriptor_.planeAddress[i], bytes);
    }
}

}  // namespace cyclorama::adreno
