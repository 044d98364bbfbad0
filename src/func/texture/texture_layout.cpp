// SPDX-License-Identifier: MIT
#include "func/texture/texture_layout.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "func/texture/texture_compression.h"
#include "func/texture/texture_format.h"

namespace cyclorama::func {

namespace {

constexpr uint32_t kLastCompression = static_cast<uint32_t>(TextureCompression::EacRg11Signed);

/// Bytes of a pixel of a render target, in which a texture in framebuffer blocking is drawn; 0 for other formats.
uint32_t framebufferPixelBytes(Format format) {
    switch (format) {
        case Format::Rgba8888:
        case Format::Rg16Float:
        case Format::R32Float:
        case Format::Depth24:
            return 4;
        case Format::Rgba16:
        case Format::Rgba16Float:
            return 8;
        default:
            return 0;
    }
}

/// Low bits of a coordinate that are interleaved. No image has more than 14 bits of coordinate: what is above never
/// counts.
uint32_t interleavedBits(const TextureUnitSettings& settings) {
    return std::min(settings.blockDimension + settings.superBlockDimension, 15u);
}

bool isImage2D(TextureMode mode) { return mode == TextureMode::Texture2D || mode == TextureMode::CubeMap; }

}  // namespace

TextureCompression addressCompression(uint64_t texelAddress) {
    const uint64_t value = texelAddress >> kCompressionShift;
    return value <= kLastCompression ? static_cast<TextureCompression>(value) : TextureCompression::None;
}

Address memoryAddress(uint64_t texelAddress) {
    const TextureCompression compression = addressCompression(texelAddress);
    if (compression == TextureCompression::None) {
        return Address::fromBits(texelAddress);
    }
    const CompressionInfo info = compressionInfo(compression);
    const uint64_t place = texelAddress & ((uint64_t{1} << kCompressionShift) - 1);
    return Address::fromBits((place & ~uint64_t{info.decompressedBytes - 1}) >> info.ratioLog2);
}

TextureLayout::TextureLayout(const TextureState& state, const TextureUnitSettings& settings)
    : mode_(state.mode),
      compression_(isImage2D(state.mode) ? state.compression : TextureCompression::None),
      framebufferBlocking_(isImage2D(state.mode) && state.blocking == TextureBlocking::Framebuffer),
      supported_(std::max({state.width, state.height, state.depth}) <= kMaxTextureSize),
      texelBytesLog2_(func::texelBytesLog2(state.format)) {
    if (framebufferBlocking_) {
        const uint32_t pixelBytes = framebufferPixelBytes(state.format);
        const PixelLayoutParameters base{.width = levelSize(state.width, 0),
                                         .height = levelSize(state.height, 0),
                                         .tiles = settings.framebufferTiles,
                                         .bytesPerSample = pixelBytes};
        supported_ =
            supported_ && compression_ == TextureCompression::None && pixelBytes != 0 && layoutProblem(base).empty();
    }
    if (compression_ != TextureCompression::None && interleavedBits(settings) < 2) {
        supported_ = false;
    }
    for (uint32_t level = 0; supported_ && level < kTextureLevels; level++) {
        layOutLevel(state, settings, level);
    }
}

void TextureLayout::layOutLevel(const TextureState& state, const TextureUnitSettings& settings, uint32_t level) {
    LevelLayout& layout = levels_[level];
    layout.size = {levelSize(state.width, level), levelSize(state.height, level), levelSize(state.depth, level)};
    const uint32_t ratioLog2 = compression_ == TextureCompression::None ? 0 : compressionInfo(compression_).ratioLog2;
    for (uint32_t face = 0; face < kCubeFaces; face++) {
        layout.base[face] = (state.address[level][face].bits() << ratioLog2) |
                            (static_cast<uint64_t>(compression_) << kCompressionShift);
    }
    if (framebufferBlocking_) {
        layout.pixels = PixelLayout({.width = layout.size[0],
                                     .height = layout.size[1],
                                     .tiles = settings.framebufferTiles,
                                     .bytesPerSample = framebufferPixelBytes(state.format)});
        layout.extent = layout.pixels.bufferSize();
        return;
    }
    const uint32_t widthLog2 = static_cast<uint32_t>(std::bit_width(layout.size[0] - 1));
    const uint32_t bits = interleavedBits(settings);
    layout.blocks = {.texelBytesLog2 = static_cast<uint8_t>(texelBytesLog2_),
                     .superBlockBits = static_cast<uint8_t>(bits),
                     .rowBlocksLog2 = static_cast<uint8_t>(widthLog2 > bits ? widthLog2 - bits : 0)};
    // Every term of a position grows with its coordinate, so the last texel is the farthest.
    const uint32_t slices = mode_ == TextureMode::Texture3D ? layout.size[2] : 1;
    layout.extent = texelOffset(layout, layout.size[0] - 1, layout.size[1] - 1, slices - 1) + texelBytes();
}

uint64_t TextureLayout::texelOffset(const LevelLayout& layout, uint32_t x, uint32_t y, uint32_t z) const {
    switch (mode_) {
        case TextureMode::Texture1D:
        case TextureMode::Texture1DArray:
            return uint64_t{x} << texelBytesLog2_;
        case TextureMode::Texture3D:
            // The distance of a slice is a product of 32 bits.
            return (static_cast<uint64_t>(z * layout.size[0] * layout.size[1]) << texelBytesLog2_) +
                   placeIn(layout.blocks, x, y);
        case TextureMode::Texture2D:
        case TextureMode::CubeMap:
        case TextureMode::Texture2DArray:
            break;
    }
    return placeIn(layout.blocks, x, y);
}

uint64_t TextureLayout::texelAddress(uint32_t level, CubeFace face, uint32_t x, uint32_t y, uint32_t z) const {
    const LevelLayout& layout = levels_[level];
    const bool outside = x >= layout.size[0] || (dimensionsOf(mode_) > 1 && y >= layout.size[1]) ||
                         (mode_ == TextureMode::Texture3D && z >= layout.size[2]);
    if (outside || !supported_) {
        return kBlackTexelAddress;
    }
    const uint64_t base = layout.base[mode_ == TextureMode::CubeMap ? static_cast<size_t>(face) : 0];
    if (framebufferBlocking_) {
        return base + layout.pixels.offset(x, y);
    }
    return base + texelOffset(layout, x, y, z);
}

size_t TextureLayout::levelBytes(uint32_t level) const {
    if (!supported_) {
        return 0;
    }
    const uint64_t extent = levels_[level].extent;
    if (compression_ == TextureCompression::None) {
        return static_cast<size_t>(extent);
    }
    const CompressionInfo info = compressionInfo(compression_);
    const uint64_t blocks = (extent + info.decompressedBytes - 1) / info.decompressedBytes;
    return static_cast<size_t>(blocks * info.blockBytes);
}

std::vector<std::byte> layoutTexture(const TextureLayout& layout, uint32_t level, std::span<const std::byte> linear) {
    std::vector<std::byte> image(layout.levelBytes(level));
    if (image.empty()) {
        return image;
    }
    const bool compressed = layout.compression() != TextureCompression::None;
    const uint32_t step = compressed ? kCompressedBlockSide : 1;
    const size_t unitBytes =
        compressed ? compressionInfo(layout.compression()).blockBytes : size_t{layout.texelBytes()};
    const auto [width, height, depth] = layout.level(level).size;
    const uint32_t rows = dimensionsOf(layout.mode()) == 1 ? 1 : compressed ? blocksAlong(height) : height;
    const uint32_t columns = compressed ? blocksAlong(width) : width;
    const uint32_t slices = layout.mode() == TextureMode::Texture3D ? depth : 1;
    const Address start = memoryAddress(layout.texelAddress(level, CubeFace::PositiveX, 0, 0, 0));
    size_t source = 0;
    for (uint32_t z = 0; z < slices; z++) {
        for (uint32_t y = 0; y < rows; y++) {
            for (uint32_t x = 0; x < columns && source + unitBytes <= linear.size(); x++) {
                const uint64_t address = layout.texelAddress(level, CubeFace::PositiveX, x * step, y * step, z);
                std::memcpy(&image[memoryAddress(address) - start], &linear[source], unitBytes);
                source += unitBytes;
            }
        }
    }
    return image;
}

}  // namespace cyclorama::func
