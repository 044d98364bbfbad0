// SPDX-License-Identifier: MIT
#pragma once
// A texture or image as its descriptor has it: levels, their places in memory, and the bytes there.
//
//     Texture texture(decodeTexture(words), banksOf(chip));
//     texture.bind([&](uint64_t address, uint64_t bytes) { return ...; });  // bytes from the address on that are there
//
// Bytes are found once. Whoever keeps a texture binds it again when memory may have been mapped otherwise.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "families/adreno/tp/descriptor.h"
#include "func/layout/texel_layout.h"

namespace cyclorama::adreno {

/// Bytes from an address on: as many of those asked for as there are, which may be none.
using FindBytes = std::function<std::span<std::byte>(uint64_t address, uint64_t bytes)>;

inline constexpr uint32_t kMaxTextureLevels = 15;

/// Place of a level's texels, or blocks, from the texture's address on.
struct TextureLevel {
    uint32_t width = 0;  ///< texels
    uint32_t height = 0;
    uint32_t depth = 1;  ///< slices of a 3D image; else 1
    uint64_t base = 0;   ///< bytes
    uint64_t pitch = 0;  ///< bytes
    /// Bytes from a slice, or a layer, to the next.
    uint64_t layerPitch = 0;
    /// Of pixels, or blocks.
    func::TexelLayout layout;

    uint64_t offset(uint32_t x, uint32_t y, uint32_t layer) const {
        return base + layer * layerPitch + layout.offset(x, y);
    }
};

class Texture {
  public:
    explicit Texture(const TextureDescriptor& descriptor, const func::BankSwizzle& banks = {});

    const TextureDescriptor& descriptor() const { return descriptor_; }
    /// Null where the descriptor names none: then all texels are 0.
    const SurfaceFormat* format() const { return descriptor_.format; }
    const func::PackedFormat& packed() const { return packed_; }
    uint32_t levels() const { return levels_; }
    const TextureLevel& level(uint32_t index) const { return level_[index]; }
    /// Layers of an array; faces of cubes are layers. 1 of 3D images.
    uint32_t layers() const { return layers_; }
    /// Bytes of a pixel with its samples, or of a block.
    uint32_t pixelBytes() const { return pixelBytes_; }
    /// Bytes from the address to the end of the last texel.
    uint64_t extent() const { return extent_; }

    void bind(const FindBytes& find);
    std::span<std::byte> bytes() const { return bytes_; }
    /// The second and the third plane.
    const TextureLevel& plane(size_t index) const { return planes_[index]; }
    std::span<const std::byte> planeBytes(size_t index) const { return planeBytes_[index]; }

  private:
    void layOutBuffer();
    void layOutImage(const func::BankSwizzle& banks);
    void layOutPlanes(const func::BankSwizzle& banks);

    TextureDescriptor descriptor_;
    func::PackedFormat packed_;
    std::array<TextureLevel, kMaxTextureLevels> level_;
    uint32_t levels_ = 0;
    uint32_t layers_ = 1;
    uint32_t pixelBytes_ = 0;
    uint64_t extent_ = 0;
    std::span<std::byte> bytes_;
    std::array<TextureLevel, 2> planes_;
    std::array<std::span<const std::byte>, 2> planeBytes_;
};

}  // namespace cyclorama::adreno
