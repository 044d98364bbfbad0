// SPDX-License-Identifier: MIT
#include "python/surface_arrays.h"

#include <cstring>
#include <span>

#include "func/output/pixel_resolver.h"

namespace cyclorama::python {

namespace {

uint32_t offsetOf(const func::PixelLayout& layout, uint32_t x, uint32_t y, uint32_t sample) {
    const auto& parameters = layout.parameters();
    const func::QuadShape& quad = layout.quad();
    if (parameters.samples == 1 || quad.contiguous) return layout.offset(x, y) + sample * parameters.bytesPerSample;
    const uint32_t fragment = (y & 1) * 2 + (x & 1);
    return layout.offset(x & ~1u, y & ~1u) + quad.offset[fragment * parameters.samples + sample];
}

}  // namespace

SampleRows readSamples(const machine::MappedSurface& surface, func::RowOrder order) {
    const auto& parameters = surface.layout->parameters();
    SampleRows rows{.width = parameters.width,
                    .height = parameters.height,
                    .samples = parameters.samples,
                    .bytesPerSample = parameters.bytesPerSample,
                    .bytes = {}};
    rows.bytes.resize(size_t{rows.samples} * rows.bytesPerSample * rows.width * rows.height);
    const uint64_t cleared = surface.status.clearPattern();
    uint8_t* out = rows.bytes.data();
    for (uint32_t line = 0; line < rows.height; ++line) {
        const uint32_t y = order == func::RowOrder::TopFirst ? line : rows.height - 1 - line;
        for (uint32_t x = 0; x < rows.width; ++x) {
            for (uint32_t sample = 0; sample < rows.samples; ++sample, out += rows.bytesPerSample) {
                const uint32_t offset = offsetOf(*surface.layout, x, y, sample);
                const std::byte* const stored = surface.bytes.data() + offset;
                const auto* const from =
                    surface.status.cleared(offset) ? reinterpret_cast<const std::byte*>(&cleared) : stored;
                std::memcpy(out, from, rows.bytesPerSample);
            }
        }
    }
    return rows;
}

std::vector<uint8_t> showSamples(const SampleRows& rows, func::Format format) {
    constexpr size_t kChannels = 4;
    const size_t pixels = size_t{rows.width} * rows.height;
    const size_t pixelBytes = size_t{rows.samples} * rows.bytesPerSample;
    std::vector<uint8_t> shown(pixels * kChannels);
    const func::PixelResolver resolver(format);
    const auto bytes = std::as_bytes(std::span(rows.bytes));
    for (uint32_t y = 0; y < rows.height; ++y)
        resolver.show(bytes.data() + y * pixelBytes * rows.width, rows.width, rows.samples,
                      shown.data() + y * kChannels * rows.width);
    return shown;
}

}  // namespace cyclorama::python
