// SPDX-License-Identifier: MIT
#pragma once
// Block compression of textures: 4x4 texels of one block, decompressed into texels in Morton order. Components go
// through single precision and are truncated to bytes.

#include <cstddef>
#include <cstdint>
#include <span>

#include "func/formats/format.h"

namespace cyclorama::func {

/// Texels along the side of a compressed block.
inline constexpr uint32_t kCompressedBlockSide = 4;
/// Largest compressed block, in bytes.
inline constexpr uint32_t kMaxCompressedBlockBytes = 16;

/// Sizes of a compression.
/// Blocks along a row or column of `texels` texels.
constexpr uint32_t blocksAlong(uint32_t texels) { return (texels + kCompressedBlockSide - 1) / kCompressedBlockSide; }

struct CompressionInfo {
    uint32_t blockBytes = 0;         // size of a compressed block
    uint32_t decompressedBytes = 0;  // size of its sixteen texels
    uint32_t ratioLog2 = 0;          // binary logarithm of decompressedBytes / blockBytes
    Format texelFormat = Format::Rgba8888;
};

/// Requires a `compression` other than None.
CompressionInfo compressionInfo(TextureCompression compression);

/// Decompresses one block: `block` holds blockBytes, `texels` receives decompressedBytes, in Morton order
/// (texel x, y at the position that interleaves the bits of x and y, x lowest). A DXT block that begins with the
/// pattern of uninitialized memory, 0xDEADCAFE, gives sixteen white texels. Signed LATC2 takes its references as
/// unsigned bytes, where signed LATC1 takes them as signed ones.
void decompressBlock(TextureCompression compression, std::span<const std::byte> block, std::span<std::byte> texels);

}  // namespace cyclorama::func
