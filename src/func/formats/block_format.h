// SPDX-License-Identifier: MIT
#pragma once
// Compressed blocks of texels as the programming interfaces define them (Khronos Data Format Specification 1.3),
// decoded to four words a texel: floats in their bits. Counterparts of other exactness are in func/texture.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cyclorama::func {

enum class BlockCodec : uint8_t {
    Bc1,
    Bc2,
    Bc3,
    Bc4,
    Bc4Signed,
    Bc5,
    Bc5Signed,
    Bc6Unsigned,
    Bc6Signed,
    Bc7,
    Etc2Rgb,  // and ETC1
    Etc2RgbPunchThrough,
    Etc2Rgba,
    EacR11,
    EacR11Signed,
    EacRg11,
    EacRg11Signed,
    Astc  // low dynamic range
};

struct BlockFormat {
    BlockCodec codec = BlockCodec::Bc1;
    uint8_t width = 4;  ///< texels
    uint8_t height = 4;
    uint8_t bytes = 16;
    bool srgb = false;  ///< red, green and blue become linear; only of codecs with components of 8 bits
};

/// Texels of the largest block, 12x12 of ASTC.
inline constexpr size_t kMaxBlockTexels = 144;
using BlockTexel = std::array<uint32_t, 4>;

/// The texels of a block, row by row. `block` has format.bytes bytes, `texels` width * height elements. Blocks that are
/// no valid ones have the texels that the specification gives them, or zeros.
void decodeBlock(const BlockFormat& format, std::span<const std::byte> block, std::span<BlockTexel> texels);

}  // namespace cyclorama::func
