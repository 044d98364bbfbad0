// SPDX-License-Identifier: MIT
#pragma once
// The colours of stored pixels as they are shown: their samples resolved, as 8-bit RGBA.

#include <cstddef>
#include <cstdint>

#include "func/formats/color_format.h"
#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::func {

/// Shows pixels of a colour format as 8-bit RGBA, alpha as it is stored. Components are clamped to [0, 1].
///
/// Formats of the truncating conversion, floats too: components are truncated to 8 bits; a pixel whose samples have the
/// same red, green and blue is its first sample, any other is the samples' mean in linear space, back in sRGB space.
/// Other formats: a pixel is the plain mean of its samples, rounded.
class PixelResolver {
  public:
    /// Requires findAnyColorFormat(format) != nullptr.
    explicit PixelResolver(Format format);

    /// Writes the RGBA of `count` pixels, each of 1 to 8 samples: pixel by pixel, sample by sample.
    void show(const std::byte* pixels, uint32_t count, uint32_t samples, uint8_t* rgba) const;

  private:
    /// One sample as floats; components that the format lacks are 0.
    using DecodeFunction = Vec4 (*)(const std::byte* sample);

    static DecodeFunction selectDecoder(Format format);
    /// As showMeans(), for samples with blue first.
    void showBytes(const std::byte* pixels, uint32_t count, uint32_t samples, uint8_t* rgba) const;
    Vec4 resolve(const std::byte* pixel, uint32_t samples) const;
    void showMeans(const std::byte* pixels, uint32_t count, uint32_t samples, uint8_t* rgba) const;

    /// Null for formats that only the exact conversion has.
    DecodeFunction truncating_;
    const ColorFormat* format_;
    /// Samples are the bytes of the picture.
    bool storedAsShown_;
    /// Samples have blue, green, red and alpha, or bits of nothing, a byte each.
    bool blueFirst_;
    bool lacksAlpha_;
};

}  // namespace cyclorama::func
