// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/texture_formats.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace cyclorama::attila {
namespace {

using Guest = virgl::Format;
using Stored = func::Format;
using Compression = func::TextureCompression;
using enum virgl::Swizzle;

constexpr std::array kGray = {X, X, X, One};
constexpr std::array kGrayAlpha = {X, X, X, W};
constexpr std::array kRed = {X, Zero, Zero, One};
constexpr std::array kRedGreen = {X, W, Zero, One};

constexpr std::array kFormats = std::to_array<TextureFormat>({
    {.guest = Guest::Bgra8, .exchanged = true, .rendered = true},
    {.guest = Guest::Bgrx8, .exchanged = true, .opaque = true, .rendered = true},
    {.guest = Guest::Rgba8, .rendered = true},
    {.guest = Guest::Rgbx8, .opaque = true, .rendered = true},
    // The chip's own format of 16 bits has a green of 63 over 31.
    {.guest = Guest::Bgr565, .opaque = true, .bits16 = true},
    {.guest = Guest::L8, .stored = Stored::Luminance8},
    {.guest = Guest::A8, .stored = Stored::Alpha8},
    {.guest = Guest::La8, .stored = Stored::Luminance8Alpha8},
    {.guest = Guest::R8, .stored = Stored::Luminance8, .swizzle = kRed},
    {.guest = Guest::Rg8, .stored = Stored::Luminance8Alpha8, .swizzle = kRedGreen},
    {.guest = Guest::RgbaFloat16, .stored = Stored::Rgba16Float, .rendered = true},
    {.guest = Guest::Rgba16, .stored = Stored::Rgba16, .rendered = true},
    {.guest = Guest::RgFloat16, .stored = Stored::Rg16Float, .rendered = true},
    {.guest = Guest::RFloat32, .stored = Stored::R32Float, .rendered = true},
    {.guest = Guest::RFloat16, .stored = Stored::R16Float},
    {.guest = Guest::RgFloat32, .stored = Stored::Rg32Float},
    {.guest = Guest::RgbaFloat32, .stored = Stored::Rgba32Float},
    {.guest = Guest::I8, .stored = Stored::Intensity8},
    {.guest = Guest::A16, .stored = Stored::Alpha16},
    {.guest = Guest::I16, .stored = Stored::Intensity16},
    // The chip's luminance of 16 bits is red alone.
    {.guest = Guest::L16, .stored = Stored::Intensity16, .swizzle = kGray},
    {.guest = Guest::La16, .stored = Stored::Luminance16Alpha16, .swizzle = kGrayAlpha},
    {.guest = Guest::Bgra8Srgb, .exchanged = true, .rendered = true, .srgb = true},
    {.guest = Guest::Bgrx8Srgb, .exchanged = true, .opaque = true, .rendered = true, .srgb = true},
    {.guest = Guest::Rgba8Srgb, .rendered = true, .srgb = true},
    {.guest = Guest::L8Srgb, .stored = Stored::Luminance8, .srgb = true},
    {.guest = Guest::La8Srgb, .stored = Stored::Luminance8Alpha8, .srgb = true},
    {.guest = Guest::Dxt1Rgb, .compression = Compression::Dxt1Rgb},
    {.guest = Guest::Dxt1Rgba, .compression = Compression::Dxt1Rgba},
    {.guest = Guest::Dxt3Rgba, .compression = Compression::Dxt3Rgba},
    {.guest = Guest::Dxt5Rgba, .compression = Compression::Dxt5Rgba},
    {.guest = Guest::Dxt1RgbSrgb, .compression = Compression::Dxt1Rgb, .srgb = true},
    {.guest = Guest::Dxt1RgbaSrgb, .compression = Compression::Dxt1Rgba, .srgb = true},
    {.guest = Guest::Dxt3RgbaSrgb, .compression = Compression::Dxt3Rgba, .srgb = true},
    {.guest = Guest::Dxt5RgbaSrgb, .compression = Compression::Dxt5Rgba, .srgb = true},
    {.guest = Guest::Z24S8, .stored = Stored::Depth24, .depth = true},
    {.guest = Guest::Z24X8, .stored = Stored::Depth24, .depth = true},
});

/// The word of a texel whose bytes 0 and 2 are exchanged.
uint32_t exchanged(uint32_t word) { return (word & 0xff00ff00) | (word >> 16 & 0xff) | (word & 0xff) << 16; }

/// Bytes in the same order, or words of four bytes with two of them exchanged, an opaque alpha, or both.
template <bool Exchange>
void convertWords(std::span<const std::byte> from, std::span<std::byte> to, uint32_t opaque) {
    const size_t words = from.size() / sizeof(uint32_t);
    for (size_t n = 0; n < words; ++n) {
        uint32_t word;
        std::memcpy(&word, from.data() + n * sizeof word, sizeof word);
        if (Exchange) word = exchanged(word);
        word |= opaque;
        std::memcpy(to.data() + n * sizeof word, &word, sizeof word);
    }
}

/// Bits of a field of 5 or 6, repeated, so that all ones are 255.
constexpr uint32_t widened(uint32_t field, uint32_t bits) { return field << (8 - bits) | field >> (2 * bits - 8); }

void unpack565(std::span<const std::byte> from, std::span<std::byte> to) {
    for (size_t n = 0; n < to.size() / sizeof(uint32_t); ++n) {
        uint16_t texel = 0;
        std::memcpy(&texel, from.data() + n * sizeof texel, sizeof texel);
        const uint32_t word =
            widened(texel >> 11, 5) | widened(texel >> 5 & 0x3f, 6) << 8 | widened(texel & 0x1f, 5) << 16 | 0xff000000;
        std::memcpy(to.data() + n * sizeof word, &word, sizeof word);
    }
}

void pack565(std::span<const std::byte> from, std::span<std::byte> to) {
    for (size_t n = 0; n < from.size() / sizeof(uint32_t); ++n) {
        uint32_t word = 0;
        std::memcpy(&word, from.data() + n * sizeof word, sizeof word);
        const auto texel =
            static_cast<uint16_t>((word & 0xf8) << 8 | (word >> 8 & 0xfc) << 3 | (word >> 16 & 0xff) >> 3);
        std::memcpy(to.data() + n * sizeof texel, &texel, sizeof texel);
    }
}

void convert(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to, bool opaque) {
    const uint32_t alpha = opaque ? 0xff000000 : 0;
    if (format.exchanged)
        convertWords<true>(from, to, alpha);
    else if (opaque)
        convertWords<false>(from, to, alpha);
    else
        std::memcpy(to.data(), from.data(), from.size());
}

}  // namespace

std::array<virgl::Swizzle, 4> compose(const std::array<virgl::Swizzle, 4>& first,
                                      const std::array<virgl::Swizzle, 4>& then) {
    std::array<virgl::Swizzle, 4> both = then;
    for (virgl::Swizzle& component : both)
        if (component <= W) component = first[static_cast<size_t>(component)];
    return both;
}

std::span<const TextureFormat> textureFormats() { return kFormats; }

const TextureFormat* findTextureFormat(virgl::Format format) {
    const auto* const found = std::ranges::find(kFormats, format, &TextureFormat::guest);
    return found == kFormats.end() ? nullptr : found;
}

void storeTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to) {
    if (format.bits16) return unpack565(from, to);
    convert(format, from, to, format.opaque);
}

void loadTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to) {
    if (format.bits16) return pack565(from, to);
    convert(format, from, to, format.opaque);
}

}  // namespace cyclorama::attila
