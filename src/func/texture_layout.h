#pragma once
// Where the texels of an image are in memory.
//
// Texture blocking: texels in blocks and blocks in superblocks in Morton order, superblocks row by row; a row of
// superblocks is rounded up to a power of two. Framebuffer blocking: the tile hierarchy of colour and depth buffers.
// 1D images are linear; slices of 3D images are in texture blocking, width * height texels apart
// (ATTILA: TextureEmulator, texel2address; PixelMapper, computeAddress).
//
// A texel address has 64 bits. In bits 60 to 63 it names the compression, as the value of TextureCompression; below is
// the byte address of the texel in the space of decompressed texels, which is the memory address times the compression
// ratio. A texture cache that holds decompressed lines is indexed with it as it stands; memoryAddress() leads back.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "func/texture_state.h"

namespace cyclorama::func {

/// The address of every texel outside its image: nothing is fetched, its bytes are zero.
inline constexpr uint64_t kBlackTexelAddress = 0x00ff'ffff'ffff'ffff;
inline constexpr uint32_t kCompressionShift = 60;

/// Bit 31 of a memory address selects system memory instead of the GPU's (ATTILA: MemorySpace.h).
inline constexpr uint32_t kSystemMemoryBit = 0x8000'0000;

/// The compression that a texel address names. Not for kBlackTexelAddress. Addresses made by this part name one of
/// the enumeration; any other value gives None.
TextureCompression addressCompression(uint64_t texelAddress);

/// The byte in memory that a texel address stands for: the texel itself, or the first byte of its compressed block.
uint32_t memoryAddress(uint64_t texelAddress);

/// Interleaves the low `bits` bits of x (even places) and y (odd places); bits is 0 to 16.
uint32_t morton(uint32_t bits, uint32_t x, uint32_t y);

/// Position of a texel in texels from the start of a 2D image in texture blocking.
uint64_t textureBlockingOffset(const TextureUnitSettings& settings, uint32_t width, uint32_t x, uint32_t y);

/// Position of a pixel in bytes from the start of an image in framebuffer blocking, without multisampling. Pixels of
/// eight bytes have a subdivision of the scan tile of their own; `pixelBytes` is 4 or 8.
uint32_t framebufferBlockingOffset(const FramebufferTiles& tiles, uint32_t pixelBytes, uint32_t width, uint32_t x,
                                   uint32_t y);

/// The size of a mipmap level of a dimension: halved at each level, never below 1.
uint32_t levelSize(uint32_t size, uint32_t level);

/// Address of texel (x, y, z) of a level, kBlackTexelAddress outside the image. Coordinates beyond the mode's
/// dimensions are ignored. `level` is below kTextureLevels.
uint64_t texelAddress(const TextureState& state, const TextureUnitSettings& settings, uint32_t level, CubeFace face,
                      uint32_t x, uint32_t y, uint32_t z);

/// Bytes in memory from the start of a level's image (one face; all slices) to the end of its last texel or block.
size_t levelBytes(const TextureState& state, const TextureUnitSettings& settings, uint32_t level);

/// The bytes to upload for one level (one face; all slices) from a linear image: rows of texels from x = 0, y = 0,
/// slice after slice; for a compressed texture rows of blocks. Bytes that the layout leaves unused are zero. Texels
/// that `linear` is too short for are zero.
std::vector<std::byte> layoutTexture(const TextureState& state, const TextureUnitSettings& settings, uint32_t level,
                                     std::span<const std::byte> linear);

}  // namespace cyclorama::func
