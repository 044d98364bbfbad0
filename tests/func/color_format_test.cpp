// SPDX-License-Identifier: MIT
#include "func/formats/color_format.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace cyclorama::func {
namespace {

const std::vector<Format> kTargets = {Format::Rgba8888, Format::Rg16Float, Format::R32Float, Format::Rgba16,
                                      Format::Rgba16Float};

std::vector<uint8_t> packed(Format format, const Vec4& color) {
    std::vector<uint8_t> bytes;
    for (std::byte b : packClearColor(format, color)) bytes.push_back(std::to_integer<uint8_t>(b));
    bytes.resize(findColorFormat(format)->bytesPerSample);
    return bytes;
}

TEST(ColorFormat, KnowsRenderTargetsAlone) {
    for (Format format : kTargets) EXPECT_NE(findColorFormat(format), nullptr);
    EXPECT_EQ(findColorFormat(Format::Depth24), nullptr);
    EXPECT_EQ(findColorFormat(Format::Rgb565), nullptr);
}

TEST(ColorFormat, TruncatesAndClamps) {
    using Bytes = std::vector<uint8_t>;
    EXPECT_EQ(packed(Format::Rgba8888, {0.0f, 1.0f, 0.5f, 0.999f}), (Bytes{0, 255, 127, 254}));
    EXPECT_EQ(packed(Format::Rgba8888, {-1.0f, 2.0f, NAN, INFINITY}), (Bytes{0, 255, 255, 255}));
    EXPECT_EQ(packed(Format::Rgba16, {0.0f, 1.0f, 0.5f, -3.0f}), (Bytes{0, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0}));
    EXPECT_EQ(packed(Format::Rg16Float, {1.0f, -2.0f, 9.0f, 9.0f}), (Bytes{0x00, 0x3c, 0x00, 0xc0}));
    EXPECT_EQ(packed(Format::Rgba16Float, {0.5f, 1.0f, 2.0f, 0.0f}),
              (Bytes{0x00, 0x38, 0x00, 0x3c, 0x00, 0x40, 0x00, 0x00}));
    EXPECT_EQ(packed(Format::R32Float, {1.0f, 5.0f, 5.0f, 5.0f}), (Bytes{0, 0, 0x80, 0x3f}));
}

TEST(ColorFormat, PacksClearColorsOfTheExactConversion) {
    const auto bytes = packClearColor(Format::B8G8R8A8Unorm, {0.0f, 0.2f, 0.999f, 1.0f});
    const std::array<uint8_t, 4> expected{255, 51, 0, 255};
    EXPECT_EQ(std::memcmp(bytes.data(), expected.data(), expected.size()), 0);
}

TEST(ColorFormat, ClampKeepsNegativeZeroAndMakesNanOne) {
    EXPECT_TRUE(std::signbit(clampToUnit(-0.0f)));
    EXPECT_EQ(clampToUnit(NAN), 1.0f);
    EXPECT_EQ(clampToUnit(-INFINITY), 0.0f);
    EXPECT_EQ(clampToUnit(1.0f), 1.0f);
}

TEST(ColorFormat, MissingComponentsReadAsBlackAndOpaque) {
    for (Format format : {Format::Rg16Float, Format::R32Float}) {
        SampleBytes samples{};
        ColorLanes colors;
        findColorFormat(format)->unpack(samples, kColorLanes, colors);
        EXPECT_EQ(colors.component[2][kColorLanes - 1], 0.0f);
        EXPECT_EQ(colors.component[3][kColorLanes - 1], 1.0f);
    }
}

/// Stored values survive a read and a write, but for normalised ones that the product with the reciprocal puts below
/// themselves, which truncation then makes smaller by one.
TEST(ColorFormat, RoundTripLosesAtMostOneStep) {
    for (Format format : kTargets) {
        const ColorFormat& conversion = *findColorFormat(format);
        uint32_t smaller = 0;
        for (uint32_t value = 0; value < 65536; ++value) {
            SampleBytes samples{};
            const bool bytes = format == Format::Rgba8888;
            for (uint32_t i = 0; i < kMaxSampleBytes; ++i) {
                samples.data[i] = static_cast<std::byte>(bytes || i % 2 == 0 ? value : value >> 8);
            }
            const SampleBytes before = samples;
            ColorLanes colors;
            conversion.unpack(samples, 1, colors);
            conversion.pack(colors, 1, samples);
            if (!conversion.normalized) {
                // A half that is not a number comes back as an infinity.
                if (format != Format::R32Float && (value & 0x7c00) == 0x7c00) continue;
                EXPECT_EQ(std::memcmp(before.data.data(), samples.data.data(), conversion.bytesPerSample), 0) << value;
                continue;
            }
            uint16_t after = std::to_integer<uint8_t>(samples.data[0]);
            if (!bytes) std::memcpy(&after, samples.data.data(), sizeof after);
            const uint32_t expected = bytes ? value & 0xff : value;
            EXPECT_TRUE(after == expected || after + 1u == expected) << value;
            smaller += after != expected ? 1 : 0;
        }
        if (conversion.normalized) {
            EXPECT_LT(smaller, 32768u);
        }
    }
}

TEST(ColorFormat, WriteBitsFollowTheComponents) {
    const auto bits = [](Format format, ComponentMask mask) { return findColorFormat(format)->writeBits(mask); };
    const ComponentMask greenAlpha{.red = false, .green = true, .blue = false, .alpha = true};
    EXPECT_EQ(bits(Format::Rgba8888, greenAlpha), 0xff00ff00u);
    EXPECT_EQ(bits(Format::Rg16Float, greenAlpha), 0xffff0000u);
    EXPECT_EQ(bits(Format::R32Float, greenAlpha), 0u);
    EXPECT_EQ(bits(Format::R32Float, {}), 0xffffffffu);
    EXPECT_EQ(bits(Format::Rgba16, greenAlpha), 0xffff0000ffff0000u);
    EXPECT_EQ(bits(Format::Rgba16Float, {}), ~uint64_t{0});
}

TEST(ColorFormat, ComputedNansAreAlike) {
    EXPECT_EQ(std::bit_cast<uint32_t>(unifyNan(NAN)), std::bit_cast<uint32_t>(unifyNan(-NAN)));
    EXPECT_EQ(unifyNan(3.0f), 3.0f);
    EXPECT_EQ(unifyNan(-INFINITY), -INFINITY);
}

}  // namespace
}  // namespace cyclorama::func
