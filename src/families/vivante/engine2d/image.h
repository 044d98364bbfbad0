// SPDX-License-Identifier: MIT
#pragma once
// Images as the 2D engine (DE) sees them: formats, orders of channels, planes, and images that are turned (etna_viv:
// rnndb/state_2d.xml, doc/2d.md).
//
// Coordinates are pixels from the upper left corner of an image as the engine sees it. A turned image is stored in
// another way; both may be negative. A pixel is A8R8G8B8 in a word; of YUV it may be the word 255, Y, U, V.

#include <array>
#include <cstdint>
#include <optional>

#include "mem/address_space.h"

namespace cyclorama::vivante::engine2d {

using Argb = uint32_t;

constexpr uint32_t alphaOf(Argb pixel) { return pixel >> 24; }
/// 0 is blue, 3 is alpha.
constexpr uint32_t channel(Argb pixel, uint32_t index) { return pixel >> (8 * index) & 0xff; }
constexpr Argb argb(uint32_t alpha, uint32_t red, uint32_t green, uint32_t blue) {
    return alpha << 24 | red << 16 | green << 8 | blue;
}

/// DE_FORMAT.
enum class PixelFormat : uint8_t {
    X4R4G4B4 = 0,
    A4R4G4B4 = 1,
    X1R5G5B5 = 2,
    A1R5G5B5 = 3,
    R5G6B5 = 4,
    X8R8G8B8 = 5,
    A8R8G8B8 = 6,
    Yuy2 = 7,
    Uyvy = 8,
    Index8 = 9,
    Monochrome = 10,
    Yv12 = 15,
    A8 = 16,
    Nv12 = 17,
    Nv16 = 18
};

/// True of formats of luma and differences of colour.
bool isYuv(PixelFormat format);
/// Bits of a pixel in the first plane.
uint32_t pixelBits(PixelFormat format);

/// DE_SWIZZLE: the channels from the highest bits down are ARGB, RGBA, ABGR, BGRA.
enum class ChannelOrder : uint8_t { RedAfterAlpha = 0, RedFirst = 1, BlueAfterAlpha = 2, BlueFirst = 3 };

/// DE_ROT_MODE. Turned90 is a quarter to the left: what is stored at the upper right is seen at the upper left
/// (xf86-video-armada: etnaviv_render.c, picture_transform).
enum class Orientation : uint8_t {
    Upright = 0,
    FlippedX = 1,
    FlippedY = 2,
    Turned90 = 4,
    Turned180 = 5,
    Turned270 = 6
};

enum class YuvStandard : uint8_t { Bt601 = 0, Bt709 = 1 };

struct Point {
    int32_t x = 0;
    int32_t y = 0;
    bool operator==(const Point&) const = default;
};

/// Without its right column and its lower row.
struct Rectangle {
    int32_t left = 0;
    int32_t top = 0;
    int32_t right = 0;
    int32_t bottom = 0;

    int32_t width() const { return right - left; }
    int32_t height() const { return bottom - top; }
    bool empty() const { return right <= left || bottom <= top; }
    bool contains(Point p) const { return p.x >= left && p.x < right && p.y >= top && p.y < bottom; }
};
Rectangle common(const Rectangle& a, const Rectangle& b);

struct Image {
    struct Plane {
        uint32_t address = 0;
        /// Bytes from row to row.
        uint32_t stride = 0;
    };

    PixelFormat format = PixelFormat::A8R8G8B8;
    ChannelOrder order = ChannelOrder::RedAfterAlpha;
    /// The second and third hold differences of colour, where a format has more than one; two in one plane are
    /// interleaved, blue first.
    std::array<Plane, 3> planes{};
    Orientation orientation = Orientation::Upright;
    /// Size of the image as it is stored, in pixels, for images that are turned.
    int32_t width = 0;
    int32_t height = 0;
    YuvStandard standard = YuvStandard::Bt601;
    /// Blue and red differences have changed places.
    bool swapsDifferences = false;
};

/// The place where a pixel is stored.
Point stored(const Image& image, Point seen);
/// The places where those of a rectangle, not an empty one, are stored.
Rectangle stored(const Image& image, const Rectangle& seen);

/// Y, U, V in 16 to 235 and 16 to 240 as a colour, in the integers of the GC320's manual (etna_viv: doc/2d.md).
Argb rgbOfYuv(Argb yuv, YuvStandard standard);

/// The channels of a word of a format that has colours in one plane.
class Packing {
  public:
    Packing(PixelFormat format, ChannelOrder order);

    /// Unused bits are the alpha value; formats without any have 255.
    Argb unpack(uint32_t raw) const;
    /// Bits beyond a channel's are cut off.
    uint32_t pack(Argb pixel) const;
    /// False where alpha is no part of the format, though it may have bits for it.
    bool hasAlpha() const { return hasAlpha_; }

  private:
    struct Channel {
        uint8_t bits = 0;
        uint8_t shift = 0;
    };
    std::array<Channel, 4> channels_{};  // blue first
    bool hasAlpha_ = false;
};

/// Calls `visit(address, bytes)` for each piece of memory that the pixel stored at `place` takes. Addresses may lie
/// outside of 32 bits.
template <typename Visit>
void forEachPiece(const Image& image, Point place, const Visit& visit) {
    const auto at = [&](uint32_t plane, int32_t row, int64_t byte) {
        return static_cast<int64_t>(image.planes[plane].address) + int64_t{row} * image.planes[plane].stride + byte;
    };
    const uint32_t bits = pixelBits(image.format);
    switch (image.format) {
        case PixelFormat::Yuy2:
        case PixelFormat::Uyvy:
            visit(at(0, place.y, int64_t{place.x >> 1} * 4), 4u);
            break;
        case PixelFormat::Monochrome:
            visit(at(0, place.y, place.x >> 3), 1u);
            break;
        case PixelFormat::Yv12:
            visit(at(0, place.y, place.x), 1u);
            visit(at(1, place.y >> 1, place.x >> 1), 1u);
            visit(at(2, place.y >> 1, place.x >> 1), 1u);
            break;
        case PixelFormat::Nv12:
        case PixelFormat::Nv16:
            visit(at(0, place.y, place.x), 1u);
            visit(at(1, image.format == PixelFormat::Nv12 ? place.y >> 1 : place.y, int64_t{place.x >> 1} * 2), 2u);
            break;
        default:
            visit(at(0, place.y, int64_t{place.x} * (bits / 8)), bits / 8);
            break;
    }
}

}  // namespace cyclorama::vivante::engine2d
