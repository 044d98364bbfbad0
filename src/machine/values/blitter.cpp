// SPDX-License-Identifier: MIT
#include "machine/values/blitter.h"

#include <algorithm>
#include <cstring>

#include "func/texture/texture_layout.h"

namespace cyclorama::machine {

namespace {

/// Calls copy(pixel bytes, x, y in the image) for the pixels of the window that the render target has.
template <typename Copy>
void forWindow(const gpu::BlitParameters& window, const MappedSurface& source, Copy&& copy) {
    const uint32_t endX =
        static_cast<uint32_t>(std::min<uint64_t>(uint64_t{window.x} + window.width, source.layout->paddedWidth()));
    const uint32_t endY =
        static_cast<uint32_t>(std::min<uint64_t>(uint64_t{window.y} + window.height, source.layout->paddedHeight()));
    for (uint32_t y = window.y; y < endY; ++y)
        for (uint32_t x = window.x; x < endX; ++x)
            copy(source.bytes.data() + source.layout->offset(x, y), x - window.x + window.xOffset,
                 y - window.y + window.yOffset);
}

uint64_t pixelsOutside(const gpu::BlitParameters& window, const MappedSurface& source) {
    const auto inside = [](uint32_t from, uint32_t size, uint32_t limit) -> uint64_t {
        return from >= limit ? 0 : std::min(size, limit - from);
    };
    return uint64_t{window.width} * window.height - inside(window.x, window.width, source.layout->paddedWidth()) *
                                                        inside(window.y, window.height, source.layout->paddedHeight());
}

constexpr uint32_t kPixelBytes = 4;

}  // namespace

BlitResult blit(const gpu::DrawState& state, Surfaces& surfaces, const func::TextureUnitSettings& settings,
                mem::AddressSpace& memory) {
    const gpu::BlitParameters& window = state.blit;
    const MappedSurface source = surfaces.color(state, 0);
    BlitResult result;
    if (!source.valid || window.destinationFormat != func::Format::Rgba8888) {
        result.unsupported = true;
        return result;
    }
    result.convertsNothing = state.color->targets[0].color.format != func::Format::Rgba8888;
    result.outOfRange = pixelsOutside(window, source);

    if (window.destinationBlocking == func::TextureBlocking::Framebuffer) {
        const MappedSurface image = surfaces.image(window.destinationAddress, window.width, window.height, kPixelBytes);
        result.unsupported = !image.valid;
        if (!image.valid) return result;
        forWindow(window, source, [&](const std::byte* pixel, uint32_t x, uint32_t y) {
            if (x >= image.layout->paddedWidth() || y >= image.layout->paddedHeight())
                ++result.outOfRange;
            else
                std::memcpy(image.bytes.data() + image.layout->offset(x, y), pixel, kPixelBytes);
        });
        return result;
    }

    func::TextureState image;
    image.format = window.destinationFormat;
    image.log2Width = std::min<uint32_t>(window.destinationLog2Width, func::kTextureLevels);
    image.width = 1u << image.log2Width;
    image.height =
        static_cast<uint32_t>(std::min<uint64_t>(uint64_t{window.yOffset} + window.height, func::kMaxTextureSize));
    image.address[0][0] = window.destinationAddress;
    const func::TextureLayout layout(image, settings);
    result.unsupported = !layout.supported();
    if (result.unsupported) return result;
    forWindow(window, source, [&](const std::byte* pixel, uint32_t x, uint32_t y) {
        const uint64_t texel = layout.texelAddress(0, func::CubeFace::PositiveX, x, y, 0);
        if (texel == func::kBlackTexelAddress || !memory.write(func::memoryAddress(texel), {pixel, kPixelBytes}))
            ++result.outOfRange;
    });
    return result;
}

}  // namespace cyclorama::machine
