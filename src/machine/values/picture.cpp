// SPDX-License-Identifier: MIT
#include "machine/values/picture.h"

#include <algorithm>
#include <cstring>

#include "func/formats/color_format.h"

namespace cyclorama::machine {

namespace {

constexpr uint32_t kChannels = 4;

uint8_t toByte(float value) {
    // The half is added as a float: values just below the middle may round up.
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    return static_cast<uint8_t>((value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f) * 255.0f + 0.5f);
}

}  // namespace

std::optional<func::Picture> readPicture(mem::AddressSpace& memory, const gpu::Surface& image,
                                         func::AlphaOutput alpha) {
    const func::ColorFormat* format = func::findColorFormat(image.format, func::ColorConversion::Exact);
    if (format == nullptr) return std::nullopt;
    const MappedSurface surface = Surfaces(memory, {}).image(image);
    if (!surface.valid) return std::nullopt;
    func::Picture picture{.width = image.width, .height = image.height, .rgba = {}};
    picture.rgba.resize(size_t{image.width} * image.height * kChannels);
    const uint64_t cleared = surface.status.clearPattern();
    uint8_t* out = picture.rgba.data();
    func::SampleBytes samples;
    func::ColorLanes colors;
    for (uint32_t y = 0; y < image.height; ++y) {
        for (uint32_t first = 0; first < image.width; first += func::kColorLanes) {
            const uint32_t lanes = std::min(func::kColorLanes, image.width - first);
            for (uint32_t i = 0; i < lanes; ++i) {
                const uint32_t offset = surface.layout->offset(first + i, y);
                const std::byte* from = surface.status.cleared(offset) ? reinterpret_cast<const std::byte*>(&cleared)
                                                                       : surface.bytes.data() + offset;
                std::memcpy(samples.data.data() + size_t{i} * format->bytesPerSample, from, format->bytesPerSample);
            }
            format->unpack(samples, lanes, colors);
            for (uint32_t i = 0; i < lanes; ++i) {
                for (uint32_t c = 0; c < kChannels; ++c) *out++ = toByte(colors.component[c][i]);
                if (alpha == func::AlphaOutput::Opaque) out[-1] = 255;
            }
        }
    }
    return picture;
}

func::RowOrder rowOrder(const gpu::DrawState& state) {
    return state.raster->invertY ? func::RowOrder::TopFirst : func::RowOrder::BottomFirst;
}

std::optional<func::Picture> framePicture(const gpu::DrawState& state, Surfaces& surfaces) {
    const MappedSurface surface = surfaces.color(state, 0);
    if (!surface.valid) return std::nullopt;
    return func::readFrame(surface.bytes, *surface.layout, state.color->targets[0].color.format, rowOrder(state));
}

}  // namespace cyclorama::machine
