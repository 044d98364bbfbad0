// SPDX-License-Identifier: MIT
#include "func/formats/color_format.h"

#include <cassert>
#include <cstring>

#include "func/formats/any_color_format.h"
#include "func/formats/half_float.h"
#include "func/lanes/vectors.h"
#include "func/memory/load_value.h"

namespace cyclorama::func {
namespace {

template <typename T>
T loadAt(const SampleBytes& samples, uint32_t index) {
    return loadValue<T>(samples.data.data() + index * sizeof(T));
}

template <typename T>
void storeAt(SampleBytes& samples, uint32_t index, T value) {
    std::memcpy(samples.data.data() + index * sizeof(T), &value, sizeof(T));
}

void fillMissing(uint32_t first, uint32_t lanes, ColorLanes& colors) {
    for (uint32_t c = first; c < 4; ++c) {
        for (uint32_t i = 0; i < lanes; ++i) colors.component[c][i] = c == 3 ? 1.0f : 0.0f;
    }
}

/// Components that are fractions of the largest value of T. Unpacking multiplies by the rounded reciprocal, packing
/// truncates; an exact conversion gives neither.
template <typename T>
void unpackNormalized(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
    constexpr float kScale = 1.0f / static_cast<float>(T(~T{0}));
    for (uint32_t i = 0; i < lanes; ++i) {
        for (uint32_t c = 0; c < 4; ++c) {
            colors.component[c][i] = static_cast<float>(loadAt<T>(samples, i * 4 + c)) * kScale;
        }
    }
}

template <typename T>
void packNormalized(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
    constexpr float kScale = static_cast<float>(T(~T{0}));
    uint32_t first = 0;
    if constexpr (sizeof(T) == 1) {
        for (; first + 4 <= lanes; first += 4) {
            Int4 words{};
            for (uint32_t c = 0; c < 4; ++c)
                words |= toInteger(kScale * clampToUnit(loadFloats(&colors.component[c][first]))) << (8 * c);
            std::memcpy(samples.data.data() + size_t{first} * sizeof(uint32_t), &words, sizeof words);
        }
    }
    for (uint32_t i = first; i < lanes; ++i) {
        for (uint32_t c = 0; c < 4; ++c) {
            const auto value = static_cast<int32_t>(kScale * clampToUnit(colors.component[c][i]));
            storeAt(samples, i * 4 + c, static_cast<T>(value));
        }
    }
}

template <uint32_t Components>
void unpackHalf(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
    for (uint32_t i = 0; i < lanes; ++i) {
        for (uint32_t c = 0; c < Components; ++c) {
            colors.component[c][i] = floatFromHalf(loadAt<uint16_t>(samples, i * Components + c));
        }
    }
    fillMissing(Components, lanes, colors);
}

template <uint32_t Components>
void packHalf(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
    for (uint32_t i = 0; i < lanes; ++i) {
        for (uint32_t c = 0; c < Components; ++c) {
            storeAt<uint16_t>(samples, i * Components + c, halfFromFloat(colors.component[c][i]));
        }
    }
}

void unpackR32Float(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
    std::memcpy(colors.component[0].data(), samples.data.data(), lanes * sizeof(float));
    fillMissing(1, lanes, colors);
}

void packR32Float(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
    std::memcpy(samples.data.data(), colors.component[0].data(), lanes * sizeof(float));
}

/// `Components` fields of `Bits` each, from the lowest bit up.
template <uint32_t Components, uint32_t Bits>
uint64_t fieldBits(ComponentMask mask) {
    constexpr uint64_t kField = (uint64_t{1} << Bits) - 1;
    const std::array<bool, 4> enabled = {mask.red, mask.green, mask.blue, mask.alpha};
    uint64_t bits = 0;
    for (uint32_t c = 0; c < Components; ++c) {
        if (enabled[c]) bits |= kField << (c * Bits);
    }
    return bits;
}

constexpr ColorFormat kRgba8888 = {.bytesPerSample = 4,
                                   .clampsInput = true,
                                   .normalized = true,
                                   .unpack = unpackNormalized<uint8_t>,
                                   .pack = packNormalized<uint8_t>,
                                   .writeBits = fieldBits<4, 8>};
constexpr ColorFormat kRgba16 = {.bytesPerSample = 8,
                                 .clampsInput = false,
                                 .normalized = true,
                                 .unpack = unpackNormalized<uint16_t>,
                                 .pack = packNormalized<uint16_t>,
                                 .writeBits = fieldBits<4, 16>};
constexpr ColorFormat kRg16Float = {.bytesPerSample = 4,
                                    .clampsInput = false,
                                    .normalized = false,
                                    .unpack = unpackHalf<2>,
                                    .pack = packHalf<2>,
                                    .writeBits = fieldBits<2, 16>};
constexpr ColorFormat kRgba16Float = {.bytesPerSample = 8,
                                      .clampsInput = false,
                                      .normalized = false,
                                      .unpack = unpackHalf<4>,
                                      .pack = packHalf<4>,
                                      .writeBits = fieldBits<4, 16>};
constexpr ColorFormat kR32Float = {.bytesPerSample = 4,
                                   .clampsInput = false,
                                   .normalized = false,
                                   .unpack = unpackR32Float,
                                   .pack = packR32Float,
                                   .writeBits = fieldBits<1, 32>};

}  // namespace

const ColorFormat* findColorFormat(Format format, ColorConversion conversion) {
    if (conversion == ColorConversion::Exact) return findExactColorFormat(format);
    switch (format) {
        case Format::Rgba8888:
            return &kRgba8888;
        case Format::Rgba16:
            return &kRgba16;
        case Format::Rg16Float:
            return &kRg16Float;
        case Format::Rgba16Float:
            return &kRgba16Float;
        case Format::R32Float:
            return &kR32Float;
        default:
            return nullptr;
    }
}

std::array<std::byte, kMaxSampleBytes> packClearColor(Format format, const Vec4& color) {
    const ColorFormat* conversion = findAnyColorFormat(format);
    assert(conversion != nullptr);
    ColorLanes lanes;
    for (uint32_t c = 0; c < 4; ++c) lanes.component[c][0] = color[c];
    SampleBytes samples;
    conversion->pack(lanes, 1, samples);
    std::array<std::byte, kMaxSampleBytes> bytes{};
    std::memcpy(bytes.data(), samples.data.data(), conversion->bytesPerSample);
    return bytes;
}

}  // namespace cyclorama::func
