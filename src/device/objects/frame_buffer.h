// SPDX-License-Identifier: MIT
#pragma once
// Buffers with a pixel format that the display can show, and their conversion to a picture.

#include <cstdint>
#include <memory>
#include <span>

#include "device/objects/buffer_object.h"
#include "func/output/resolve.h"

namespace cyclorama::device {

/// A pixel format of the display (DRM fourcc): little-endian words with a field for each component.
struct ScanoutFormat {
    struct Field {
        uint8_t shift;
        uint8_t bits;
    };
    uint32_t fourcc = 0;
    uint8_t bytes = 0;
    Field red{}, green{}, blue{};
};

const ScanoutFormat* findScanoutFormat(uint32_t fourcc);
/// The format that the old way of adding a frame buffer means; 0 for an unknown one (Linux:
/// drm_mode_legacy_fb_format).
uint32_t fourccOf(uint32_t bitsPerPixel, uint32_t depth);

struct FrameBuffer {
    uint32_t id = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t pitch = 0;
    uint32_t offset = 0;
    const ScanoutFormat* format = nullptr;
    std::shared_ptr<BufferObject> buffer{};
};

/// A rectangle of a frame buffer at a place of the screen, of the same size there.
struct Scanout {
    std::shared_ptr<FrameBuffer> source;
    uint32_t sourceX = 0;
    uint32_t sourceY = 0;
    int32_t x = 0;
    int32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t screenWidth = 0;
    uint32_t screenHeight = 0;
};

/// The whole screen, RGBA of 8 bits, rows from the top: black outside of the rectangle. Alpha is opaque throughout.
func::Picture capture(const Scanout& scanout);

}  // namespace cyclorama::device
