// SPDX-License-Identifier: MIT
// Render targets of OpenGL: each format's bits from known colours and back.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "func/formats/color_format.h"
#include "func/formats/float_formats.h"

namespace cyclorama::func {
namespace {

uint64_t bitsOf(Format format, const Vec4& color) {
    const ColorFormat* conversion = findExactColorFormat(format);
    EXPECT_NE(conversion, nullptr);
    ColorLanes lanes;
    for (size_t c = 0; c < 4; ++c) lanes.component[c][0] = color[c];
    SampleBytes samples{};
    conversion->pack(lanes, 1, samples);
    uint64_t bits = 0;
    std::memcpy(&bits, samples.data.data(), conversion->bytesPerSample);
    return bits;
}

Vec4 colorOf(Format format, uint64_t bits) {
    SampleBytes samples{};
    std::memcpy(samples.data.data(), &bits, sizeof bits);
    ColorLanes lanes;
    findExactColorFormat(format)->unpack(samples, 1, lanes);
    return {lanes.component[0][0], lanes.component[1][0], lanes.component[2][0], lanes.component[3][0]};
}

Vec4 integers(int32_t r, int32_t g, int32_t b, int32_t a) {
    return {std::bit_cast<float>(r), std::bit_cast<float>(g), std::bit_cast<float>(b), std::bit_cast<float>(a)};
}

TEST(ExactColorFormat, FieldsLieWhereTheirNamesSay) {
    const Vec4 color{1.0f, 0.0f, 0.5f, 0.25f};
    EXPECT_EQ(bitsOf(Format::B8G8R8A8Unorm, color), 0x40ff0080u);
    EXPECT_EQ(bitsOf(Format::R8G8B8A8Unorm, color), 0x408000ffu);
    EXPECT_EQ(bitsOf(Format::B8G8R8X8Unorm, color), 0xffff0080u);
    EXPECT_EQ(bitsOf(Format::B5G6R5Unorm, color), 0xf810u);
    EXPECT_EQ(bitsOf(Format::B4G4R4A4Unorm, color), 0x4f08u);
    EXPECT_EQ(bitsOf(Format::B5G5R5A1Unorm, color), 0x7c10u);
    EXPECT_EQ(bitsOf(Format::R10G10B10A2Unorm, color), 0x600003ffu);
    EXPECT_EQ(bitsOf(Format::R8G8Unorm, color), 0x00ffu);
    EXPECT_EQ(bitsOf(Format::R8Unorm, color), 0xffu);
    EXPECT_EQ(bitsOf(Format::Rg16Float, color), 0x00003c00u);
    EXPECT_EQ(bitsOf(Format::R11G11B10Float, {1.0f, 2.0f, 0.5f, 1.0f}), 0x3c0u | 0x400u << 11 | 0x1c0u << 22);
    EXPECT_EQ(bitsOf(Format::R16G16Sint, integers(-2, 70000, 0, 0)), 0x7ffffffeu);
    EXPECT_EQ(bitsOf(Format::R8G8B8A8Uint, integers(1, 300, 3, 255)), 0xff03ff01u);
}

// Every value of 8, 5, 6 and 4 bits comes back, and half a step more or less is rounded to it.
TEST(ExactColorFormat, FractionsAreRoundedToTheNearest) {
    for (uint32_t value = 0; value < 256; ++value) {
        EXPECT_EQ(bitsOf(Format::R8Unorm, colorOf(Format::R8Unorm, value)), value);
        for (const float step : {-0.49f, 0.49f})
            EXPECT_EQ(bitsOf(Format::R8Unorm, {(static_cast<float>(value) + step) / 255.0f, 0, 0, 0}), value);
    }
    for (uint32_t value = 0; value < 65536; value += 37) {
        EXPECT_EQ(bitsOf(Format::B5G6R5Unorm, colorOf(Format::B5G6R5Unorm, value)), value);
        EXPECT_EQ(bitsOf(Format::B4G4R4A4Unorm, colorOf(Format::B4G4R4A4Unorm, value)), value);
        EXPECT_EQ(bitsOf(Format::B5G5R5A1Unorm, colorOf(Format::B5G5R5A1Unorm, value)), value);
    }
    EXPECT_EQ(bitsOf(Format::R8Unorm, {std::numeric_limits<float>::quiet_NaN(), 0, 0, 0}), 0u);
    EXPECT_EQ(colorOf(Format::B8G8R8X8Unorm, 0)[3], 1.0f);
}

TEST(ExactColorFormat, MasksHaveTheBitsOfTheirComponents) {
    EXPECT_EQ(findExactColorFormat(Format::B5G6R5Unorm)->writeBits({.red = false}), 0x07ffu);
    EXPECT_EQ(findExactColorFormat(Format::B8G8R8A8Unorm)->writeBits({.blue = false}), 0xffffff00u);
    EXPECT_EQ(findExactColorFormat(Format::R16G16Uint)->writeBits({.red = false}), 0xffff0000u);
    EXPECT_EQ(findExactColorFormat(Format::B8G8R8X8Unorm)->writeBits({false, false, false, false}), 0u);
}

// IEEE 754, round to nearest even.
TEST(ExactColorFormat, HalvesAreRoundedToTheNearestEven) {
    EXPECT_EQ(nearestHalfFromFloat(1.0f), 0x3c00);
    EXPECT_EQ(nearestHalfFromFloat(1.0f + 0x1p-11f), 0x3c00);
    EXPECT_EQ(nearestHalfFromFloat(1.0f + 3 * 0x1p-11f), 0x3c02);
    EXPECT_EQ(nearestHalfFromFloat(-65504.0f), 0xfbff);
    EXPECT_EQ(nearestHalfFromFloat(65519.0f), 0x7bff);
    EXPECT_EQ(nearestHalfFromFloat(65520.0f), 0x7c00);
    EXPECT_EQ(nearestHalfFromFloat(0x1p-24f), 0x0001);
    EXPECT_EQ(nearestHalfFromFloat(0x1p-25f), 0x0000);
    EXPECT_EQ(nearestHalfFromFloat(0x1.8p-25f), 0x0001);
    EXPECT_EQ(nearestHalfFromFloat(0x1.ffcp-15f), 0x0400);
    EXPECT_EQ(nearestHalfFromFloat(std::numeric_limits<float>::infinity()), 0x7c00);
    for (uint32_t half = 0; half < 0x7c00; ++half)
        ASSERT_EQ(nearestHalfFromFloat(exactFloatFromHalf(static_cast<uint16_t>(half))), half);
}

}  // namespace
}  // namespace cyclorama::func
