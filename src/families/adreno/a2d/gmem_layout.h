// SPDX-License-Identifier: MIT
#pragma once
// The layout of images in GMEM: the pixels of a bin in rows as long as the bin is wide, the samples of a pixel one
// after the other, and whole layers one after the other. What texture units and the 2D engine see at GMEM's addresses
// is the same (Mesa: vulkan/tu_clear_blit.cc, store_cp_blit; tu_util.cc on the distance of layers).

#include <cstdint>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/surface/surface_view.h"

namespace cyclorama::adreno {

/// The part of an image that GMEM holds at a time: its size in pixels, and the place of its upper left pixel.
struct Bin {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t x = 0;
    uint32_t y = 0;

    bool operator==(const Bin&) const = default;
};

/// An image in GMEM.
struct GmemImage {
    /// Bytes from the start of GMEM.
    uint64_t offset = 0;
    const SurfaceFormat* format = nullptr;
    uint32_t samples = 1;
    uint32_t layers = 1;
};

/// Its pixels' coordinates are those within the bin. Components are in the order of the format, whatever the order in
/// memory is.
inline SurfaceView gmemView(const GmemRange& gmem, const Bin& bin, const GmemImage& image) {
    const uint64_t pixel = image.format == nullptr ? 0 : uint64_t{image.format->bytes} * image.samples;
    return SurfaceView({.address = gmem.base + image.offset,
                        .format = image.format,
                        .tileMode = TileMode::Bin,
                        .width = bin.width,
                        .height = bin.height,
                        .layers = image.layers,
                        .samples = image.samples,
                        .pitch = bin.width * pixel,
                        .layerPitch = bin.width * pixel * bin.height});
}

}  // namespace cyclorama::adreno
