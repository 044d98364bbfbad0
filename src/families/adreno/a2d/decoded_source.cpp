// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/decoded_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "families/adreno/tp/texel_fetch.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kFourFloats = 0x82;  // 32_32_32_32_FLOAT
constexpr size_t kDecodedBytes = 4 * sizeof(float);

/// Texels of a row from `first` on, as many as there is room for.
void decodeRow(const Texture& texture, uint32_t y, uint32_t first, std::span<std::byte> row, TapWords& words) {
    const size_t count = row.size() / kDecodedBytes;
    std::array<TexelTap, kTapBatch> taps;
    for (size_t i = 0; i < count; ++i)
        taps[i] = tapAt(texture, texture.level(0), first + static_cast<uint32_t>(i), y, 0);
    fetchTexels(texture, std::span(taps).first(count), {}, words);
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < 4; ++c)
            std::memcpy(&row[i * kDecodedBytes + c * sizeof(float)], &words.component[c][i], sizeof(float));
}

}  // namespace

TextureDescriptor describeSource(const BlitImage& image, uint32_t width, uint32_t height) {
    TextureDescriptor descriptor;
    descriptor.tileMode = static_cast<TileMode>(image.tileMode);
    descriptor.tileAll = true;
    descriptor.srgb = image.srgb;
    descriptor.formatNumber = image.format;
    descriptor.format = findSurfaceFormat(image.format);
    descriptor.swap = static_cast<ColorSwap>(image.swap);
    descriptor.width = width;
    descriptor.height = height;
    descriptor.depth = 1;
    descriptor.pitch = image.pitch;
    descriptor.address = image.address;
    descriptor.planeAddress = image.planes;
    descriptor.planePitch = image.planePitch;
    return descriptor;
}

DecodedSource::DecodedSource(uint32_t width, uint32_t height)
    : width_(width), height_(height), texels_(size_t{width} * height * kDecodedBytes) {}

std::optional<DecodedSource> DecodedSource::read(const BlitImage& image, uint32_t width, uint32_t height,
                                                 const GpuMemory& memory, const func::BankSwizzle& banks) {
    const TextureDescriptor descriptor = describeSource(image, width, height);
    if (descriptor.format == nullptr) return std::nullopt;
    Texture texture(descriptor, banks);
    texture.bind([&](uint64_t address, uint64_t bytes) {
        std::byte* const place = memory.find(address, bytes, MemoryClient::Blit);
        return place == nullptr ? std::span<std::byte>{} : std::span(place, bytes);
    });
    DecodedSource source(width, height);
    const auto words = std::make_unique<TapWords>();
    const size_t rowBytes = size_t{width} * kDecodedBytes;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; x += static_cast<uint32_t>(kTapBatch)) {
            const size_t count = std::min<size_t>(kTapBatch, width - x);
            const std::span row = std::span(source.texels_).subspan(y * rowBytes, rowBytes);
            decodeRow(texture, y, x, row.subspan(x * kDecodedBytes, count * kDecodedBytes), *words);
        }
    return source;
}

ImageBytes DecodedSource::image() {
    return {.view = SurfaceView({.format = findSurfaceFormat(kFourFloats),
                                 .width = width_,
                                 .height = height_,
                                 .pitch = size_t{width_} * kDecodedBytes}),
            .bytes = texels_};
}

}  // namespace cyclorama::adreno
