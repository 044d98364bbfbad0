// SPDX-License-Identifier: MIT
#include "func/output/resolve.h"

#include <array>
#include <cassert>
#include <cstring>

#include "func/memory/load_value.h"
#include "func/output/depth_stencil.h"
#include "func/output/pixel_resolver.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kChannels = 4;

/// Calls write(offset of the pixel in the buffer, RGBA of the picture) for every pixel, from the top row on.
template <typename Write>
Picture makePicture(const PixelLayout& layout, RowOrder rows, Write write) {
    Picture picture{.width = layout.parameters().width, .height = layout.parameters().height, .rgba = {}};
    picture.rgba.resize(size_t{picture.width} * picture.height * kChannels);
    uint8_t* out = picture.rgba.data();
    for (uint32_t line = 0; line < picture.height; ++line) {
        const uint32_t y = rows == RowOrder::TopFirst ? line : picture.height - 1 - line;
        for (uint32_t x = 0; x < picture.width; ++x, out += kChannels) write(layout.offset(x, y), out);
    }
    return picture;
}

}  // namespace

Picture readFrame(std::span<const std::byte> buffer, const PixelLayout& layout, Format format, RowOrder rows,
                  AlphaOutput alpha) {
    assert(buffer.size() >= layout.bufferSize());
    const PixelResolver resolver(format);
    const uint32_t samples = layout.parameters().samples;
    return makePicture(layout, rows, [&](uint32_t offset, uint8_t* out) {
        resolver.show(buffer.data() + offset, 1, samples, out);
        if (alpha == AlphaOutput::Opaque) out[3] = 255;
    });
}

Picture readDepth(std::span<const std::byte> buffer, const PixelLayout& layout, RowOrder rows) {
    assert(buffer.size() >= layout.bufferSize());
    return makePicture(layout, rows, [&](uint32_t offset, uint8_t* out) {
        const auto value = loadValue<uint32_t>(buffer.data() + offset);
        for (uint32_t c = 0; c < kColorComponents; ++c) out[c] = static_cast<uint8_t>(value >> (8 * (2 - c)));
        out[3] = 255;
    });
}

Picture readStencil(std::span<const std::byte> buffer, const PixelLayout& layout, RowOrder rows) {
    assert(buffer.size() >= layout.bufferSize());
    return makePicture(layout, rows, [&](uint32_t offset, uint8_t* out) {
        const auto stencil = std::to_integer<uint8_t>(buffer[offset + kDepthStencilBytes - 1]);
        out[0] = stencil;
        out[1] = stencil & 0xf0;
        out[2] = static_cast<uint8_t>(stencil << 4);
        out[3] = 255;
    });
}

}  // namespace cyclorama::func
