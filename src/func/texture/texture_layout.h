// SPDX-License-Identifier: MIT
#pragma once
// Places of the texels of an image in memory.
//
// Texture blocking: texels in blocks and blocks in superblocks in Morton order, superblocks row by row; a row of
// superblocks is rounded up to a power of two. Framebuffer blocking: the tile hierarchy of colour and depth buffers
// (PixelLayout). 1D images are linear; slices of 3D images are in texture blocking, width * height texels apart. Only
// 2D images and cube maps are compressed or in framebuffer blocking.
//
// A texel address has 64 bits. Bits 60 to 63 name the compression, as the value of TextureCompression; below is the
// byte address of the texel in a space of decompressed texels, which is the memory address (its bits, Address::bits())
// times the compression ratio.
// A texture cache that holds decompressed lines is indexed with it as it stands; memoryAddress() leads back to memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "func/layout/morton_blocks.h"
#include "func/layout/pixel_layout.h"
#include "func/memory/address.h"
#include "func/texture/texture_state.h"

namespace cyclorama::func {

/// The address of every texel outside its image: nothing is fetched, its bytes are zero.
inline constexpr uint64_t kBlackTexelAddress = 0x00ff'ffff'ffff'ffff;
inline constexpr uint32_t kCompressionShift = 60;

/// The compression that a texel address names; None for kBlackTexelAddress.
TextureCompression addressCompression(uint64_t texelAddress);

/// The byte in memory that a texel address stands for: the texel itself, or the first byte of its compressed block.
Address memoryAddress(uint64_t texelAddress);

/// One mipmap level in memory.
struct LevelLayout {
    std::array<uint32_t, 3> size = {1, 1, 1};
    /// Start of the image of each face, in the texel address space.
    std::array<uint64_t, kCubeFaces> base{};
    /// Of a 2D image or slice in texture blocking.
    MortonBlocks blocks;
    /// From the start of the image to the end of its last texel, all slices, in bytes of decompressed texels.
    uint64_t extent = 0;
    /// For framebuffer blocking.
    PixelLayout pixels;
};

/// The layout of all the levels of a texture.
class TextureLayout {
  public:
    TextureLayout(const TextureState& state, const TextureUnitSettings& settings);

    /// False where the image cannot be addressed, and every texel is at kBlackTexelAddress: a size above
    /// kMaxTextureSize; framebuffer blocking of a compressed image or of a format that no render target has.
    bool supported() const { return supported_; }
    const LevelLayout& level(uint32_t level) const { return levels_[level]; }
    TextureMode mode() const { return mode_; }
    bool framebufferBlocking() const { return framebufferBlocking_; }
    /// None for the modes that are never compressed.
    TextureCompression compression() const { return compression_; }
    uint32_t texelBytes() const { return 1u << texelBytesLog2_; }
    uint32_t texelBytesLog2() const { return texelBytesLog2_; }

    /// Address of a texel; kBlackTexelAddress outside the image. Coordinates beyond the mode's dimensions are ignored.
    /// `level` is below kTextureLevels.
    uint64_t texelAddress(uint32_t level, CubeFace face, uint32_t x, uint32_t y, uint32_t z) const;

    /// Bytes in memory from the start of a level's image (one face, all slices) to the end of its last texel or block.
    size_t levelBytes(uint32_t level) const;

  private:
    /// Bytes from the start of a face to a texel of it, in texture blocking.
    uint64_t texelOffset(const LevelLayout& layout, uint32_t x, uint32_t y, uint32_t z) const;
    void layOutLevel(const TextureState& state, const TextureUnitSettings& settings, uint32_t level);

    TextureMode mode_;
    TextureCompression compression_;
    bool framebufferBlocking_;
    bool supported_;
    uint32_t texelBytesLog2_;
    std::array<LevelLayout, kTextureLevels> levels_;
};

/// The bytes to upload for one level (one face, all slices) from a linear image: rows of texels from x = 0, y = 0,
/// slice after slice; for a compressed texture rows of blocks. Bytes that the layout leaves unused are zero, as are
/// texels that `linear` is too short for. Empty where the layout is not supported.
std::vector<std::byte> layoutTexture(const TextureLayout& layout, uint32_t level, std::span<const std::byte> linear);

}  // namespace cyclorama::func
