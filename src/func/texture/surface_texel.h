// SPDX-License-Identifier: MIT
#pragma once
// Texels of the formats that are converted exactly as OpenGL defines it (Format, from R8Unorm on).

#include <cstddef>
#include <cstdint>

#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::func {

/// Binary logarithm of the bytes of a texel; 2 for formats that formatLayout() describes.
constexpr uint8_t surfaceTexelBytesLog2(Format format) {
    switch (format) {
        case Format::R8Unorm:
        case Format::R8Snorm:
        case Format::R8Uint:
        case Format::R8Sint:
        case Format::Stencil8:
            return 0;
        case Format::R8G8Unorm:
        case Format::R8G8Snorm:
        case Format::R8G8Uint:
        case Format::R8G8Sint:
        case Format::R16Uint:
        case Format::R16Sint:
        case Format::B4G4R4A4Unorm:
        case Format::B4G4R4X4Unorm:
        case Format::B5G5R5A1Unorm:
        case Format::B5G5R5X1Unorm:
        case Format::B5G6R5Unorm:
        case Format::Yuyv:
        case Format::Uyvy:
            return 1;
        case Format::R16G16B16A16Uint:
        case Format::R16G16B16A16Sint:
        case Format::R32G32Uint:
        case Format::R32G32Sint:
            return 3;
        case Format::R32G32B32A32Uint:
        case Format::R32G32B32A32Sint:
            return 4;
        default:
            return 2;
    }
}

/// True for formats of integers, which nothing filters; the floats have their bits.
constexpr bool isIntegerFormat(Format format) { return format >= Format::R8Uint && format <= Format::Stencil8; }

/// Red, green, blue, alpha of the texel at `texel`, for any format. Of two pixels that share their colour differences
/// (Yuyv, Uyvy), that of number `x` & 1 of the pair at `texel`, by BT.601 with its narrow ranges.
Vec4 decodeSurfaceTexel(Format format, const std::byte* texel, uint32_t x);

}  // namespace cyclorama::func
