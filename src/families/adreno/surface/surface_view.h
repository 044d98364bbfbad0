// SPDX-License-Identifier: MIT
#pragma once
// An image in memory as units see it that read and write it in place: render targets, the 2D engine, images, textures'
// levels, and, in memory on the chip, what a bin holds. Places of texels, and texels as four words: floats in their
// bits, or integers.
//
//     const SurfaceView target({.address = ..., .format = findSurfaceFormat(0x30), .width = ...});
//     std::byte* bytes = memory.find(target.address(), target.extent(), client);
//     target.loadRow({bytes, target.extent()}, {.x = 8, .y = 3}, 16, words);
//
// Bytes are given as a span that begins at the image's address. Texels that are not in it read as zeros, and are not
// written.
//
// UBWC: a byte of flags for each block of pixels, in a plane of its own. The pixels are in their places whether a block
// is compressed or not, and a flag is 0 as the drivers clear it: a block that nothing wrote since, or one that is not
// compressed. So readers may ignore flags, an image is the same with and without them, and views of other formats with
// the same blocks see the same bytes. Compatible are formats with pixels of as many bytes; but two components of 8 bits
// have blocks, and tiles, of their own: R8G8 is not compatible with R16, nor is a luma plane (NV12_Y) with R8.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "families/adreno/chip/chip.h"
#include "families/adreno/surface/surface_format.h"
#include "func/layout/texel_layout.h"

namespace cyclorama::adreno {

/// TILE6_LINEAR, TILE6_2, TILE6_3.
enum class TileMode : uint8_t {
    Linear = 0,
    Bin = 2,  // GMEM: rows of pixels, their samples one after the other
    Tiled = 3
};

struct SurfaceParameters {
    uint64_t address = 0;
    const SurfaceFormat* format = nullptr;
    ColorSwap swap = ColorSwap::Wzyx;
    bool srgb = false;
    TileMode tileMode = TileMode::Linear;
    uint32_t width = 0;  ///< pixels, or blocks of a compressed format
    uint32_t height = 0;
    uint32_t layers = 1;
    uint32_t samples = 1;
    /// Bytes from a row of pixels to the next, all samples included; of tiled images as if they were linear.
    uint64_t pitch = 0;
    uint64_t layerPitch = 0;
    /// Compressed by UBWC, with flags at `flagAddress`.
    bool flags = false;
    uint64_t flagAddress = 0;
    uint64_t flagLayerPitch = 0;
    func::BankSwizzle banks{};
};

/// True if all of a texel's bytes are among the `size` bytes of an image.
constexpr bool isPresent(uint64_t offset, uint64_t size, uint64_t texelBytes) {
    return offset <= size && size - offset >= texelBytes;
}

/// Place of a texel.
struct TexelPlace {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t layer = 0;
    uint32_t sample = 0;
};

/// The influence of a chip's memory on the order of tiles.
inline func::BankSwizzle banksOf(const Chip& chip) {
    return {
        .highestBankBit = chip.highestBankBit, .levels = chip.ubwcSwizzle, .eightChannels = chip.macrotileMode == 1};
}

class SurfaceView {
  public:
    /// An offset at which nothing is: that texel is 0 and not written.
    static constexpr uint64_t kNowhere = ~uint64_t{0};

    SurfaceView() = default;
    explicit SurfaceView(const SurfaceParameters& parameters);

    const SurfaceParameters& parameters() const { return parameters_; }
    const SurfaceFormat* format() const { return parameters_.format; }
    const func::PackedFormat& packed() const { return packed_; }
    uint64_t address() const { return parameters_.address; }
    /// Bytes of a texel, or a block; of one sample.
    uint32_t texelBytes() const { return texelBytes_; }
    uint32_t pixelBytes() const { return texelBytes_ * parameters_.samples; }
    /// Bytes from the address to after the last texel.
    uint64_t extent() const { return extent_; }

    /// The address of the flags of the block that has the texel at an offset, taken to be in the order of their blocks;
    /// 0 without flags.
    uint64_t flagOf(uint64_t offset) const;

    /// Places of pixels in a layer.
    const func::TexelLayout& layout() const { return layout_; }
    /// True if the texels of a row are one after the other.
    bool hasPlainRows() const { return !layout_.isTiled() && parameters_.samples == 1; }
    /// True if no two rows have a byte in common.
    bool hasRowsApart() const { return parameters_.pitch >= uint64_t{parameters_.width} * pixelBytes(); }

    bool contains(const TexelPlace& place) const {
        return place.x < parameters_.width && place.y < parameters_.height && place.layer < parameters_.layers;
    }
    /// Bytes from the address; places need not be in the image.
    uint64_t offset(uint32_t x, uint32_t y, uint32_t layer = 0, uint32_t sample = 0) const {
        return layer * parameters_.layerPitch + layout_.offset(x, y) + uint64_t{sample} * texelBytes_;
    }
    uint64_t offset(const TexelPlace& place) const { return offset(place.x, place.y, place.layer, place.sample); }
    /// Offsets of the first samples of the pixels (x, y), (x+1, y), (x, y+1) and (x+1, y+1).
    std::array<uint64_t, 4> offsetsOfQuad(uint32_t x, uint32_t y, uint32_t layer) const {
        std::array<uint64_t, 4> offsets = layout_.offsetsOfQuad(x, y);
        for (uint64_t& offset : offsets) offset += layer * parameters_.layerPitch;
        return offsets;
    }
    /// Offsets of `offsets.size()` texels from a place to the right.
    void offsetsOfRow(const TexelPlace& first, std::span<uint64_t> offsets) const {
        const uint64_t before = first.layer * parameters_.layerPitch + uint64_t{first.sample} * texelBytes_;
        layout_.offsetsOfRow(first.x, first.y, before, offsets);
    }

    /// The words of the texels at `offsets`, in that order. Of a compressed format: zeros.
    void load(std::span<const std::byte> bytes, std::span<const uint64_t> offsets,
              const func::TexelColumns& words) const;
    /// Writes components in `mask`, red in bit 0; the others keep their bits.
    void store(std::span<std::byte> bytes, std::span<const uint64_t> offsets, const func::ConstTexelColumns& words,
               unsigned mask = 0xf) const;

    /// As load() and store(), of `count` texels from a place to the right. Those right of the image are as others.
    void loadRow(std::span<const std::byte> bytes, const TexelPlace& first, size_t count,
                 const func::TexelColumns& words) const;
    void storeRow(std::span<std::byte> bytes, const TexelPlace& first, size_t count,
                  const func::ConstTexelColumns& words, unsigned mask = 0xf) const;

  private:
    SurfaceParameters parameters_;
    func::PackedFormat packed_;
    func::TexelLayout layout_;
    uint64_t extent_ = 0;
    uint32_t texelBytes_ = 0;
};

}  // namespace cyclorama::adreno
