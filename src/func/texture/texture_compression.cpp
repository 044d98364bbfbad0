// SPDX-License-Identifier: MIT
#include "func/texture/texture_compression.h"

#include <array>
#include <cstring>

#include "func/formats/etc_compression.h"
#include "func/layout/morton_blocks.h"
#include "func/memory/load_value.h"
#include "func/texture/texture_layout.h"

namespace cyclorama::func {

namespace {

constexpr uint32_t kTexels = kCompressedBlockSide * kCompressedBlockSide;
constexpr uint32_t kUninitializedMemory = 0xdeadcafe;

using Rgb = std::array<float, 3>;

/// Position of texel n (row by row) in Morton order.
constexpr std::array<uint8_t, kTexels> kMortonPosition = [] {
    std::array<uint8_t, kTexels> positions{};
    for (uint32_t n = 0; n < kTexels; n++) {
        positions[n] = static_cast<uint8_t>(mortonOrder(n % kCompressedBlockSide, n / kCompressedBlockSide));
    }
    return positions;
}();

/// A component in bytes: truncated, and wrapped around where it exceeds a byte.
uint32_t toByte(float component, float scale) {
    return static_cast<uint32_t>(static_cast<int32_t>(component * scale)) & 0xffu;
}

Rgb fromRgb565(uint32_t color) {
    return {static_cast<float>(color >> 11) * (1.0f / 31.0f), static_cast<float>((color >> 5) & 0x3fu) * (1.0f / 63.0f),
            static_cast<float>(color & 0x1fu) * (1.0f / 31.0f)};
}

uint32_t packRgb(const Rgb& color) {
    return toByte(color[0], 255.0f) | (toByte(color[1], 255.0f) << 8) | (toByte(color[2], 255.0f) << 16);
}

/// The four colours that the two-bit codes of a block select, without alpha. `opaque`: both inner colours are on the
/// line between the references; else the third is half way and the last is black.
std::array<uint32_t, 4> colorPalette(const std::byte* block, bool opaque) {
    const Rgb first = fromRgb565(loadValue<uint16_t>(block));
    const Rgb second = fromRgb565(loadValue<uint16_t>(block + 2));
    Rgb third{};
    Rgb fourth{};
    for (size_t c = 0; c < first.size(); c++) {
        if (opaque) {
            third[c] = (2.0f * first[c] + second[c]) / 3.0f;
            fourth[c] = (first[c] + 2.0f * second[c]) / 3.0f;
        } else {
            third[c] = (first[c] + second[c]) * 0.5f;
        }
    }
    return {packRgb(first), packRgb(second), packRgb(third), packRgb(fourth)};
}

bool hasFourColors(const std::byte* block) { return loadValue<uint16_t>(block) > loadValue<uint16_t>(block + 2); }

/// The eight values that three-bit codes select between two references (S3TC alpha, LATC).
std::array<float, 8> valuePalette(float first, float second) {
    std::array<float, 8> values = {first, second};
    if (first > second) {
        for (uint32_t n = 1; n <= 6; n++) {
            const auto weight = static_cast<float>(n);
            values[n + 1] = ((7.0f - weight) * first + weight * second) / 7.0f;
        }
    } else {
        for (uint32_t n = 1; n <= 4; n++) {
            const auto weight = static_cast<float>(n);
            values[n + 1] = ((5.0f - weight) * first + weight * second) / 5.0f;
        }
        values[6] = 0.0f;
        values[7] = 1.0f;
    }
    return values;
}

uint64_t threeBitCodes(const std::byte* block) { return loadValue<uint64_t>(block) >> 16; }

void decompressDxt(TextureCompression compression, const std::byte* block, std::byte* texels) {
    std::array<uint32_t, kTexels> out;
    if (loadValue<uint32_t>(block) == kUninitializedMemory) {
        out.fill(0xffffffffu);
        std::memcpy(texels, out.data(), sizeof out);
        return;
    }
    const bool dxt1 = compression == TextureCompression::Dxt1Rgb || compression == TextureCompression::Dxt1Rgba;
    const std::byte* color = dxt1 ? block : block + 8;
    std::array<uint32_t, 4> palette = colorPalette(color, !dxt1 || hasFourColors(color));
    if (dxt1) {
        for (uint32_t& entry : palette) {
            entry |= 0xff000000u;
        }
        if (compression == TextureCompression::Dxt1Rgba && !hasFourColors(color)) {
            palette[3] = 0;
        }
    }
    const auto colorCodes = loadValue<uint32_t>(color + 4);
    for (uint32_t n = 0; n < kTexels; n++) {
        out[kMortonPosition[n]] = palette[(colorCodes >> (2 * n)) & 3u];
    }
    if (compression == TextureCompression::Dxt3Rgba) {
        const auto alphas = loadValue<uint64_t>(block);
        for (uint32_t n = 0; n < kTexels; n++) {
            const float alpha = static_cast<float>((alphas >> (4 * n)) & 0xfu) * (1.0f / 15.0f);
            out[kMortonPosition[n]] |= toByte(alpha, 255.0f) << 24;
        }
    } else if (compression == TextureCompression::Dxt5Rgba) {
        const std::array<float, 8> values =
            valuePalette(static_cast<float>(loadValue<uint8_t>(block)) * (1.0f / 255.0f),
                         static_cast<float>(loadValue<uint8_t>(block + 1)) * (1.0f / 255.0f));
        const uint64_t codes = threeBitCodes(block);
        for (uint32_t n = 0; n < kTexels; n++) {
            out[kMortonPosition[n]] |= toByte(values[(codes >> (3 * n)) & 7u], 255.0f) << 24;
        }
    }
    std::memcpy(texels, out.data(), sizeof out);
}

/// How a LATC block's references become numbers and its values bytes.
struct LatcScale {
    bool signedReferences;
    float referenceScale;
    float byteScale;
};

LatcScale latcScale(TextureCompression compression) {
    switch (compression) {
        case TextureCompression::Latc1Signed:
            return {true, 1.0f / 127.0f, 127.0f};
        case TextureCompression::Latc2Signed:
            return {false, 1.0f / 127.0f, 255.0f};
        default:
            return {false, 1.0f / 255.0f, 255.0f};
    }
}

/// Decompresses one component into every `stride`-th byte.
void decompressLatcComponent(const LatcScale& scale, const std::byte* block, std::byte* texels, uint32_t stride) {
    const auto reference = [&](std::byte byte) {
        const auto value = static_cast<uint8_t>(byte);
        return (scale.signedReferences ? static_cast<float>(static_cast<int8_t>(value)) : static_cast<float>(value)) *
               scale.referenceScale;
    };
    const std::array<float, 8> values = valuePalette(reference(block[0]), reference(block[1]));
    std::array<std::byte, 8> bytes;
    for (size_t n = 0; n < values.size(); n++) {
        bytes[n] = static_cast<std::byte>(toByte(values[n], scale.byteScale));
    }
    const uint64_t codes = threeBitCodes(block);
    for (uint32_t n = 0; n < kTexels; n++) {
        texels[size_t{kMortonPosition[n]} * stride] = bytes[(codes >> (3 * n)) & 7u];
    }
}

void decompressEtc(TextureCompression compression, std::span<const std::byte> block, std::byte* texels) {
    const bool hasAlpha = compression == TextureCompression::Etc2Rgba;
    const EtcAlpha mode =
        compression == TextureCompression::Etc2RgbPunchThrough ? EtcAlpha::PunchThrough : EtcAlpha::Opaque;
    const auto colors = decompressEtcColor(block.subspan(hasAlpha ? 8 : 0).first<8>(), mode);
    const auto alphas = hasAlpha ? decompressEacAlpha(block.first<8>()) : std::array<uint8_t, kEtcTexels>{};
    std::array<uint32_t, kTexels> out;
    for (uint32_t n = 0; n < kTexels; n++) {
        out[kMortonPosition[n]] = hasAlpha ? (colors[n] & 0xffffffu) | uint32_t{alphas[n]} << 24 : colors[n];
    }
    std::memcpy(texels, out.data(), sizeof out);
}

/// Decompresses one component of 11 bits into every `stride`-th number of 16 bits.
void decompressEacComponent(bool isSigned, std::span<const std::byte, 8> block, std::byte* texels, uint32_t stride) {
    const auto values = decompressEac11(block, isSigned);
    for (uint32_t n = 0; n < kTexels; n++) {
        std::memcpy(texels + size_t{kMortonPosition[n]} * stride * sizeof values[n], &values[n], sizeof values[n]);
    }
}

}  // namespace

CompressionInfo compressionInfo(TextureCompression compression) {
    switch (compression) {
        case TextureCompression::None:
            break;
        case TextureCompression::Dxt1Rgb:
        case TextureCompression::Dxt1Rgba:
            return {8, 64, 3, Format::Rgba8888};
        case TextureCompression::Dxt3Rgba:
        case TextureCompression::Dxt5Rgba:
            return {16, 64, 2, Format::Rgba8888};
        case TextureCompression::Latc1:
            return {8, 16, 1, Format::Luminance8};
        case TextureCompression::Latc1Signed:
            return {8, 16, 1, Format::Luminance8Signed};
        case TextureCompression::Latc2:
            return {16, 32, 1, Format::Luminance8Alpha8};
        case TextureCompression::Latc2Signed:
            return {16, 32, 1, Format::Luminance8Alpha8Signed};
        case TextureCompression::Etc2Rgb:
        case TextureCompression::Etc2RgbPunchThrough:
            return {8, 64, 3, Format::R8G8B8A8Unorm};
        case TextureCompression::Etc2Rgba:
            return {16, 64, 2, Format::R8G8B8A8Unorm};
        case TextureCompression::EacR11:
            return {8, 32, 2, Format::R16Uint};
        case TextureCompression::EacR11Signed:
            return {8, 32, 2, Format::R16Sint};
        case TextureCompression::EacRg11:
            return {16, 64, 2, Format::R16G16Uint};
        case TextureCompression::EacRg11Signed:
            return {16, 64, 2, Format::R16G16Sint};
    }
    return {};
}

void decompressBlock(TextureCompression compression, std::span<const std::byte> block, std::span<std::byte> texels) {
    const CompressionInfo info = compressionInfo(compression);
    if (compression == TextureCompression::None || block.size() < info.blockBytes ||
        texels.size() < info.decompressedBytes) {
        return;
    }
    switch (compression) {
        case TextureCompression::Latc1:
        case TextureCompression::Latc1Signed:
            decompressLatcComponent(latcScale(compression), block.data(), texels.data(), 1);
            break;
        case TextureCompression::Latc2:
        case TextureCompression::Latc2Signed:
            decompressLatcComponent(latcScale(compression), block.data(), texels.data(), 2);
            decompressLatcComponent(latcScale(compression), block.data() + 8, texels.data() + 1, 2);
            break;
        case TextureCompression::Etc2Rgb:
        case TextureCompression::Etc2RgbPunchThrough:
        case TextureCompression::Etc2Rgba:
            decompressEtc(compression, block, texels.data());
            break;
        case TextureCompression::EacR11:
        case TextureCompression::EacR11Signed:
            decompressEacComponent(compression == TextureCompression::EacR11Signed, block.first<8>(), texels.data(), 1);
            break;
        case TextureCompression::EacRg11:
        case TextureCompression::EacRg11Signed: {
            const bool isSigned = compression == TextureCompression::EacRg11Signed;
            decompressEacComponent(isSigned, block.first<8>(), texels.data(), 2);
            decompressEacComponent(isSigned, block.subspan(8).first<8>(), texels.data() + 2, 2);
            break;
        }
        default:
            decompressDxt(compression, block.data(), texels.data());
            break;
    }
}

}  // namespace cyclorama::func
