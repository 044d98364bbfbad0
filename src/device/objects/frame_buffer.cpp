// SPDX-License-Identifier: MIT
#include "device/objects/frame_buffer.h"

#include <drm_fourcc.h>

#include <algorithm>
#include <cstring>

namespace cyclorama::device {
namespace {

constexpr ScanoutFormat kFormats[] = {
    {DRM_FORMAT_XRGB8888, 4, {16, 8}, {8, 8}, {0, 8}},        {DRM_FORMAT_ARGB8888, 4, {16, 8}, {8, 8}, {0, 8}},
    {DRM_FORMAT_XBGR8888, 4, {0, 8}, {8, 8}, {16, 8}},        {DRM_FORMAT_ABGR8888, 4, {0, 8}, {8, 8}, {16, 8}},
    {DRM_FORMAT_RGBX8888, 4, {24, 8}, {16, 8}, {8, 8}},       {DRM_FORMAT_RGBA8888, 4, {24, 8}, {16, 8}, {8, 8}},
    {DRM_FORMAT_BGRX8888, 4, {8, 8}, {16, 8}, {24, 8}},       {DRM_FORMAT_BGRA8888, 4, {8, 8}, {16, 8}, {24, 8}},
    {DRM_FORMAT_XRGB2101010, 4, {20, 10}, {10, 10}, {0, 10}}, {DRM_FORMAT_ARGB2101010, 4, {20, 10}, {10, 10}, {0, 10}},
    {DRM_FORMAT_RGB888, 3, {16, 8}, {8, 8}, {0, 8}},          {DRM_FORMAT_BGR888, 3, {0, 8}, {8, 8}, {16, 8}},
    {DRM_FORMAT_RGB565, 2, {11, 5}, {5, 6}, {0, 5}},          {DRM_FORMAT_BGR565, 2, {0, 5}, {5, 6}, {11, 5}},
    {DRM_FORMAT_XRGB1555, 2, {10, 5}, {5, 5}, {0, 5}},        {DRM_FORMAT_ARGB1555, 2, {10, 5}, {5, 5}, {0, 5}},
    {DRM_FORMAT_XBGR1555, 2, {0, 5}, {5, 5}, {10, 5}},        {DRM_FORMAT_ABGR1555, 2, {0, 5}, {5, 5}, {10, 5}},
    {DRM_FORMAT_RGBX5551, 2, {11, 5}, {6, 5}, {1, 5}},        {DRM_FORMAT_RGBA5551, 2, {11, 5}, {6, 5}, {1, 5}},
    {DRM_FORMAT_BGRX5551, 2, {1, 5}, {6, 5}, {11, 5}},        {DRM_FORMAT_BGRA5551, 2, {1, 5}, {6, 5}, {11, 5}},
    {DRM_FORMAT_XRGB4444, 2, {8, 4}, {4, 4}, {0, 4}},         {DRM_FORMAT_ARGB4444, 2, {8, 4}, {4, 4}, {0, 4}},
    {DRM_FORMAT_XBGR4444, 2, {0, 4}, {4, 4}, {8, 4}},         {DRM_FORMAT_ABGR4444, 2, {0, 4}, {4, 4}, {8, 4}},
    {DRM_FORMAT_RGBX4444, 2, {12, 4}, {8, 4}, {4, 4}},        {DRM_FORMAT_RGBA4444, 2, {12, 4}, {8, 4}, {4, 4}},
    {DRM_FORMAT_BGRX4444, 2, {4, 4}, {8, 4}, {12, 4}},        {DRM_FORMAT_BGRA4444, 2, {4, 4}, {8, 4}, {12, 4}},
};

/// A field as 8 bits: the nearest value, so that all ones are 255.
uint8_t component(uint32_t word, ScanoutFormat::Field field) {
    const uint32_t most = (1u << field.bits) - 1;
    const uint32_t value = word >> field.shift & most;
    return static_cast<uint8_t>((value * 255 + most / 2) / most);
}

bool hasByteFields(const ScanoutFormat& format) {
    return format.bytes == 4 && format.red.bits == 8 && format.green.bits == 8 && format.blue.bits == 8;
}

void captureRow(const ScanoutFormat& format, const std::byte* from, uint8_t* to, uint32_t pixels) {
    if (hasByteFields(format)) {
        for (uint32_t i = 0; i < pixels; ++i, from += 4, to += 4) {
            to[0] = static_cast<uint8_t>(from[format.red.shift / 8]);
            to[1] = static_cast<uint8_t>(from[format.green.shift / 8]);
            to[2] = static_cast<uint8_t>(from[format.blue.shift / 8]);
        }
        return;
    }
    for (uint32_t i = 0; i < pixels; ++i) {
        uint32_t word = 0;
        std::memcpy(&word, from + size_t{i} * format.bytes, format.bytes);
        uint8_t* const pixel = to + size_t{4} * i;
        pixel[0] = component(word, format.red);
        pixel[1] = component(word, format.green);
        pixel[2] = component(word, format.blue);
    }
}

}  // namespace

const ScanoutFormat* findScanoutFormat(uint32_t fourcc) {
    const auto* found = std::ranges::find(kFormats, fourcc, &ScanoutFormat::fourcc);
    return found == std::end(kFormats) ? nullptr : found;
}

uint32_t fourccOf(uint32_t bitsPerPixel, uint32_t depth) {
    if (bitsPerPixel == 16 && depth == 15) return DRM_FORMAT_XRGB1555;
    if (bitsPerPixel == 16 && depth == 16) return DRM_FORMAT_RGB565;
    if (bitsPerPixel == 32 && depth == 24) return DRM_FORMAT_XRGB8888;
    if (bitsPerPixel == 32 && depth == 30) return DRM_FORMAT_XRGB2101010;
    if (bitsPerPixel == 32 && depth == 32) return DRM_FORMAT_ARGB8888;
    return 0;
}

func::Picture capture(const Scanout& scanout) {
    func::Picture picture{.width = scanout.screenWidth,
                          .height = scanout.screenHeight,
                          .rgba = std::vector<uint8_t>(size_t{4} * scanout.screenWidth * scanout.screenHeight)};
    for (size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
    const FrameBuffer& source = *scanout.source;
    const MappedView view(source.buffer->memory(), source.buffer->bytes());
    const std::span<const std::byte> bytes = view.bytes();
    const int64_t firstX = std::max<int64_t>(scanout.x, 0);
    const int64_t endX = std::min<int64_t>(int64_t{scanout.x} + scanout.width, scanout.screenWidth);
    const int64_t firstY = std::max<int64_t>(scanout.y, 0);
    const int64_t endY = std::min<int64_t>(int64_t{scanout.y} + scanout.height, scanout.screenHeight);
    if (firstX >= endX || bytes.empty()) return picture;
    const uint32_t pixels = static_cast<uint32_t>(endX - firstX);
    for (int64_t y = firstY; y < endY; ++y) {
        const uint64_t row = scanout.sourceY + static_cast<uint64_t>(y - scanout.y);
        const uint64_t column = scanout.sourceX + static_cast<uint64_t>(firstX - scanout.x);
        const uint64_t from = source.offset + row * source.pitch + column * source.format->bytes;
        // The frame buffer was checked against the buffer when it was made.
        if (from + uint64_t{pixels} * source.format->bytes > bytes.size()) break;
        captureRow(*source.format, bytes.data() + from,
                   picture.rgba.data() + 4 * (static_cast<uint64_t>(y) * picture.width + static_cast<uint64_t>(firstX)),
                   pixels);
    }
    return picture;
}

}  // namespace cyclorama::device
