#include "func/texture_format.h"

#include <array>
#include <cstring>

#include "func/half_float.h"

namespace cyclorama::func {

namespace {

template <class T>
T load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// An unsigned normalized field of `Bits` bits.
template <uint32_t Bits>
float unorm(uint32_t word, uint32_t shift = 0) {
    constexpr uint32_t kMask = (1u << Bits) - 1;
    return static_cast<float>((word >> shift) & kMask) / static_cast<float>(kMask);
}

float snorm8(std::byte value) { return static_cast<float>(static_cast<int8_t>(value)) / 127.0f; }

Vec4 halves(const std::byte* texel, uint32_t count) {
    Vec4 color = {0.0f, 0.0f, 0.0f, 1.0f};
    for (uint32_t c = 0; c < count; c++) {
        color[c] = floatFromHalf(load<uint16_t>(texel + 2 * c));
    }
    return color;
}

Vec4 floats(const std::byte* texel, uint32_t count) {
    Vec4 color = {0.0f, 0.0f, 0.0f, 1.0f};
    std::memcpy(color.data(), texel, count * sizeof(float));
    return color;
}

Vec4 unorm16s(const std::byte* texel, uint32_t count) {
    Vec4 color = {0.0f, 0.0f, 0.0f, 1.0f};
    for (uint32_t c = 0; c < count; c++) {
        color[c] = unorm<16>(load<uint16_t>(texel + 2 * c));
    }
    return color;
}

Vec4 gray(float value, float alpha) { return {value, value, value, alpha}; }
Vec4 redAlpha(float value, float alpha) { return {value, 0.0f, 0.0f, alpha}; }
Vec4 alphaOnly(float value) { return {0.0f, 0.0f, 0.0f, value}; }

Vec4 decode8(Format format, const std::byte* texel) {
    const uint32_t bits = load<uint8_t>(texel);
    switch (format) {
        case Format::Alpha8:
            return alphaOnly(unorm<8>(bits));
        case Format::Luminance8:
            return gray(unorm<8>(bits), 1.0f);
        case Format::Luminance8Signed:
            return gray(snorm8(texel[0]), 1.0f);
        case Format::Luminance4Alpha4:
            return redAlpha(unorm<4>(bits, 4), unorm<4>(bits));
        case Format::Luminance6Alpha2:
            return redAlpha(unorm<6>(bits, 2), unorm<2>(bits));
        case Format::Intensity8:
            return gray(unorm<8>(bits), unorm<8>(bits));
        case Format::Rgb332:
            return {unorm<3>(bits, 5), unorm<3>(bits, 3), unorm<2>(bits), 1.0f};
        default:  // Rgba2222
            return {unorm<2>(bits, 6), unorm<2>(bits, 4), unorm<2>(bits, 2), unorm<2>(bits)};
    }
}

Vec4 decode16(Format format, const std::byte* texel) {
    const uint32_t bits = load<uint16_t>(texel);
    switch (format) {
        case Format::Alpha12:
            return alphaOnly(unorm<12>(bits));
        case Format::Alpha16:
            return alphaOnly(unorm<16>(bits));
        case Format::Depth16:
            return gray(unorm<16>(bits), 1.0f);
        case Format::Luminance12:
            return redAlpha(unorm<12>(bits), 0.0f);
        case Format::Luminance16:
            return redAlpha(unorm<16>(bits), 0.0f);
        case Format::Luminance8Alpha8:
            return gray(unorm<8>(bits), unorm<8>(bits, 8));
        case Format::Luminance8Alpha8Signed:
            return gray(snorm8(texel[0]), snorm8(texel[1]));
        case Format::Luminance12Alpha4:
            return redAlpha(unorm<12>(bits, 4), unorm<4>(bits));
        case Format::Intensity12:
            return gray(unorm<12>(bits), unorm<12>(bits));
        case Format::Intensity16:
            return gray(unorm<16>(bits), unorm<16>(bits));
        case Format::Rgb444:
            return {unorm<4>(bits, 8), unorm<4>(bits, 4), unorm<4>(bits), 1.0f};
        case Format::Rgb555:
            return {unorm<5>(bits, 10), unorm<5>(bits, 5), unorm<5>(bits), 1.0f};
        case Format::Rgb565:
            // Green, though of six bits, is divided by the largest value of five.
            return {unorm<5>(bits, 11), static_cast<float>((bits >> 5) & 0x3fu) / 31.0f, unorm<5>(bits), 1.0f};
        case Format::Rgba4444:  // red in the high half of the first byte
            return {unorm<4>(bits, 4), unorm<4>(bits), unorm<4>(bits, 12), unorm<4>(bits, 8)};
        case Format::Rgba5551:
            return {unorm<5>(bits, 11), unorm<5>(bits, 6), unorm<5>(bits, 1), unorm<1>(bits)};
        case Format::R16:
            return unorm16s(texel, 1);
        default:  // R16Float
            return halves(texel, 1);
    }
}

Vec4 decode32(Format format, const std::byte* texel) {
    const uint32_t bits = load<uint32_t>(texel);
    switch (format) {
        case Format::Depth24:
            return gray(unorm<24>(bits), 1.0f);
        case Format::Depth32:
            return gray(static_cast<float>(bits) / 4294967295.0f, 1.0f);
        case Format::Luminance12Alpha12:
            return redAlpha(unorm<12>(bits, 12), unorm<12>(bits));
        case Format::Luminance16Alpha16:
            return redAlpha(unorm<16>(bits), unorm<16>(bits, 16));
        case Format::Rgb888:
            return {unorm<8>(bits), unorm<8>(bits, 8), unorm<8>(bits, 16), 1.0f};
        case Format::Rgb101010:
            return {unorm<10>(bits, 20), unorm<10>(bits, 10), unorm<10>(bits), 1.0f};
        case Format::Rgb121212:  // of red only the low eight bits fit
            return {static_cast<float>(bits >> 24) / 4095.0f, unorm<12>(bits, 12), unorm<12>(bits), 1.0f};
        case Format::Rgba1010102:
            return {unorm<10>(bits, 22), unorm<10>(bits, 12), unorm<10>(bits, 2), unorm<2>(bits)};
        case Format::Rg16:
            return unorm16s(texel, 2);
        case Format::Rg16Float:
            return halves(texel, 2);
        case Format::R32Float:
            return floats(texel, 1);
        default:  // Rgba8888
            return {unorm<8>(bits), unorm<8>(bits, 8), unorm<8>(bits, 16), unorm<8>(bits, 24)};
    }
}

Vec4 decode64(Format format, const std::byte* texel) {
    switch (format) {
        case Format::Rgba16:
            return unorm16s(texel, 4);
        case Format::Rgba16Float:
            return halves(texel, 4);
        default:  // Rg32Float
            return floats(texel, 2);
    }
}

}  // namespace

uint32_t texelBytesLog2(Format format) {
    switch (format) {
        case Format::Alpha8:
        case Format::Luminance8:
        case Format::Luminance8Signed:
        case Format::Luminance4Alpha4:
        case Format::Luminance6Alpha2:
        case Format::Intensity8:
        case Format::Rgb332:
        case Format::Rgba2222:
            return 0;
        case Format::Alpha12:
        case Format::Alpha16:
        case Format::Depth16:
        case Format::Luminance12:
        case Format::Luminance16:
        case Format::Luminance8Alpha8:
        case Format::Luminance8Alpha8Signed:
        case Format::Luminance12Alpha4:
        case Format::Intensity12:
        case Format::Intensity16:
        case Format::Rgb444:
        case Format::Rgb555:
        case Format::Rgb565:
        case Format::Rgba4444:
        case Format::Rgba5551:
        case Format::R16:
        case Format::R16Float:
            return 1;
        case Format::Rgba16:
        case Format::Rgba16Float:
        case Format::Rg32Float:
            return 3;
        case Format::Rgba32Float:
            return 4;
        default:
            return 2;
    }
}

uint32_t texelBytes(Format format) { return 1u << texelBytesLog2(format); }

Vec4 decodeTexel(Format format, const std::byte* texel) {
    switch (texelBytesLog2(format)) {
        case 0:
            return decode8(format, texel);
        case 1:
            return decode16(format, texel);
        case 2:
            return decode32(format, texel);
        case 3:
            return decode64(format, texel);
        default:
            return floats(texel, 4);
    }
}

float compareTexel(CompareFunction function, float reference, float texel) {
    const auto holds = [&] {
        switch (function) {
            case CompareFunction::Never:
                return false;
            case CompareFunction::Always:
                return true;
            case CompareFunction::Less:
                return texel < reference;
            case CompareFunction::LessEqual:
                return texel <= reference;
            case CompareFunction::Equal:
                return texel == reference;
            case CompareFunction::GreaterEqual:
                return texel >= reference;
            case CompareFunction::Greater:
                return texel > reference;
            case CompareFunction::NotEqual:
                return texel != reference;
        }
        return false;
    };
    return holds() ? 1.0f : 0.0f;
}

}  // namespace cyclorama::func
