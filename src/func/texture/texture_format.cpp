// SPDX-License-Identifier: MIT
#include "func/texture/texture_format.h"

#include <bit>
#include <cstring>

#include "func/compare.h"
#include "func/formats/half_float.h"
#include "func/texture/surface_texel.h"

namespace cyclorama::func {

namespace {

constexpr ComponentField kZero = {};
constexpr ComponentField kOne = {.kind = ComponentKind::One};

/// A field of bits, over the largest value that fits.
constexpr ComponentField field(uint8_t shift, uint8_t bits) {
    return {ComponentKind::Unsigned, shift, bits, static_cast<float>((uint64_t{1} << bits) - 1)};
}
constexpr ComponentField fieldOver(uint8_t shift, uint8_t bits, float divisor) {
    return {ComponentKind::Unsigned, shift, bits, divisor};
}
constexpr ComponentField signedByte(uint8_t shift) { return {ComponentKind::Signed8, shift, 8, 127.0f}; }
constexpr ComponentField half(uint8_t shift) { return {ComponentKind::Half, shift, 16}; }
constexpr ComponentField single(uint8_t shift) { return {ComponentKind::Float, shift, 32}; }

constexpr FormatLayout alpha(uint8_t bytesLog2, ComponentField value) {
    return {bytesLog2, {kZero, kZero, kZero, value}};
}
constexpr FormatLayout gray(uint8_t bytesLog2, ComponentField value, ComponentField alphaField) {
    return {bytesLog2, {value, value, value, alphaField}};
}
constexpr FormatLayout redAlpha(uint8_t bytesLog2, ComponentField red, ComponentField alphaField) {
    return {bytesLog2, {red, kZero, kZero, alphaField}};
}

constexpr FormatLayout layoutOf(Format format) {
    switch (format) {
        case Format::Alpha8:
            return alpha(0, field(0, 8));
        case Format::Alpha12:
            return alpha(1, field(0, 12));
        case Format::Alpha16:
            return alpha(1, field(0, 16));
        case Format::Depth16:
            return gray(1, field(0, 16), kOne);
        case Format::Depth24:
            return gray(2, field(0, 24), kOne);
        case Format::Depth32:
            return gray(2, field(0, 32), kOne);
        case Format::Luminance8:
            return gray(0, field(0, 8), kOne);
        case Format::Luminance8Signed:
            return gray(0, signedByte(0), kOne);
        case Format::Luminance12:
            return redAlpha(1, field(0, 12), kZero);
        case Format::Luminance16:
            return redAlpha(1, field(0, 16), kZero);
        case Format::Luminance4Alpha4:
            return redAlpha(0, field(4, 4), field(0, 4));
        case Format::Luminance6Alpha2:
            return redAlpha(0, field(2, 6), field(0, 2));
        case Format::Luminance8Alpha8:
            return gray(1, field(0, 8), field(8, 8));
        case Format::Luminance8Alpha8Signed:
            return gray(1, signedByte(0), signedByte(8));
        case Format::Luminance12Alpha4:
            return redAlpha(1, field(4, 12), field(0, 4));
        case Format::Luminance12Alpha12:
            return redAlpha(2, field(12, 12), field(0, 12));
        case Format::Luminance16Alpha16:
            return redAlpha(2, field(0, 16), field(16, 16));
        case Format::Intensity8:
            return gray(0, field(0, 8), field(0, 8));
        case Format::Intensity12:
            return gray(1, field(0, 12), field(0, 12));
        case Format::Intensity16:
            return gray(1, field(0, 16), field(0, 16));
        case Format::Rgb332:
            return {0, {field(5, 3), field(3, 3), field(0, 2), kOne}};
        case Format::Rgb444:
            return {1, {field(8, 4), field(4, 4), field(0, 4), kOne}};
        case Format::Rgb555:
            return {1, {field(10, 5), field(5, 5), field(0, 5), kOne}};
        case Format::Rgb565:
            return {1, {field(11, 5), fieldOver(5, 6, 31.0f), field(0, 5), kOne}};
        case Format::Rgb888:
            return {2, {field(0, 8), field(8, 8), field(16, 8), kOne}};
        case Format::Rgb101010:
            return {2, {field(20, 10), field(10, 10), field(0, 10), kOne}};
        case Format::Rgb121212:
            return {2, {fieldOver(24, 8, 4095.0f), field(12, 12), field(0, 12), kOne}};
        case Format::Rgba2222:
            return {0, {field(6, 2), field(4, 2), field(2, 2), field(0, 2)}};
        case Format::Rgba4444:  // red in the high half of the first byte
            return {1, {field(4, 4), field(0, 4), field(12, 4), field(8, 4)}};
        case Format::Rgba5551:
            return {1, {field(11, 5), field(6, 5), field(1, 5), field(0, 1)}};
        case Format::Rgba8888:
            return {2, {field(0, 8), field(8, 8), field(16, 8), field(24, 8)}};
        case Format::Rgba1010102:
            return {2, {field(22, 10), field(12, 10), field(2, 10), field(0, 2)}};
        case Format::R16:
            return {1, {field(0, 16), kZero, kZero, kOne}};
        case Format::Rg16:
            return {2, {field(0, 16), field(16, 16), kZero, kOne}};
        case Format::Rgba16:
            return {3, {field(0, 16), field(16, 16), field(32, 16), field(48, 16)}};
        case Format::R16Float:
            return {1, {half(0), kZero, kZero, kOne}};
        case Format::Rg16Float:
            return {2, {half(0), half(16), kZero, kOne}};
        case Format::Rgba16Float:
            return {3, {half(0), half(16), half(32), half(48)}};
        case Format::R32Float:
            return {2, {single(0), kZero, kZero, kOne}};
        case Format::Rg32Float:
            return {3, {single(0), single(32), kZero, kOne}};
        case Format::Rgba32Float:
            return {4, {single(0), single(32), single(64), single(96)}};
        // surface_texel.h decodes the others.
        default:
            return {surfaceTexelBytesLog2(format), {}};
    }
}

constexpr std::array<FormatLayout, kFormats> kLayouts = [] {
    std::array<FormatLayout, kFormats> layouts{};
    for (uint32_t n = 0; n < kFormats; n++) {
        layouts[n] = layoutOf(static_cast<Format>(n));
    }
    return layouts;
}();

float decodeComponent(const ComponentField& component, const std::array<uint64_t, 2>& words) {
    const auto bits = static_cast<uint32_t>((words[component.shift / 64] >> (component.shift % 64)) &
                                            ((uint64_t{1} << component.bits) - 1));
    switch (component.kind) {
        case ComponentKind::Zero:
            return 0.0f;
        case ComponentKind::One:
            return 1.0f;
        case ComponentKind::Unsigned:
            return static_cast<float>(bits) / component.divisor;
        case ComponentKind::Signed8:
            return static_cast<float>(static_cast<int8_t>(bits)) / component.divisor;
        case ComponentKind::Half:
            return floatFromHalf(static_cast<uint16_t>(bits));
        case ComponentKind::Float:
            break;
    }
    return std::bit_cast<float>(bits);
}

}  // namespace

const FormatLayout& formatLayout(Format format) { return kLayouts[static_cast<size_t>(format)]; }

Vec4 decodeTexel(Format format, const std::byte* texel) {
    const FormatLayout& layout = formatLayout(format);
    std::array<uint64_t, 2> words{};
    std::memcpy(words.data(), texel, size_t{1} << layout.bytesLog2);
    Vec4 color;
    for (size_t c = 0; c < color.size(); c++) {
        color[c] = decodeComponent(layout.component[c], words);
    }
    return color;
}

float compareTexel(CompareFunction function, float reference, float texel) {
    return compare(function, texel, reference) ? 1.0f : 0.0f;
}

}  // namespace cyclorama::func
