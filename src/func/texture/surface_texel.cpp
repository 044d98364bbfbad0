// SPDX-License-Identifier: MIT
#include "func/texture/surface_texel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "func/formats/float_formats.h"
#include "func/memory/load_value.h"
#include "func/texture/texture_format.h"

namespace cyclorama::func {

namespace {

/// Places of a packed format's components; 0 bits for alpha 1.
struct PackedFields {
    std::array<uint8_t, 4> shift;
    std::array<uint8_t, 4> bits;
};

Vec4 unorm(uint32_t word, const PackedFields& fields) {
    Vec4 color{0.0f, 0.0f, 0.0f, 1.0f};
    for (size_t c = 0; c < color.size(); ++c) {
        if (fields.bits[c] == 0) continue;
        const uint32_t mask = (1u << fields.bits[c]) - 1;
        color[c] = static_cast<float>(word >> fields.shift[c] & mask) / static_cast<float>(mask);
    }
    return color;
}

template <typename T>
Vec4 snorm(const std::byte* texel, size_t components) {
    Vec4 color{0.0f, 0.0f, 0.0f, 1.0f};
    constexpr float kLargest = static_cast<float>((1 << (8 * sizeof(T) - 1)) - 1);
    for (size_t c = 0; c < components; ++c) {
        color[c] = std::max(static_cast<float>(loadValue<T>(texel + c * sizeof(T))) / kLargest, -1.0f);
    }
    return color;
}

/// Integers in the bits of floats; the alpha that a format lacks is the integer 1. Not inlined: there g++ 12.2 makes
/// vectors of it and fails.
template <typename T>
[[gnu::noinline]] Vec4 integers(const std::byte* texel, size_t components) {
    Vec4 color{0.0f, 0.0f, 0.0f, std::bit_cast<float>(1u)};
    for (size_t c = 0; c < components; ++c) {
        const auto value = loadValue<T>(texel + c * sizeof(T));
        if constexpr (std::is_signed_v<T>) {
            color[c] = std::bit_cast<float>(static_cast<int32_t>(value));
        } else {
            color[c] = std::bit_cast<float>(static_cast<uint32_t>(value));
        }
    }
    return color;
}

Vec4 sharedExponent(uint32_t word) {
    const int exponent = static_cast<int>(word >> 27) - 15 - 9;
    const float scale = std::bit_cast<float>(static_cast<uint32_t>(exponent + 127) << 23);
    return {static_cast<float>(word & 0x1ff) * scale, static_cast<float>(word >> 9 & 0x1ff) * scale,
            static_cast<float>(word >> 18 & 0x1ff) * scale, 1.0f};
}

Vec4 fromYuv(float luma, float blueDifference, float redDifference) {
    const float y = (luma - 16.0f) * (1.164384f / 255.0f);
    const float u = (blueDifference - 128.0f) / 255.0f;
    const float v = (redDifference - 128.0f) / 255.0f;
    const auto unit = [](float value) { return std::clamp(value, 0.0f, 1.0f); };
    return {unit(y + 1.596027f * v), unit(y - 0.391762f * u - 0.812968f * v), unit(y + 2.017232f * u), 1.0f};
}

Vec4 gray(float value) { return {value, value, value, 1.0f}; }

}  // namespace

Vec4 decodeSurfaceTexel(Format format, const std::byte* texel, uint32_t x) {
    const auto byte = [texel](size_t n) { return static_cast<float>(loadValue<uint8_t>(texel + n)); };
    switch (format) {
        case Format::R8Unorm:
            return unorm(loadValue<uint8_t>(texel), {{0, 0, 0, 0}, {8, 0, 0, 0}});
        case Format::R8G8Unorm:
            return unorm(loadValue<uint16_t>(texel), {{0, 8, 0, 0}, {8, 8, 0, 0}});
        case Format::R8G8B8A8Unorm:
            return unorm(loadValue<uint32_t>(texel), {{0, 8, 16, 24}, {8, 8, 8, 8}});
        case Format::R8G8B8X8Unorm:
            return unorm(loadValue<uint32_t>(texel), {{0, 8, 16, 24}, {8, 8, 8, 0}});
        case Format::B8G8R8A8Unorm:
            return unorm(loadValue<uint32_t>(texel), {{16, 8, 0, 24}, {8, 8, 8, 8}});
        case Format::B8G8R8X8Unorm:
            return unorm(loadValue<uint32_t>(texel), {{16, 8, 0, 24}, {8, 8, 8, 0}});
        case Format::B4G4R4A4Unorm:
            return unorm(loadValue<uint16_t>(texel), {{8, 4, 0, 12}, {4, 4, 4, 4}});
        case Format::B4G4R4X4Unorm:
            return unorm(loadValue<uint16_t>(texel), {{8, 4, 0, 12}, {4, 4, 4, 0}});
        case Format::B5G5R5A1Unorm:
            return unorm(loadValue<uint16_t>(texel), {{10, 5, 0, 15}, {5, 5, 5, 1}});
        case Format::B5G5R5X1Unorm:
            return unorm(loadValue<uint16_t>(texel), {{10, 5, 0, 15}, {5, 5, 5, 0}});
        case Format::B5G6R5Unorm:
            return unorm(loadValue<uint16_t>(texel), {{11, 5, 0, 0}, {5, 6, 5, 0}});
        case Format::R10G10B10A2Unorm:
            return unorm(loadValue<uint32_t>(texel), {{0, 10, 20, 30}, {10, 10, 10, 2}});
        case Format::R8Snorm:
            return snorm<int8_t>(texel, 1);
        case Format::R8G8Snorm:
            return snorm<int8_t>(texel, 2);
        case Format::R8G8B8A8Snorm:
            return snorm<int8_t>(texel, 4);
        case Format::R11G11B10Float: {
            const auto word = loadValue<uint32_t>(texel);
            return {floatFromSmallFloat(word & 0x7ff, 6), floatFromSmallFloat(word >> 11 & 0x7ff, 6),
                    floatFromSmallFloat(word >> 22, 5), 1.0f};
        }
        case Format::R9G9B9E5Float:
            return sharedExponent(loadValue<uint32_t>(texel));
        case Format::R8Uint:
        case Format::Stencil8:
            return integers<uint8_t>(texel, 1);
        case Format::R8Sint:
            return integers<int8_t>(texel, 1);
        case Format::R8G8Uint:
            return integers<uint8_t>(texel, 2);
        case Format::R8G8Sint:
            return integers<int8_t>(texel, 2);
        case Format::R8G8B8A8Uint:
            return integers<uint8_t>(texel, 4);
        case Format::R8G8B8A8Sint:
            return integers<int8_t>(texel, 4);
        case Format::R10G10B10A2Uint: {
            const auto word = loadValue<uint32_t>(texel);
            const std::array<uint32_t, 4> fields{word & 0x3ff, word >> 10 & 0x3ff, word >> 20 & 0x3ff, word >> 30};
            return std::bit_cast<Vec4>(fields);
        }
        case Format::R16Uint:
            return integers<uint16_t>(texel, 1);
        case Format::R16Sint:
            return integers<int16_t>(texel, 1);
        case Format::R16G16Uint:
            return integers<uint16_t>(texel, 2);
        case Format::R16G16Sint:
            return integers<int16_t>(texel, 2);
        case Format::R16G16B16A16Uint:
            return integers<uint16_t>(texel, 4);
        case Format::R16G16B16A16Sint:
            return integers<int16_t>(texel, 4);
        case Format::R32Uint:
            return integers<uint32_t>(texel, 1);
        case Format::R32Sint:
            return integers<int32_t>(texel, 1);
        case Format::R32G32Uint:
            return integers<uint32_t>(texel, 2);
        case Format::R32G32Sint:
            return integers<int32_t>(texel, 2);
        case Format::R32G32B32A32Uint:
            return integers<uint32_t>(texel, 4);
        case Format::R32G32B32A32Sint:
            return integers<int32_t>(texel, 4);
        case Format::Stencil8Depth24:
        case Format::X8Depth24:
            return gray(static_cast<float>(loadValue<uint32_t>(texel) >> 8) / 16777215.0f);
        case Format::Yuyv:
            return fromYuv(byte((x & 1) != 0 ? 2 : 0), byte(1), byte(3));
        case Format::Uyvy:
            return fromYuv(byte((x & 1) != 0 ? 3 : 1), byte(0), byte(2));
        default:
            return decodeTexel(format, texel);
    }
}

}  // namespace cyclorama::func
