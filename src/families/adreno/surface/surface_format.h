// SPDX-License-Identifier: MIT
#pragma once
// The formats of images (FMT6): their texels' bits in each order of components, and the blocks of those that are
// compressed.

#include <bit>
#include <cstdint>
#include <string_view>

#include "func/formats/block_format.h"
#include "func/formats/packed_format.h"

namespace cyclorama::adreno {

/// Order of components in memory, from the highest bits down. XYZW are red, green, blue and alpha.
enum class ColorSwap : uint8_t { Wzyx, Wxyz, Zyxw, Xyzw };

/// The reading of a block of bytes.
enum class TexelCodec : uint8_t {
    Packed,
    Block,         // compressed
    SharedChroma,  // two pixels with one pair of colour differences
    TwoPlanes,     // luma, and colour differences of half the width and height
    ThreePlanes
};

struct SurfaceFormat {
    std::string_view name;  ///< without FMT6_
    uint8_t number = 0;
    TexelCodec codec = TexelCodec::Packed;
    /// Bytes of a texel, or of a block; of one sample.
    uint8_t bytes = 0;
    /// Texels of a block.
    uint8_t blockWidth = 1;
    uint8_t blockHeight = 1;
    /// Components in memory from the lowest bits up, 0 for red, for WZYX. Of SharedChroma those of the pair's bytes, of
    /// TwoPlanes the first place of each component.
    std::array<uint8_t, 4> order{0, 1, 2, 3};
    /// Bits of red, green, blue and alpha, and their kind.
    std::array<uint8_t, 4> bits{};
    func::NumberKind kind = func::NumberKind::Unorm;
    /// The second component is a stencil value.
    bool stencil = false;
    func::BlockCodec block = func::BlockCodec::Bc1;

    bool sharesChroma() const { return codec == TexelCodec::SharedChroma || hasPlanes(); }
    bool hasPlanes() const { return codec == TexelCodec::TwoPlanes || codec == TexelCodec::ThreePlanes; }
    bool isInteger() const { return func::isInteger(kind); }
    /// The word of 1 among those that texels are converted to.
    uint32_t oneWord() const { return isInteger() ? 1 : std::bit_cast<uint32_t>(1.0f); }
    /// Two components of 8 bits: their tiles are 16x8.
    bool isTall() const { return bytes == 2 && codec == TexelCodec::Packed && bits[0] == 8 && bits[1] == 8; }
    /// Bits of a texel; of formats that are not packed, of nothing.
    func::PackedFormat packed(ColorSwap swap = ColorSwap::Wzyx, bool srgb = false) const;
    /// Requires TexelCodec::Block.
    func::BlockFormat blockFormat(bool srgb) const {
        return {.codec = block, .width = blockWidth, .height = blockHeight, .bytes = bytes, .srgb = srgb};
    }
    bool has(unsigned component) const { return bits[component] != 0; }
};

/// The format of a number of the enumeration a6xx_format; null where there is none.
const SurfaceFormat* findSurfaceFormat(uint32_t number);

}  // namespace cyclorama::adreno
