// SPDX-License-Identifier: MIT
#pragma once
// The frame as it is shown: a colour buffer read out, its samples resolved, as 8-bit RGBA.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "func/formats/format.h"
#include "func/layout/pixel_layout.h"

namespace cyclorama::func {

/// The row of the buffer that is the top of the picture.
enum class RowOrder : uint8_t {
    BottomFirst,  // row 0 is the bottom (OpenGL)
    TopFirst      // row 0 is the top (Direct3D)
};

/// Fourth component of a picture.
enum class AlphaOutput : uint8_t {
    Opaque,  // 255 everywhere: a display has no alpha
    Stored
};

/// An 8-bit RGBA picture, rows from the top.
struct Picture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
};

/// Reads a colour buffer of width x height pixels out of `buffer`, which starts at its base address and has at least
/// layout.bufferSize() bytes; pixels are as PixelResolver (pixel_resolver.h) shows them. Requires
/// findAnyColorFormat(format) of layout.parameters().bytesPerSample bytes, and the samples of a pixel one after the
/// other. Multisampled frames may have either row order.
Picture readFrame(std::span<const std::byte> buffer, const PixelLayout& layout, Format format, RowOrder rows,
                  AlphaOutput alpha = AlphaOutput::Opaque);

/// Reads the depth of a 24-bit depth, 8-bit stencil buffer as a picture for debugging: high, middle and low byte of
/// sample 0 as red, green and blue.
Picture readDepth(std::span<const std::byte> buffer, const PixelLayout& layout, RowOrder rows);

/// Reads its stencil values as a picture: red is the value of sample 0, green its upper four bits, blue its lower four
/// made upper ones.
Picture readStencil(std::span<const std::byte> buffer, const PixelLayout& layout, RowOrder rows);

}  // namespace cyclorama::func
