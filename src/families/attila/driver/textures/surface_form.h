// SPDX-License-Identifier: MIT
#pragma once
// How the GPU has pixels in memory that a program knows as texels of its own format: with other channels, or with
// several samples.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "families/attila/driver/textures/texel_codec.h"
#include "func/formats/format.h"
#include "func/output/pixel_resolver.h"

namespace cyclorama::attila {

struct SurfaceForm {
    func::Format format = func::Format::Rgba8888;
    /// Samples of a pixel: 1, 2, 4 or 8.
    uint32_t samples = 1;

    bool operator==(const SurfaceForm&) const = default;
};

/// Pixels of a slice or face of a level, from a place on.
struct PixelWindow {
    uint32_t level = 0;
    uint32_t slice = 0;
    uint32_t x = 0, y = 0;
};

/// An image as the chip's registers name it.
struct DrawnImage {
    uint32_t address = 0;
    SurfaceForm form{};
    /// Its blocks have states, and may be compressed.
    bool states = false;

    bool operator==(const DrawnImage&) const = default;
};

/// Between texels (one sample, in the format that the program's texture is stored in) and pixels in memory. Colours of
/// several samples become texels as OpenGL has it: the mean of what is stored, or with `srgb` of linear colours. The
/// chip's display resolves what it shows in another way. Depth and stencil are those of the first sample; texels become
/// pixels of equal samples. What comes from a texel gives that texel again.
class PixelConversion {
  public:
    PixelConversion(func::Format texel, const SurfaceForm& pixel, bool srgb = false);
    /// Blocks of a compressed format stay as they are.
    explicit PixelConversion(uint32_t blockBytes)
        : texel_(func::Format::Rgba8888), texelBytes_(blockBytes), sampleBytes_(blockBytes) {}

    uint32_t texelBytes() const { return texelBytes_; }
    uint32_t pixelBytes() const { return sampleBytes_ * form_.samples; }
    /// False where pixels are texels.
    bool changes() const { return form_ != SurfaceForm{.format = texel_, .samples = 1}; }

    void toTexel(const std::byte* pixel, std::byte* texel) const;
    void toPixel(const std::byte* texel, std::byte* pixel) const;
    /// A texel as the display shows the pixel; texels must be RGBA8.
    void toShown(const std::byte* pixel, std::byte* texel) const;

  private:
    void mean(const std::byte* pixel, std::byte* texel) const;

    func::Format texel_;
    SurfaceForm form_;
    uint32_t texelBytes_;
    uint32_t sampleBytes_;
    /// The display's, and of pixels of one sample; none where texels are not RGBA8.
    std::optional<func::PixelResolver> resolver_;
    /// Colours of samples and of texels; none where neither is a colour.
    std::optional<TexelCodec> sampleCodec_, texelCodec_;
    /// The half of each value of 8 bits: the smallest that the display shows as that value.
    std::array<uint16_t, 256> halves_{};
};

}  // namespace cyclorama::attila
