// SPDX-License-Identifier: MIT
#pragma once
// Texels of the formats that are converted exactly as OpenGL defines it (Format, from R8Unorm on).

#include <bit>
#include <cstddef>
#include <cstdint>

#include "func/formats/exact_formats.h"
#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::func {

/// Binary logarithm of the bytes of a texel; 2 for formats that formatLayout() describes.
constexpr uint8_t surfaceTexelBytesLog2(Format format) {
    if (format == Format::Yuyv || format == Format::Uyvy) return 1;
    const uint8_t bytes = exactFormat(format).bytes;
    return bytes == 0 ? 2 : static_cast<uint8_t>(std::countr_zero(bytes));
}

/// True for formats of integers, which nothing filters; the floats have their bits.
constexpr bool isIntegerFormat(Format format) { return format >= Format::R8Uint && format <= Format::Stencil8; }

/// Red, green, blue, alpha of the texel at `texel`, for any format. Of two pixels that share their colour differences
/// (Yuyv, Uyvy), that of number `x` & 1 of the pair at `texel`, by BT.601 with its narrow ranges.
Vec4 decodeSurfaceTexel(Format format, const std::byte* texel, uint32_t x);

}  // namespace cyclorama::func
