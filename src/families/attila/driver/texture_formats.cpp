// SPDX-License-Identifier: MIT
#include "families/attila/driver/texture_formats.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace cyclorama::attila {
namespace {

using Guest = virgl::Format;
using Stored = func::Format;

constexpr std::array kFormats = std::to_array<TextureFormat>({
    {.guest = Guest::Bgra8, .exchanged = true, .rendered = true},
    {.guest = Guest::Bgrx8, .exchanged = true, .opaque = true, .rendered = true},
    {.guest = Guest::Rgba8, .rendered = true},
    {.guest = Guest::Rgbx8, .opaque = true, .rendered = true},
    {.guest = Guest::L8, .stored = Stored::Luminance8},
    {.guest = Guest::A8, .stored = Stored::Alpha8},
    {.guest = Guest::La8, .stored = Stored::Luminance8Alpha8},
    {.guest = Guest::RgbaFloat16, .stored = Stored::Rgba16Float, .rendered = true},
    {.guest = Guest::Z24S8, .stored = Stored::Depth24, .depth = true},
    {.guest = Guest::Z24X8, .stored = Stored::Depth24, .depth = true},
});

constexpr size_t kTexelBytes = 4;

void convert(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to, bool opaque) {
    std::memcpy(to.data(), from.data(), from.size());
    if (!format.exchanged && !opaque) return;
    for (size_t at = 0; at + kTexelBytes <= to.size(); at += kTexelBytes) {
        if (format.exchanged) std::swap(to[at], to[at + 2]);
        if (opaque) to[at + 3] = std::byte{0xff};
    }
}

}  // namespace

std::span<const TextureFormat> textureFormats() { return kFormats; }

const TextureFormat* findTextureFormat(virgl::Format format) {
    const auto* const found = std::ranges::find(kFormats, format, &TextureFormat::guest);
    return found == kFormats.end() ? nullptr : found;
}

void storeTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to) {
    convert(format, from, to, format.opaque);
}

void loadTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to) {
    convert(format, from, to, format.opaque);
}

}  // namespace cyclorama::attila
