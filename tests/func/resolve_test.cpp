// SPDX-License-Identifier: MIT
#include "func/output/resolve.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "func/output/pixel_resolver.h"

namespace cyclorama::func {
namespace {

using PixelBytes = std::vector<uint8_t>;

template <typename T>
void put(PixelBytes& buffer, size_t offset, T value) {
    std::memcpy(buffer.data() + offset, &value, sizeof value);
}

Picture frame(const PixelBytes& buffer, const PixelLayout& layout, Format format, RowOrder rows = RowOrder::BottomFirst,
              AlphaOutput alpha = AlphaOutput::Opaque) {
    return readFrame(std::as_bytes(std::span(buffer)), layout, format, rows, alpha);
}

TEST(Resolve, PutsTheTopRowFirst) {
    const PixelLayout layout(PixelLayoutParameters{.width = 3, .height = 2});
    PixelBytes buffer(layout.bufferSize());
    for (uint32_t y = 0; y < 2; ++y) {
        for (uint32_t x = 0; x < 3; ++x) put(buffer, layout.offset(x, y), 0x40302000u + y * 16 + x);
    }
    const Picture bottomFirst = frame(buffer, layout, Format::Rgba8888);
    EXPECT_EQ(bottomFirst.width, 3u);
    EXPECT_EQ(bottomFirst.height, 2u);
    EXPECT_EQ(bottomFirst.rgba, (PixelBytes{0x10, 0x20, 0x30, 255, 0x11, 0x20, 0x30, 255, 0x12, 0x20, 0x30, 255,
                                            0x00, 0x20, 0x30, 255, 0x01, 0x20, 0x30, 255, 0x02, 0x20, 0x30, 255}));
    const Picture topFirst = frame(buffer, layout, Format::Rgba8888, RowOrder::TopFirst, AlphaOutput::Stored);
    EXPECT_EQ(topFirst.rgba[0], 0x00);
    EXPECT_EQ(topFirst.rgba[3], 0x40);
}

/// A picture of 4 x 2 pixels with four samples, of which the upper row has equal samples: buffer byte i is
/// 7 i + 13 (i / 16). Computed by ATTILA's DAC (2015 snapshot), writeColorBuffer.
TEST(Resolve, ResolvesSamplesAsAttilaDoes) {
    const PixelLayout layout(PixelLayoutParameters{.width = 4, .height = 2, .samples = 4});
    PixelBytes buffer(layout.bufferSize());
    for (size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<uint8_t>(i * 7 + (i >> 4) * 13);
    for (uint32_t x = 0; x < 4; ++x) {
        uint8_t* pixel = buffer.data() + layout.offset(x, 1);
        for (uint32_t s = 1; s < 4; ++s) std::memcpy(pixel + 4 * s, pixel, 4);
    }
    EXPECT_EQ(frame(buffer, layout, Format::Rgba8888).rgba,
              (PixelBytes{250, 1,  8,  255, 119, 126, 133, 255, 238, 245, 252, 255, 107, 114, 121, 255,
                          53,  59, 65, 255, 170, 177, 184, 255, 135, 140, 55,  255, 158, 165, 172, 255}));
}

TEST(Resolve, ShowsFormatsOfTheExactConversion) {
    const PixelLayout layout(PixelLayoutParameters{.width = 256, .height = 1});
    PixelBytes buffer(layout.bufferSize());
    for (uint32_t x = 0; x < 256; ++x) put(buffer, layout.offset(x, 0), 0xff0010u * 0x100 + x);
    const Picture shown = frame(buffer, layout, Format::B8G8R8A8Unorm);
    for (uint32_t x = 0; x < 256; ++x) {
        EXPECT_EQ(shown.rgba[x * 4], 0x00) << x;
        EXPECT_EQ(shown.rgba[x * 4 + 1], 0x10) << x;
        EXPECT_EQ(shown.rgba[x * 4 + 2], x);
    }
}

/// As resolve engines make it: a mean in linear space would be truncated to 10.
TEST(Resolve, ShowsTheRoundedMeanOfFormatsOfTheExactConversion) {
    const PixelResolver resolver(Format::B8G8R8A8Unorm);
    const std::array<uint32_t, 8> samples{0x80140a0a, 0x80140a0a, 0x80140a0a, 0x80140a0d, 1, 2, 3, 3};
    std::array<uint8_t, 8> shown{};
    resolver.show(std::as_bytes(std::span(samples)).data(), 2, 4, shown.data());
    EXPECT_EQ(shown, (std::array<uint8_t, 8>{0x14, 0x0a, 11, 0x80, 0, 0, 2, 0}));
}

/// Values of 8 bits are shown unchanged, with one sample and with several that are equal.
TEST(Resolve, ShowsEveryEightBitValue) {
    for (uint32_t samples : {1u, 2u, 8u}) {
        const PixelLayout layout(PixelLayoutParameters{.width = 256, .height = 1, .samples = samples});
        PixelBytes buffer(layout.bufferSize());
        for (uint32_t x = 0; x < 256; ++x) {
            std::memset(buffer.data() + layout.offset(x, 0), static_cast<int>(x), layout.pixelBytes());
        }
        const Picture picture = frame(buffer, layout, Format::Rgba8888, RowOrder::TopFirst, AlphaOutput::Stored);
        for (uint32_t i = 0; i < picture.rgba.size(); ++i) ASSERT_EQ(picture.rgba[i], i / 4) << samples;
    }
}

TEST(Resolve, ConvertsFloatsWithoutTheirMissingComponents) {
    const PixelLayout layout(PixelLayoutParameters{.width = 3, .height = 1});
    PixelBytes buffer(layout.bufferSize());
    put(buffer, layout.offset(0, 0), 0.5f);
    put(buffer, layout.offset(1, 0), 7.0f);
    put(buffer, layout.offset(2, 0), NAN);
    EXPECT_EQ(frame(buffer, layout, Format::R32Float).rgba, (PixelBytes{127, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255}));
    put(buffer, layout.offset(0, 0), 0x3c003800u);  // halves 0.5 and 1
    EXPECT_EQ(frame(buffer, layout, Format::Rg16Float, RowOrder::TopFirst, AlphaOutput::Stored).rgba[1], 255);
    EXPECT_EQ(frame(buffer, layout, Format::Rg16Float, RowOrder::TopFirst, AlphaOutput::Stored).rgba[3], 0);
}

TEST(Resolve, ConvertsSixteenBits) {
    const PixelLayout layout(PixelLayoutParameters{.width = 2, .height = 1, .bytesPerSample = 8});
    PixelBytes buffer(layout.bufferSize());
    put(buffer, layout.offset(0, 0), uint64_t{0x0000'ffff'8000'00ff});
    put(buffer, layout.offset(1, 0), uint64_t{0x3800'4000'3c00'b800});  // halves -0.5, 1, 2, 0.5
    EXPECT_EQ(frame(buffer, layout, Format::Rgba16).rgba[0], 0);
    EXPECT_EQ(frame(buffer, layout, Format::Rgba16).rgba[1], 127);
    EXPECT_EQ(frame(buffer, layout, Format::Rgba16).rgba[2], 255);
    const Picture halves = frame(buffer, layout, Format::Rgba16Float, RowOrder::TopFirst, AlphaOutput::Stored);
    EXPECT_EQ(PixelBytes(halves.rgba.begin() + 4, halves.rgba.end()), (PixelBytes{0, 255, 255, 127}));
}

TEST(Resolve, ShowsDepthAndStencil) {
    const PixelLayout layout(PixelLayoutParameters{.width = 1, .height = 2});
    PixelBytes buffer(layout.bufferSize());
    put(buffer, layout.offset(0, 0), 0x99123456u);
    const Picture picture = readDepth(std::as_bytes(std::span(buffer)), layout, RowOrder::BottomFirst);
    EXPECT_EQ(picture.rgba, (PixelBytes{0, 0, 0, 255, 0x12, 0x34, 0x56, 255}));
    put(buffer, layout.offset(0, 0), 0xb7123456u);
    const Picture stencil = readStencil(std::as_bytes(std::span(buffer)), layout, RowOrder::TopFirst);
    EXPECT_EQ(stencil.rgba, (PixelBytes{0xb7, 0xb0, 0x70, 255, 0, 0, 0, 255}));
}

}  // namespace
}  // namespace cyclorama::func
