// SPDX-License-Identifier: MIT
#include "func/formats/block_format.h"

#include <algorithm>

#include "func/formats/block_codecs.h"
#include "func/formats/etc_compression.h"
#include "func/formats/float_formats.h"
#include "func/formats/srgb.h"

namespace cyclorama::func {

namespace {

constexpr size_t kSquare = 16;
using ByteTexels = std::array<ByteTexel, kSquare>;
using Values = std::array<float, kSquare>;

const std::array<float, 256>& linearOfByte() {
    static const std::array<float, 256> kTable = [] {
        std::array<float, 256> table{};
        for (size_t i = 0; i < table.size(); ++i) table[i] = exactLinearFromSrgb(static_cast<float>(i) / 255.0f);
        return table;
    }();
    return kTable;
}

BlockTexel wordsOfBytes(const ByteTexel& bytes, bool srgb) {
    BlockTexel texel{};
    for (size_t c = 0; c < texel.size(); ++c) {
        texel[c] = blockFloat(srgb && c < 3 ? linearOfByte()[bytes[c]] : static_cast<float>(bytes[c]) / 255.0f);
    }
    return texel;
}

/// Red, green and blue of 5, 6 and 5 bits, from the highest bits down.
std::array<int, 3> colorOf565(uint32_t bits) {
    const int red = static_cast<int>(bits >> 11 & 31);
    const int green = static_cast<int>(bits >> 5 & 63);
    const int blue = static_cast<int>(bits & 31);
    return {red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2};
}

/// The colours of BC1, BC2 and BC3. Only the first has blocks of three colours and a transparent black.
ByteTexels bcColors(uint64_t block, bool threeColors) {
    const auto low = static_cast<uint32_t>(block & 0xffff);
    const auto high = static_cast<uint32_t>(block >> 16 & 0xffff);
    const std::array<int, 3> first = colorOf565(low);
    const std::array<int, 3> second = colorOf565(high);
    const bool transparent = threeColors && low <= high;
    std::array<ByteTexel, 4> palette{};
    for (size_t c = 0; c < 3; ++c) {
        const int a = first[c];
        const int b = second[c];
        palette[0][c] = static_cast<uint8_t>(a);
        palette[1][c] = static_cast<uint8_t>(b);
        palette[2][c] = static_cast<uint8_t>(transparent ? (a + b) / 2 : (2 * a + b + 1) / 3);
        palette[3][c] = static_cast<uint8_t>(transparent ? 0 : (a + 2 * b + 1) / 3);
    }
    for (size_t i = 0; i < palette.size(); ++i) palette[i][3] = transparent && i == 3 ? 0 : 255;
    ByteTexels texels;
    for (size_t i = 0; i < texels.size(); ++i) texels[i] = palette[block >> (32 + 2 * i) & 3];
    return texels;
}

/// A component of BC3, BC4 and BC5: from 0 or -1 to 1.
Values bcComponent(uint64_t block, bool isSigned) {
    const float scale = isSigned ? 127.0f : 255.0f;
    const auto reference = [&](unsigned shift) {
        const auto byte = static_cast<uint8_t>(block >> shift);
        return isSigned ? static_cast<float>(std::max<int>(static_cast<int8_t>(byte), -127)) : static_cast<float>(byte);
    };
    const float first = reference(0);
    const float second = reference(8);
    const bool eight = isSigned ? static_cast<int8_t>(block) > static_cast<int8_t>(block >> 8)
                                : static_cast<uint8_t>(block) > static_cast<uint8_t>(block >> 8);
    std::array<float, 8> palette = {first / scale, second / scale};
    const unsigned steps = eight ? 7 : 5;
    for (unsigned i = 1; i < steps; ++i) {
        const auto along = static_cast<float>(i);
        const auto all = static_cast<float>(steps);
        palette[i + 1] = ((all - along) * first + along * second) / (all * scale);
    }
    if (!eight) {
        palette[6] = isSigned ? -1.0f : 0.0f;
        palette[7] = 1.0f;
    }
    Values values{};
    for (size_t i = 0; i < values.size(); ++i) values[i] = palette[block >> (16 + 3 * i) & 7];
    return values;
}

Values eacComponent(std::span<const std::byte, 8> block, bool isSigned) {
    const std::array<int16_t, kEtcTexels> bits = decompressEac11(block, isSigned);
    Values values{};
    for (size_t i = 0; i < values.size(); ++i) values[i] = eacFraction(bits[i], isSigned);
    return values;
}

void writeBytes(const ByteTexels& bytes, bool srgb, std::span<BlockTexel> texels) {
    for (size_t i = 0; i < bytes.size(); ++i) texels[i] = wordsOfBytes(bytes[i], srgb);
}

/// One component, or two; the others as if they were lacking.
void writeComponents(const Values& red, const Values* green, std::span<BlockTexel> texels) {
    for (size_t i = 0; i < red.size(); ++i) {
        texels[i] = {blockFloat(red[i]), blockFloat(green != nullptr ? (*green)[i] : 0.0f), 0, blockFloat(1.0f)};
    }
}

void decodeBc(const BlockFormat& format, const BlockBits& bits, std::span<BlockTexel> texels) {
    if (format.codec == BlockCodec::Bc1) return writeBytes(bcColors(bits.low(), true), format.srgb, texels);
    writeBytes(bcColors(bits.high(), false), format.srgb, texels);
    if (format.codec == BlockCodec::Bc2) {
        for (size_t i = 0; i < kSquare; ++i) {
            texels[i][3] = blockFloat(static_cast<float>(bits.low() >> (4 * i) & 15) / 15.0f);
        }
        return;
    }
    const Values alpha = bcComponent(bits.low(), false);
    for (size_t i = 0; i < kSquare; ++i) texels[i][3] = blockFloat(alpha[i]);
}

void decodeBcComponents(const BlockFormat& format, const BlockBits& bits, std::span<BlockTexel> texels) {
    const bool isSigned = format.codec == BlockCodec::Bc4Signed || format.codec == BlockCodec::Bc5Signed;
    const Values first = bcComponent(bits.low(), isSigned);
    if (format.codec == BlockCodec::Bc4 || format.codec == BlockCodec::Bc4Signed) {
        return writeComponents(first, nullptr, texels);
    }
    const Values second = bcComponent(bits.high(), isSigned);
    writeComponents(first, &second, texels);
}

void decodeEtc(const BlockFormat& format, std::span<const std::byte> block, std::span<BlockTexel> texels) {
    const bool hasAlpha = format.codec == BlockCodec::Etc2Rgba;
    const auto color = std::span<const std::byte, 8>(block.subspan(hasAlpha ? 8 : 0, 8));
    const EtcAlpha mode = format.codec == BlockCodec::Etc2RgbPunchThrough ? EtcAlpha::PunchThrough : EtcAlpha::Opaque;
    const std::array<uint32_t, kEtcTexels> colors = decompressEtcColor(color, mode);
    ByteTexels bytes;
    for (size_t i = 0; i < bytes.size(); ++i) {
        for (size_t c = 0; c < 4; ++c) bytes[i][c] = static_cast<uint8_t>(colors[i] >> (8 * c));
    }
    if (hasAlpha) {
        const std::array<uint8_t, kEtcTexels> alphas =
            decompressEacAlpha(std::span<const std::byte, 8>(block.first(8)));
        for (size_t i = 0; i < bytes.size(); ++i) bytes[i][3] = alphas[i];
    }
    writeBytes(bytes, format.srgb, texels);
}

void decodeEac(const BlockFormat& format, std::span<const std::byte> block, std::span<BlockTexel> texels) {
    const bool isSigned = format.codec == BlockCodec::EacR11Signed || format.codec == BlockCodec::EacRg11Signed;
    const Values first = eacComponent(std::span<const std::byte, 8>(block.first(8)), isSigned);
    if (format.codec == BlockCodec::EacR11 || format.codec == BlockCodec::EacR11Signed) {
        return writeComponents(first, nullptr, texels);
    }
    const Values second = eacComponent(std::span<const std::byte, 8>(block.subspan(8, 8)), isSigned);
    writeComponents(first, &second, texels);
}

void decodeAstcTexels(const BlockFormat& format, const BlockBits& bits, std::span<BlockTexel> texels) {
    std::array<std::array<uint16_t, 4>, kMaxBlockTexels> values;
    const size_t count = size_t{format.width} * format.height;
    decodeAstc(bits, format.width, format.height, format.srgb, std::span(values).first(count));
    for (size_t i = 0; i < count; ++i) {
        if (format.srgb) {
            ByteTexel bytes{};
            for (size_t c = 0; c < 4; ++c) bytes[c] = static_cast<uint8_t>(values[i][c]);
            texels[i] = wordsOfBytes(bytes, true);
            continue;
        }
        // As the specification has it for halves: 65535 is 1, others are over 65536.
        for (size_t c = 0; c < 4; ++c) {
            const uint16_t value = values[i][c];
            texels[i][c] = blockFloat(value == 0xffff ? 1.0f : static_cast<float>(value) / 65536.0f);
        }
    }
}

}  // namespace

void decodeBlock(const BlockFormat& format, std::span<const std::byte> block, std::span<BlockTexel> texels) {
    std::array<std::byte, 16> padded{};
    std::copy_n(block.begin(), std::min<size_t>(format.bytes, padded.size()), padded.begin());
    const BlockBits bits(padded);
    switch (format.codec) {
        case BlockCodec::Bc1:
        case BlockCodec::Bc2:
        case BlockCodec::Bc3:
            return decodeBc(format, bits, texels);
        case BlockCodec::Bc4:
        case BlockCodec::Bc4Signed:
        case BlockCodec::Bc5:
        case BlockCodec::Bc5Signed:
            return decodeBcComponents(format, bits, texels);
        case BlockCodec::Bc6Unsigned:
        case BlockCodec::Bc6Signed:
            return decodeBc6(bits, format.codec == BlockCodec::Bc6Signed, texels);
        case BlockCodec::Bc7: {
            ByteTexels bytes{};
            decodeBc7(bits, bytes);
            return writeBytes(bytes, format.srgb, texels);
        }
        case BlockCodec::Etc2Rgb:
        case BlockCodec::Etc2RgbPunchThrough:
        case BlockCodec::Etc2Rgba:
            return decodeEtc(format, padded, texels);
        case BlockCodec::EacR11:
        case BlockCodec::EacR11Signed:
        case BlockCodec::EacRg11:
        case BlockCodec::EacRg11Signed:
            return decodeEac(format, padded, texels);
        case BlockCodec::Astc:
            return decodeAstcTexels(format, bits, texels);
    }
}

}  // namespace cyclorama::func
