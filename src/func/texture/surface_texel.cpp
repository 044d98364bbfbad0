// SPDX-License-Identifier: MIT
#include "func/texture/surface_texel.h"

#include <algorithm>
#include <array>
#include <bit>

#include "func/formats/packed_texel.h"
#include "func/memory/load_value.h"
#include "func/texture/texture_format.h"

namespace cyclorama::func {

namespace {

using TexelDecoder = Vec4 (*)(const std::byte*);

template <size_t kRow>
Vec4 decodeRow(const std::byte* texel) {
    return std::bit_cast<Vec4>(unpackedTexel<exact_formats::kRows[kRow].fields>(texel));
}

/// By format, from R8Unorm on; null of those without a row.
constexpr std::array<TexelDecoder, kFormats> kDecoders = [] {
    std::array<TexelDecoder, kFormats> decoders{};
    const auto take = [&decoders]<size_t... kRow>(std::index_sequence<kRow...>) {
        ((decoders[static_cast<size_t>(exact_formats::kRows[kRow].format)] = decodeRow<kRow>), ...);
    };
    take(std::make_index_sequence<exact_formats::kRows.size()>());
    // Textures of halves and floats have the conversion of decodeTexel().
    for (size_t n = 0; n < static_cast<size_t>(Format::R8Unorm); ++n) decoders[n] = nullptr;
    return decoders;
}();

Vec4 fromYuv(float luma, float blueDifference, float redDifference) {
    const float y = (luma - 16.0f) * (1.164384f / 255.0f);
    const float u = (blueDifference - 128.0f) / 255.0f;
    const float v = (redDifference - 128.0f) / 255.0f;
    const auto unit = [](float value) { return std::clamp(value, 0.0f, 1.0f); };
    return {unit(y + 1.596027f * v), unit(y - 0.391762f * u - 0.812968f * v), unit(y + 2.017232f * u), 1.0f};
}

}  // namespace

Vec4 decodeSurfaceTexel(Format format, const std::byte* texel, uint32_t x) {
    if (const TexelDecoder decode = kDecoders[static_cast<size_t>(format)]; decode != nullptr) return decode(texel);
    const auto byte = [texel](size_t n) { return static_cast<float>(loadValue<uint8_t>(texel + n)); };
    const size_t second = x & 1;
    if (format == Format::Yuyv) return fromYuv(byte(2 * second), byte(1), byte(3));
    if (format == Format::Uyvy) return fromYuv(byte(2 * second + 1), byte(0), byte(2));
    return decodeTexel(format, texel);
}

}  // namespace cyclorama::func
