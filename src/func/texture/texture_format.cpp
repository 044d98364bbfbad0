// SPDX-License-Identifier: MIT
#include "func/texture/texture_format.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "func/compare.h"
#include "func/formats/exact_formats.h"
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

struct LayoutRow {
    Format format;
    FormatLayout layout;
};

constexpr LayoutRow kLayoutRows[] = {
    {Format::Alpha8, alpha(0, field(0, 8))},
    {Format::Alpha12, alpha(1, field(0, 12))},
    {Format::Alpha16, alpha(1, field(0, 16))},
    {Format::Depth16, gray(1, field(0, 16), kOne)},
    {Format::Depth24, gray(2, field(0, 24), kOne)},
    {Format::Depth32, gray(2, field(0, 32), kOne)},
    {Format::Luminance8, gray(0, field(0, 8), kOne)},
    {Format::Luminance8Signed, gray(0, signedByte(0), kOne)},
    {Format::Luminance12, redAlpha(1, field(0, 12), kZero)},
    {Format::Luminance16, redAlpha(1, field(0, 16), kZero)},
    {Format::Luminance4Alpha4, redAlpha(0, field(4, 4), field(0, 4))},
    {Format::Luminance6Alpha2, redAlpha(0, field(2, 6), field(0, 2))},
    {Format::Luminance8Alpha8, gray(1, field(0, 8), field(8, 8))},
    {Format::Luminance8Alpha8Signed, gray(1, signedByte(0), signedByte(8))},
    {Format::Luminance12Alpha4, redAlpha(1, field(4, 12), field(0, 4))},
    {Format::Luminance12Alpha12, redAlpha(2, field(12, 12), field(0, 12))},
    {Format::Luminance16Alpha16, redAlpha(2, field(0, 16), field(16, 16))},
    {Format::Intensity8, gray(0, field(0, 8), field(0, 8))},
    {Format::Intensity12, gray(1, field(0, 12), field(0, 12))},
    {Format::Intensity16, gray(1, field(0, 16), field(0, 16))},
    {Format::Rgb332, {0, {field(5, 3), field(3, 3), field(0, 2), kOne}}},
    {Format::Rgb444, {1, {field(8, 4), field(4, 4), field(0, 4), kOne}}},
    {Format::Rgb555, {1, {field(10, 5), field(5, 5), field(0, 5), kOne}}},
    {Format::Rgb565, {1, {field(11, 5), fieldOver(5, 6, 31.0f), field(0, 5), kOne}}},
    {Format::Rgb888, {2, {field(0, 8), field(8, 8), field(16, 8), kOne}}},
    {Format::Rgb101010, {2, {field(20, 10), field(10, 10), field(0, 10), kOne}}},
    {Format::Rgb121212, {2, {fieldOver(24, 8, 4095.0f), field(12, 12), field(0, 12), kOne}}},
    {Format::Rgba2222, {0, {field(6, 2), field(4, 2), field(2, 2), field(0, 2)}}},
    // Red is in the high half of the first byte.
    {Format::Rgba4444, {1, {field(4, 4), field(0, 4), field(12, 4), field(8, 4)}}},
    {Format::Rgba5551, {1, {field(11, 5), field(6, 5), field(1, 5), field(0, 1)}}},
    {Format::Rgba8888, {2, {field(0, 8), field(8, 8), field(16, 8), field(24, 8)}}},
    {Format::Rgba1010102, {2, {field(22, 10), field(12, 10), field(2, 10), field(0, 2)}}},
    {Format::R16, {1, {field(0, 16), kZero, kZero, kOne}}},
    {Format::Rg16, {2, {field(0, 16), field(16, 16), kZero, kOne}}},
    {Format::Rgba16, {3, {field(0, 16), field(16, 16), field(32, 16), field(48, 16)}}},
};
static_assert(std::ranges::none_of(kLayoutRows,
                                   [](const LayoutRow& row) { return exactFormat(row.format).bytes != 0; }),
              "a format has its fields in one table");

/// Halves and floats with the fields of exact_formats.h.
constexpr FormatLayout floatLayout(const PackedFormat& format) {
    FormatLayout layout{static_cast<uint8_t>(std::countr_zero(format.bytes)), {kZero, kZero, kZero, kOne}};
    for (size_t c = 0; c < layout.component.size(); ++c) {
        const PackedComponent& field = format.component[c];
        if (field.bits != 0) layout.component[c] = field.bits == 16 ? half(field.low) : single(field.low);
    }
    return layout;
}

/// By format; surface_texel.h decodes those from R8Unorm on, of which only the size is here.
constexpr std::array<FormatLayout, kFormats> kLayouts = [] {
    std::array<FormatLayout, kFormats> layouts{};
    for (uint32_t n = 0; n < kFormats; n++) layouts[n].bytesLog2 = surfaceTexelBytesLog2(static_cast<Format>(n));
    for (const LayoutRow& row : kLayoutRows) layouts[static_cast<size_t>(row.format)] = row.layout;
    for (const exact_formats::Row& row : exact_formats::kRows)
        if (row.format < Format::R8Unorm) layouts[static_cast<size_t>(row.format)] = floatLayout(row.fields);
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
