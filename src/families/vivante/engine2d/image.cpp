// SPDX-License-Identifier: MIT
#include "families/vivante/engine2d/image.h"

#include <algorithm>

namespace cyclorama::vivante::engine2d {
namespace {

/// A value of `bits` bits as one of eight.
uint32_t widened(uint32_t value, uint32_t bits) {
    switch (bits) {
        case 1:
            return value * 255;
        case 4:
            return value * 17;
        case 5:
            return value << 3 | value >> 2;
        case 6:
            return value << 2 | value >> 4;
        default:
            return value;
    }
}

uint32_t clamped(int32_t value) { return static_cast<uint32_t>(std::clamp(value, 0, 255)); }

}  // namespace

bool isYuv(PixelFormat format) {
    switch (format) {
        case PixelFormat::Yuy2:
        case PixelFormat::Uyvy:
        case PixelFormat::Yv12:
        case PixelFormat::Nv12:
        case PixelFormat::Nv16:
            return true;
        default:
            return false;
    }
}

uint32_t pixelBits(PixelFormat format) {
    switch (format) {
        case PixelFormat::X8R8G8B8:
        case PixelFormat::A8R8G8B8:
            return 32;
        case PixelFormat::Index8:
        case PixelFormat::A8:
        case PixelFormat::Yv12:
        case PixelFormat::Nv12:
        case PixelFormat::Nv16:
            return 8;
        case PixelFormat::Monochrome:
            return 1;
        default:
            return 16;
    }
}

Rectangle common(const Rectangle& a, const Rectangle& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

Point stored(const Image& image, Point seen) {
    const int32_t lastX = image.width - 1;
    const int32_t lastY = image.height - 1;
    switch (image.orientation) {
        case Orientation::FlippedX:
            return {lastX - seen.x, seen.y};
        case Orientation::FlippedY:
            return {seen.x, lastY - seen.y};
        case Orientation::Turned90:
            return {lastX - seen.y, seen.x};
        case Orientation::Turned180:
            return {lastX - seen.x, lastY - seen.y};
        case Orientation::Turned270:
            return {seen.y, lastY - seen.x};
        case Orientation::Upright:
            break;
    }
    return seen;
}

Rectangle stored(const Image& image, const Rectangle& seen) {
    const Point first = stored(image, Point{seen.left, seen.top});
    const Point last = stored(image, Point{seen.right - 1, seen.bottom - 1});
    return {std::min(first.x, last.x), std::min(first.y, last.y), std::max(first.x, last.x) + 1,
            std::max(first.y, last.y) + 1};
}

Argb rgbOfYuv(Argb yuv, YuvStandard standard) {
    struct Factors {
        int32_t redOfRed, greenOfBlue, greenOfRed, blueOfBlue;
    };
    static constexpr std::array kFactors{Factors{410, 101, 209, 519}, Factors{461, 55, 137, 543}};
    const Factors& f = kFactors[static_cast<size_t>(standard)];
    const int32_t luma = 298 * (std::clamp(static_cast<int32_t>(channel(yuv, 2)), 16, 235) - 16) + 128;
    const int32_t blue = std::clamp(static_cast<int32_t>(channel(yuv, 1)), 16, 240) - 128;
    const int32_t red = std::clamp(static_cast<int32_t>(channel(yuv, 0)), 16, 240) - 128;
    return argb(alphaOf(yuv), clamped((luma + f.redOfRed * red) >> 8),
                clamped((luma - f.greenOfBlue * blue - f.greenOfRed * red) >> 8),
                clamped((luma + f.blueOfBlue * blue) >> 8));
}

Packing::Packing(PixelFormat format, ChannelOrder order) {
    // Bits of alpha, red, green and blue.
    using Widths = std::array<uint8_t, 4>;
    Widths widths{};
    switch (format) {
        case PixelFormat::X4R4G4B4:
        case PixelFormat::A4R4G4B4:
            widths = {4, 4, 4, 4};
            break;
        case PixelFormat::X1R5G5B5:
        case PixelFormat::A1R5G5B5:
            widths = {1, 5, 5, 5};
            break;
        case PixelFormat::R5G6B5:
            widths = {0, 5, 6, 5};
            break;
        case PixelFormat::A8:
            widths = {8, 0, 0, 0};
            break;
        default:
            widths = {8, 8, 8, 8};
            break;
    }
    hasAlpha_ = format == PixelFormat::A4R4G4B4 || format == PixelFormat::A1R5G5B5 || format == PixelFormat::A8R8G8B8 ||
                format == PixelFormat::A8;
    // Channels from the lowest bits up: 0 is blue, 3 alpha.
    static constexpr std::array<std::array<uint8_t, 4>, 4> kOrders{
        {{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 1, 0, 3}, {3, 2, 1, 0}}};
    uint8_t shift = 0;
    for (const uint8_t index : kOrders[static_cast<size_t>(order)]) {
        channels_[index] = {.bits = widths[3u - index], .shift = shift};
        shift = static_cast<uint8_t>(shift + channels_[index].bits);
    }
}

Argb Packing::unpack(uint32_t raw) const {
    Argb pixel = channels_[3].bits == 0 ? 0xff000000 : 0;
    for (uint32_t i = 0; i < channels_.size(); ++i) {
        const Channel& c = channels_[i];
        pixel |= widened(raw >> c.shift & ((1u << c.bits) - 1), c.bits) << (8 * i);
    }
    return pixel;
}

uint32_t Packing::pack(Argb pixel) const {
    uint32_t raw = 0;
    for (uint32_t i = 0; i < channels_.size(); ++i) {
        const Channel& c = channels_[i];
        raw |= channel(pixel, i) >> (8 - c.bits) << c.shift;
    }
    return raw;
}

}  // namespace cyclorama::vivante::engine2d
