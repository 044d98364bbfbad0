// SPDX-License-Identifier: MIT
#include "func/output/dither.h"

#include <gtest/gtest.h>

#include "func/layout/pixel_layout.h"
#include "func/output/color_write.h"

namespace cyclorama::func {
namespace {

// The matrix that drivers write (Mesa: etna_blend_state_create).
constexpr DitherMatrix kDriverMatrix{0x6e4ca280, 0x5d7f91b3};

TEST(Dither, TheDriversMatrixIsOrdered) {
    // Each threshold once: of a half that is lost, exactly half of the pixels are rounded up.
    for (uint32_t sixteenth = 0; sixteenth < 16; ++sixteenth) {
        const float value = (7.0f + static_cast<float>(sixteenth) / 16.0f) / 31.0f;
        uint32_t up = 0;
        for (uint32_t y = 0; y < 4; ++y)
            for (uint32_t x = 0; x < 4; ++x)
                if (dither(kDriverMatrix, x, y, 5, value) > 7.5f / 31.0f) ++up;
        EXPECT_EQ(up, sixteenth);
    }
    // Neighbours differ: the first row starts with the smallest threshold and one of the larger half.
    EXPECT_GT(dither(kDriverMatrix, 0, 0, 5, 7.25f / 31.0f), 7.5f / 31.0f);
    EXPECT_LT(dither(kDriverMatrix, 1, 0, 5, 7.25f / 31.0f), 7.5f / 31.0f);
}

TEST(Dither, ColoursThatTheFormatHasStayAsTheyAre) {
    for (uint32_t value = 0; value < 64; ++value)
        for (uint32_t cell = 0; cell < 16; ++cell) {
            const float fraction = static_cast<float>(value) / 63.0f;
            EXPECT_EQ(dither(kDriverMatrix, cell % 4, cell / 4, 6, fraction), fraction) << value;
        }
    EXPECT_EQ(dither(kDriverMatrix, 1, 2, 4, -3.0f), 0.0f);
    EXPECT_EQ(dither(kDriverMatrix, 1, 2, 4, 3.0f), 1.0f);
}

/// Red of a quad of 5 6 5 bits at (x, y), all fragments a grey of 7.25 / 31.
std::array<uint32_t, 4> redOfQuad(const DitherMatrix& matrix, uint32_t x, uint32_t y, Format format) {
    const PixelLayout rows(TiledLayoutParameters{
        .tiling = Tiling::Linear, .width = 2, .height = 2, .stride = 4, .samples = 1, .bytesPerSample = 2});
    const ColorWriter writer({.format = format, .conversion = ColorConversion::Exact, .ditherMatrix = matrix},
                             rows.quad());
    std::array<uint16_t, 4> quad{};
    const std::array<float, 4> grey{7.25f / 31, 7.25f / 31, 7.25f / 31, 7.25f / 31};
    const uint32_t offset = 0;
    const uint32_t coverage = 15;
    const uint8_t quadrant = ditherQuadrant(x, y);
    writer.write(std::as_writable_bytes(std::span(quad)),
                 {.offsets = {&offset, 1},
                  .coverage = {&coverage, 1},
                  .color = {grey.data(), grey.data(), grey.data(), grey.data()},
                  .quadrants = {&quadrant, 1}});
    return {uint32_t{quad[0]} >> 11, uint32_t{quad[1]} >> 11, uint32_t{quad[2]} >> 11, uint32_t{quad[3]} >> 11};
}

TEST(Dither, WritersDitherByThePlaceOfThePixel) {
    using Red = std::array<uint32_t, 4>;
    // Thresholds of the quadrants: 0 8 12 4, 2 10 14 6, 3 11 15 7, 1 9 13 5. A quarter is lost: four of 16 go up.
    EXPECT_EQ(redOfQuad(kDriverMatrix, 0, 0, Format::B5G6R5Unorm), (Red{8, 7, 7, 7}));
    EXPECT_EQ(redOfQuad(kDriverMatrix, 2, 0, Format::B5G6R5Unorm), (Red{8, 7, 7, 7}));
    EXPECT_EQ(redOfQuad(kDriverMatrix, 64, 2, Format::B5G6R5Unorm), (Red{8, 7, 7, 7}));
    EXPECT_EQ(redOfQuad(kDriverMatrix, 66, 6, Format::B5G6R5Unorm), (Red{8, 7, 7, 7}));
    EXPECT_EQ(redOfQuad(kNoDithering, 0, 0, Format::B5G6R5Unorm), (Red{7, 7, 7, 7}));
}

TEST(Dither, FormatsOfEightBitsAreNotDithered) {
    const auto writer = [](Format format) {
        return ColorWriter({.format = format, .conversion = ColorConversion::Exact, .ditherMatrix = kDriverMatrix});
    };
    EXPECT_TRUE(writer(Format::B5G6R5Unorm).dithers());
    EXPECT_TRUE(writer(Format::B4G4R4A4Unorm).dithers());
    EXPECT_FALSE(writer(Format::B8G8R8A8Unorm).dithers());
    EXPECT_FALSE(writer(Format::R8Unorm).dithers());
    EXPECT_FALSE(writer(Format::R10G10B10A2Unorm).dithers());
    EXPECT_FALSE(writer(Format::Rgba16Float).dithers());
}

}  // namespace
}  // namespace cyclorama::func
