// SPDX-License-Identifier: MIT
// Decoding of texels and blocks. Origin: the fields of each format from ATTILA's TextureEmulator (convertFormat);
// values worked by hand as quotients; blocks by the S3TC and LATC extension texts, with ATTILA's truncation to bytes.

#include "func/texture/texture_format.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "func/formats/srgb.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_conversion.h"
#include "func/texture/texture_layout.h"
#include "func/texture/texture_quad_texels.h"

namespace cyclorama::func {
namespace {

struct FormatCase {
    Format format;
    uint32_t bytes;
    uint64_t low;  // the texel as a number
    Vec4 color;
    uint64_t high = 0;
};

const FormatCase kCases[] = {
    {Format::Alpha8, 1, 0x33, {0, 0, 0, 51 / 255.0f}},
    {Format::Alpha12, 2, 0xf800, {0, 0, 0, 2048 / 4095.0f}},
    {Format::Alpha16, 2, 0x8000, {0, 0, 0, 32768 / 65535.0f}},
    {Format::Depth16, 2, 0xffff, {1, 1, 1, 1}},
    {Format::Depth24, 4, 0xaa800000, {8388608 / 16777215.0f, 8388608 / 16777215.0f, 8388608 / 16777215.0f, 1}},
    {Format::Depth32, 4, 0x80000000, {0.5f, 0.5f, 0.5f, 1}},
    {Format::Luminance8, 1, 0x80, {128 / 255.0f, 128 / 255.0f, 128 / 255.0f, 1}},
    {Format::Luminance8Signed, 1, 0x80, {-128 / 127.0f, -128 / 127.0f, -128 / 127.0f, 1}},
    {Format::Luminance12, 2, 0xf001, {1 / 4095.0f, 0, 0, 0}},
    {Format::Luminance16, 2, 0x0100, {256 / 65535.0f, 0, 0, 0}},
    {Format::Luminance4Alpha4, 1, 0x5a, {5 / 15.0f, 0, 0, 10 / 15.0f}},
    {Format::Luminance6Alpha2, 1, 0x82, {32 / 63.0f, 0, 0, 2 / 3.0f}},
    {Format::Luminance8Alpha8, 2, 0x4020, {32 / 255.0f, 32 / 255.0f, 32 / 255.0f, 64 / 255.0f}},
    {Format::Luminance8Alpha8Signed, 2, 0xff7f, {1, 1, 1, -1 / 127.0f}},
    {Format::Luminance12Alpha4, 2, 0x8003, {2048 / 4095.0f, 0, 0, 3 / 15.0f}},
    {Format::Luminance12Alpha12, 4, 0xff800001, {2048 / 4095.0f, 0, 0, 1 / 4095.0f}},
    {Format::Luminance16Alpha16, 4, 0x00020001, {1 / 65535.0f, 0, 0, 2 / 65535.0f}},
    {Format::Intensity8, 1, 0xff, {1, 1, 1, 1}},
    {Format::Intensity12, 2, 0x0800, {2048 / 4095.0f, 2048 / 4095.0f, 2048 / 4095.0f, 2048 / 4095.0f}},
    {Format::Intensity16, 2, 0x0003, {3 / 65535.0f, 3 / 65535.0f, 3 / 65535.0f, 3 / 65535.0f}},
    {Format::Rgb332, 1, 0xb1, {5 / 7.0f, 6 / 7.0f, 1 / 3.0f, 1}},
    {Format::Rgb444, 2, 0xf123, {1 / 15.0f, 2 / 15.0f, 3 / 15.0f, 1}},
    {Format::Rgb555, 2, 0x8443, {1 / 31.0f, 2 / 31.0f, 3 / 31.0f, 1}},
    {Format::Rgb565, 2, 0xffe0, {1, 63 / 31.0f, 0, 1}},
    {Format::Rgb888, 4, 0xff030201, {1 / 255.0f, 2 / 255.0f, 3 / 255.0f, 1}},
    {Format::Rgb101010, 4, 0xc0100803, {1 / 1023.0f, 2 / 1023.0f, 3 / 1023.0f, 1}},
    {Format::Rgb121212, 4, 0x80001002, {128 / 4095.0f, 1 / 4095.0f, 2 / 4095.0f, 1}},
    {Format::Rgba2222, 1, 0x1b, {0, 1 / 3.0f, 2 / 3.0f, 1}},
    {Format::Rgba4444, 2, 0x3412, {1 / 15.0f, 2 / 15.0f, 3 / 15.0f, 4 / 15.0f}},
    {Format::Rgba5551, 2, 0x0887, {1 / 31.0f, 2 / 31.0f, 3 / 31.0f, 1}},
    {Format::Rgba8888, 4, 0x04030201, {1 / 255.0f, 2 / 255.0f, 3 / 255.0f, 4 / 255.0f}},
    {Format::Rgba1010102, 4, 0x0040200e, {1 / 1023.0f, 2 / 1023.0f, 3 / 1023.0f, 2 / 3.0f}},
    {Format::R16, 2, 0x1234, {4660 / 65535.0f, 0, 0, 1}},
    {Format::Rg16, 4, 0x00020001, {1 / 65535.0f, 2 / 65535.0f, 0, 1}},
    {Format::Rgba16, 8, 0x0004000300020001, {1 / 65535.0f, 2 / 65535.0f, 3 / 65535.0f, 4 / 65535.0f}},
    {Format::R16Float, 2, 0x3c00, {1, 0, 0, 1}},
    {Format::Rg16Float, 4, 0xc0003800, {0.5f, -2, 0, 1}},
    {Format::Rgba16Float, 8, 0x4400420040003c00, {1, 2, 3, 4}},
    {Format::R32Float, 4, 0x3e800000, {0.25f, 0, 0, 1}},
    {Format::Rg32Float, 8, 0xbf8000003e800000, {0.25f, -1, 0, 1}},
    {Format::Rgba32Float, 16, 0xbf8000003e800000, {0.25f, -1, 8, 0.5f}, 0x3f00000041000000},
};

std::array<std::byte, kMaxTexelBytes> bytesOf(const FormatCase& test) {
    std::array<std::byte, kMaxTexelBytes> bytes;
    std::memcpy(bytes.data(), &test.low, 8);
    std::memcpy(bytes.data() + 8, &test.high, 8);
    return bytes;
}

TEST(TextureFormat, DecodesEachFormat) {
    // ATTILA's formats; the formats after them are in func/texture/surface_texel.h.
    constexpr size_t kAttilaFormats = static_cast<size_t>(Format::Rgba32Float) + 1;
    std::vector<bool> seen(kAttilaFormats);
    for (const FormatCase& test : kCases) {
        SCOPED_TRACE("format " + std::to_string(static_cast<int>(test.format)));
        seen[static_cast<size_t>(test.format)] = true;
        EXPECT_EQ(texelBytes(test.format), test.bytes);
        const Vec4 color = decodeTexel(test.format, bytesOf(test).data());
        for (size_t c = 0; c < 4; c++) {
            EXPECT_EQ(color[c], test.color[c]) << "component " << c;
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), static_cast<std::ptrdiff_t>(kAttilaFormats));
}

TEST(TextureFormat, DividesBytesExactlyInVectors) {
    for (int32_t byte = 0; byte < 256; byte++) {
        ASSERT_EQ(byteFraction(splat(byte))[0], static_cast<float>(byte) / 255.0f);
    }
}

TEST(TextureConversion, ExchangesAndReversesComponents) {
    TextureState state;
    const Vec4 rgba = {0.1f, 0.2f, 0.3f, 0.4f};
    state.d3d9ColorOrder = true;
    EXPECT_EQ(convertTexel(state, rgba, 0), (Vec4{0.3f, 0.2f, 0.1f, 0.4f}));
    state.reverse = true;
    EXPECT_EQ(convertTexel(state, rgba, 0), (Vec4{0.4f, 0.1f, 0.2f, 0.3f}));
    state.d3d9ColorOrder = false;
    EXPECT_EQ(convertTexel(state, rgba, 0), (Vec4{0.4f, 0.3f, 0.2f, 0.1f}));
}

TEST(TextureConversion, TakesAllButAlphaFromSrgbAfterReordering) {
    TextureState state;
    state.srgb = true;
    state.reverse = true;
    const Vec4 color = convertTexel(state, {0.25f, 0.5f, 0.75f, 1.0f}, 0);
    EXPECT_EQ(color, (Vec4{1.0f, linearFromSrgb(0.75f), linearFromSrgb(0.5f), 0.25f}));
}

TEST(TextureConversion, ComparesTexelWithReference) {
    struct Case {
        CompareFunction function;
        float below, equal, above;  // for a texel below, equal to and above the reference
    };
    constexpr Case kComparisons[] = {
        {CompareFunction::Never, 0, 0, 0},   {CompareFunction::Always, 1, 1, 1},
        {CompareFunction::Less, 1, 0, 0},    {CompareFunction::LessEqual, 1, 1, 0},
        {CompareFunction::Equal, 0, 1, 0},   {CompareFunction::GreaterEqual, 0, 1, 1},
        {CompareFunction::Greater, 0, 0, 1}, {CompareFunction::NotEqual, 1, 0, 1},
    };
    for (const Case& test : kComparisons) {
        SCOPED_TRACE(static_cast<int>(test.function));
        EXPECT_EQ(compareTexel(test.function, 0.5f, 0.25f), test.below);
        EXPECT_EQ(compareTexel(test.function, 0.5f, 0.5f), test.equal);
        EXPECT_EQ(compareTexel(test.function, 0.5f, 0.75f), test.above);
        const float unordered = compareTexel(test.function, 0.5f, std::numeric_limits<float>::quiet_NaN());
        EXPECT_EQ(unordered, test.function == CompareFunction::Always || test.function == CompareFunction::NotEqual);
    }
}

template <class Texel>
std::vector<Texel> decompress(TextureCompression compression, const std::vector<uint8_t>& block) {
    std::vector<std::byte> bytes(compressionInfo(compression).decompressedBytes);
    decompressBlock(compression, std::as_bytes(std::span(block)), bytes);
    std::vector<Texel> texels(16);
    EXPECT_EQ(sizeof(Texel) * 16, bytes.size());
    std::memcpy(texels.data(), bytes.data(), bytes.size());
    return texels;
}

uint32_t at(uint32_t x, uint32_t y) { return mortonOrder(x, y); }

// References: red 31 and blue 31. Inner colours by thirds: (2 * 1 + 0) / 3 * 255 = 170, 85.
TEST(TextureCompression, Dxt1InterpolatesByThirds) {
    for (const auto compression : {TextureCompression::Dxt1Rgb, TextureCompression::Dxt1Rgba}) {
        const auto texels = decompress<uint32_t>(compression, {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0x00, 0x00, 0xff});
        EXPECT_EQ(texels[at(0, 0)], 0xff0000ffu);
        EXPECT_EQ(texels[at(1, 0)], 0xffff0000u);
        EXPECT_EQ(texels[at(2, 0)], 0xff5500aau);
        EXPECT_EQ(texels[at(3, 0)], 0xffaa0055u);
        EXPECT_EQ(texels[at(2, 1)], 0xff0000ffu);
        EXPECT_EQ(texels[at(1, 3)], 0xffaa0055u);
    }
}

// The first reference is not above the second: half way (0.5 * 255 = 127 truncated), and black or transparent.
TEST(TextureCompression, Dxt1HasAHalfAndANothing) {
    const std::vector<uint8_t> block = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0x00, 0x00, 0x00};
    const auto rgb = decompress<uint32_t>(TextureCompression::Dxt1Rgb, block);
    const auto rgba = decompress<uint32_t>(TextureCompression::Dxt1Rgba, block);
    EXPECT_EQ(rgb[at(2, 0)], 0xff7f007fu);
    EXPECT_EQ(rgb[at(3, 0)], 0xff000000u);
    EXPECT_EQ(rgba[at(2, 0)], 0xff7f007fu);
    EXPECT_EQ(rgba[at(3, 0)], 0x00000000u);
}

// Alpha is four bits: 1 / 15 * 255 = 17. The colours have four values whatever their order.
TEST(TextureCompression, Dxt3HasExplicitAlpha) {
    const auto texels = decompress<uint32_t>(TextureCompression::Dxt3Rgba,
                                             {0x10, 0x32, 0, 0, 0, 0, 0, 0xf0, 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0});
    EXPECT_EQ(texels[at(0, 0)], 0x00ff0000u);
    EXPECT_EQ(texels[at(1, 0)], 0x110000ffu);
    EXPECT_EQ(texels[at(2, 0)], 0x22aa0055u);
    EXPECT_EQ(texels[at(3, 0)], 0x335500aau);
    EXPECT_EQ(texels[at(3, 3)], 0xffff0000u);
}

// References 0xff and 0x00: steps of sevenths, (7 - n) / 7 * 255 truncated.
TEST(TextureCompression, Dxt5InterpolatesAlphaBySevenths) {
    const auto texels = decompress<uint32_t>(TextureCompression::Dxt5Rgba,
                                             {0xff, 0x00, 0x88, 0xc6, 0xfa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    constexpr uint32_t kAlpha[] = {255, 0, 218, 182, 145, 109, 72, 36};
    for (uint32_t n = 0; n < 8; n++) {
        EXPECT_EQ(texels[at(n % 4, n / 4)], kAlpha[n] << 24) << n;
    }
}

// References 0x00 and 0xff, rising: steps of fifths, then 0 and 1.
TEST(TextureCompression, LatcInterpolatesByFifths) {
    const auto texels = decompress<uint8_t>(TextureCompression::Latc1, {0x00, 0xff, 0x88, 0xc6, 0xfa, 0, 0, 0});
    constexpr uint8_t kValue[] = {0, 255, 51, 102, 153, 204, 0, 255};
    for (uint32_t n = 0; n < 8; n++) {
        EXPECT_EQ(texels[at(n % 4, n / 4)], kValue[n]) << n;
    }
}

// -127 and 127 in bytes of two's complement.
TEST(TextureCompression, SignedLatc1TakesSignedReferences) {
    const auto texels = decompress<int8_t>(TextureCompression::Latc1Signed, {0x81, 0x7f, 0x88, 0xc6, 0xfa, 0, 0, 0});
    constexpr int8_t kValue[] = {-127, 127, -76, -25, 25, 76, 0, 127};
    for (uint32_t n = 0; n < 8; n++) {
        EXPECT_EQ(texels[at(n % 4, n / 4)], kValue[n]) << n;
    }
}

TEST(TextureCompression, Latc2HasTwoComponents) {
    const auto texels = decompress<uint16_t>(TextureCompression::Latc2, {0x40, 0x20, 0x08, 0, 0, 0, 0, 0,  //
                                                                         0x10, 0x80, 0x01, 0, 0, 0, 0, 0});
    EXPECT_EQ(texels[at(0, 0)], 0x8040);
    EXPECT_EQ(texels[at(1, 0)], 0x1020);
    EXPECT_EQ(texels[at(2, 0)], 0x1040);
}

// Unsigned references over 127, times 255, modulo 256: 0x80 gives 257.0 -> 1; 0x7f gives 255.
TEST(TextureCompression, SignedLatc2TakesUnsignedReferences) {
    const auto texels = decompress<uint16_t>(TextureCompression::Latc2Signed, {0x80, 0x7f, 0x08, 0, 0, 0, 0, 0,  //
                                                                               0x7f, 0x00, 0, 0, 0, 0, 0, 0});
    EXPECT_EQ(texels[at(0, 0)], 0xff01);
    EXPECT_EQ(texels[at(1, 0)], 0xffff);
}

TEST(TextureCompression, ShowsUninitializedMemoryWhite) {
    for (const auto compression : {TextureCompression::Dxt1Rgb, TextureCompression::Dxt1Rgba,
                                   TextureCompression::Dxt3Rgba, TextureCompression::Dxt5Rgba}) {
        std::vector<uint8_t> block(compressionInfo(compression).blockBytes);
        const uint32_t pattern = 0xdeadcafe;
        std::memcpy(block.data(), &pattern, 4);
        for (const uint32_t texel : decompress<uint32_t>(compression, block)) {
            EXPECT_EQ(texel, 0xffffffffu);
        }
    }
}

}  // namespace
}  // namespace cyclorama::func
