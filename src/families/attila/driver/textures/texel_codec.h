// SPDX-License-Identifier: MIT
#pragma once
// Texels as colours, for copies between formats.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/attila/driver/textures/texture_formats.h"
#include "func/types.h"

namespace cyclorama::attila {

/// Between texels as they are stored and the guest's components, in linear space where the format is sRGB.
class TexelCodec {
  public:
    /// For a compressed format: its texels as decompressed() gives them, which are only loaded.
    explicit TexelCodec(const TextureFormat& format);

    uint32_t texelBytes() const { return bytes_; }
    func::Vec4 load(const std::byte* texel) const;
    /// Fractions are rounded to the nearest.
    void store(const func::Vec4& color, std::byte* texel) const;

  private:
    /// Components as the format has them, in linear space.
    func::Vec4 stored(const std::byte* texel) const;

    TextureFormat format_;
    func::Format stored_;
    uint32_t bytes_;
    /// Four components of 8 bits.
    bool ofBytes_ = false;
    /// Then: what each value of a component's byte stands for.
    std::array<std::array<float, 256>, 4> values_{};
};

/// Rows of texels of an image in blocks of a compressed format.
std::vector<std::byte> decompressed(const TextureFormat& format, std::span<const std::byte> blocks, uint32_t width,
                                    uint32_t height);

}  // namespace cyclorama::attila
