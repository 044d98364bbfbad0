// SPDX-License-Identifier: MIT
#include "families/vivante/engine2d/image_access.h"

#include <cstring>

namespace cyclorama::vivante::engine2d {
namespace {

/// Bytes of a row of the first plane from column `left` up to column `right`.
std::pair<int64_t, int64_t> rowBytes(PixelFormat format, int32_t left, int32_t right) {
    switch (format) {
        case PixelFormat::Yuy2:
        case PixelFormat::Uyvy:
            return {int64_t{left >> 1} * 4, (int64_t{(right - 1) >> 1} + 1) * 4};
        case PixelFormat::Monochrome:
            return {left >> 3, int64_t{(right - 1) >> 3} + 1};
        default: {
            const int64_t bytes = pixelBits(format) / 8;
            return {left * bytes, right * bytes};
        }
    }
}

}  // namespace

ImageAccess::ImageAccess(const Image& image, const SourceColors& colors, UnusedBits unused)
    : image_(image),
      colors_(colors),
      packing_(image.format, image.order),
      yuv_(engine2d::isYuv(image.format)),
      opaque_(unused == UnusedBits::Opaque && !packing_.hasAlpha()) {}

bool ImageAccess::placePlane(uint32_t plane, int32_t firstRow, int32_t lastRow, int64_t firstByte, int64_t endByte,
                             mem::AddressSpace& memory) {
    const int64_t begin = address(plane, firstRow, firstByte);
    const int64_t end = address(plane, lastRow, endByte);
    if (begin < 0 || end > int64_t{1} << 32) return false;
    const auto span = memory.span(static_cast<uint32_t>(begin), static_cast<uint64_t>(end - begin));
    if (!span) return false;
    bytes_[plane] = {span->data(), begin};
    return true;
}

bool ImageAccess::place(const Rectangle& seen, mem::AddressSpace& memory) {
    const Rectangle area = stored(image_, seen);
    const auto [begin, end] = rowBytes(image_.format, area.left, area.right);
    if (!placePlane(0, area.top, area.bottom - 1, begin, end, memory)) return false;
    const int32_t last = area.bottom - 1;
    const int64_t half = area.left >> 1;
    const int64_t halfEnd = int64_t{(area.right - 1) >> 1} + 1;
    switch (image_.format) {
        case PixelFormat::Yv12:
            return placePlane(1, area.top >> 1, last >> 1, half, halfEnd, memory) &&
                   placePlane(2, area.top >> 1, last >> 1, half, halfEnd, memory);
        case PixelFormat::Nv12:
            return placePlane(1, area.top >> 1, last >> 1, 2 * half, 2 * halfEnd, memory);
        case PixelFormat::Nv16:
            return placePlane(1, area.top, last, 2 * half, 2 * halfEnd, memory);
        default:
            return true;
    }
}

uint32_t ImageAccess::raw(Point place) const {
    const uint32_t bytes = pixelBits(image_.format) / 8;
    uint32_t value = 0;
    std::memcpy(&value, bytes_[0].data + (address(0, place.y, int64_t{place.x} * bytes) - bytes_[0].begin), bytes);
    return value;
}

Argb ImageAccess::colorOf(uint32_t raw) const {
    switch (image_.format) {
        case PixelFormat::Index8:
            return colors_.palette == nullptr ? 0xff000000 : (*colors_.palette)[raw & 0xff];
        case PixelFormat::A8:
            return raw << 24 | (colors_.alphaOnly & 0xffffff);
        default:
            return packing_.unpack(raw) | (opaque_ ? 0xff000000 : 0);
    }
}

Argb ImageAccess::readPair(Point place) const {
    const int64_t pair = address(0, place.y, int64_t{place.x >> 1} * 4);
    const uint32_t lumaFirst = image_.format == PixelFormat::Yuy2 ? 0 : 1;
    const uint32_t luma = bytes_[0].at(pair + lumaFirst + int64_t{2} * (place.x & 1));
    const uint32_t blue = bytes_[0].at(pair + 1 - lumaFirst + (image_.swapsDifferences ? 2 : 0));
    const uint32_t red = bytes_[0].at(pair + 1 - lumaFirst + (image_.swapsDifferences ? 0 : 2));
    return argb(255, luma, blue, red);
}

Argb ImageAccess::readPlanes(Point place) const {
    const uint32_t luma = bytes_[0].at(address(0, place.y, place.x));
    const int32_t row = image_.format == PixelFormat::Nv16 ? place.y : place.y >> 1;
    uint32_t blue = 0;
    uint32_t red = 0;
    if (image_.format == PixelFormat::Yv12) {
        blue = bytes_[1].at(address(1, row, place.x >> 1));
        red = bytes_[2].at(address(2, row, place.x >> 1));
    } else {
        const int64_t pair = address(1, row, int64_t{place.x >> 1} * 2);
        blue = bytes_[1].at(pair);
        red = bytes_[1].at(pair + 1);
    }
    return image_.swapsDifferences ? argb(255, luma, red, blue) : argb(255, luma, blue, red);
}

Argb ImageAccess::readStored(Point seen) const {
    const Point place = stored(image_, seen);
    switch (image_.format) {
        case PixelFormat::Yuy2:
        case PixelFormat::Uyvy:
            return readPair(place);
        case PixelFormat::Yv12:
        case PixelFormat::Nv12:
        case PixelFormat::Nv16:
            return readPlanes(place);
        case PixelFormat::Monochrome: {
            const uint32_t bits = bytes_[0].at(address(0, place.y, place.x >> 3));
            return (bits >> (7 - (place.x & 7)) & 1) != 0 ? colors_.one : colors_.zero;
        }
        default:
            return colorOf(raw(place));
    }
}

void ImageAccess::writePair(Point place, Argb yuv) const {
    const int64_t pair = address(0, place.y, int64_t{place.x >> 1} * 4);
    const uint32_t lumaFirst = image_.format == PixelFormat::Yuy2 ? 0 : 1;
    const auto put = [&](int64_t at, uint32_t value) { bytes_[0].data[at - bytes_[0].begin] = std::byte(value); };
    put(pair + lumaFirst + int64_t{2} * (place.x & 1), channel(yuv, 2));
    if ((place.x & 1) != 0) return;
    put(pair + 1 - lumaFirst + (image_.swapsDifferences ? 2 : 0), channel(yuv, 1));
    put(pair + 1 - lumaFirst + (image_.swapsDifferences ? 0 : 2), channel(yuv, 0));
}

void ImageAccess::write(Point seen, Argb pixel) const {
    const Point place = stored(image_, seen);
    if (yuv_) return writePair(place, pixel);
    const uint32_t bytes = pixelBits(image_.format) / 8;
    const uint32_t value = packing_.pack(pixel);
    std::memcpy(bytes_[0].data + (address(0, place.y, int64_t{place.x} * bytes) - bytes_[0].begin), &value, bytes);
}

bool rowsOverlap(const Image& image, const Rectangle& seen) {
    const Rectangle area = stored(image, seen);
    const auto [begin, end] = rowBytes(image.format, area.left, area.right);
    return area.height() > 1 && end - begin > image.planes[0].stride;
}

}  // namespace cyclorama::vivante::engine2d
