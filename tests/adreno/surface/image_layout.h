// SPDX-License-Identifier: MIT
#pragma once
// Layout of a whole image, as the drivers allocate it and units expect it: levels, layers, and the flags of UBWC in
// front of the pixels. For each block of pixels, with the sizes of blockOf(), there is a byte of flags.

#include <array>
#include <cstdint>

#include "families/adreno/chip/generation.h"
#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kImageLevels = 15;

struct ImageShape {
    const SurfaceFormat* format = nullptr;
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t depth = 1;
    uint32_t levels = 1;
    uint32_t layers = 1;
    uint32_t samples = 1;
    bool volume = false;
    bool tiled = false;
    bool ubwc = false;
    bool depthStencil = false;  ///< always tiled
    uint64_t pitch = 0;         ///< bytes, of the first level; 0: as small as it can be
    GpuGeneration generation = GpuGeneration::A6xxGen1;
};

struct ImageLevelLayout {
    bool tiled = false;
    uint64_t offset = 0;  ///< bytes; of the first layer or slice
    uint64_t pitch = 0;   ///< bytes
    uint64_t size = 0;    ///< bytes; of a layer or slice
    uint64_t flagOffset = 0;
    uint64_t flagPitch = 0;
    uint64_t flagSize = 0;
};

struct ImageLayout {
    std::array<ImageLevelLayout, kImageLevels> level{};
    bool ubwc = false;
    bool tileAll = false;     ///< narrow levels are tiled too
    uint32_t pitchAlign = 0;  ///< bytes
    uint32_t baseAlign = 0;   ///< bytes
    uint64_t layerSize = 0;   ///< bytes from a layer to the next; of a volume 0
    uint64_t flagLayerSize = 0;
    uint64_t size = 0;
};

/// Pixels of a block of UBWC; none of an image that cannot be compressed.
struct CompressionBlock {
    uint32_t width = 0;
    uint32_t height = 0;
};
CompressionBlock blockOf(const SurfaceFormat& format, uint32_t samples);

/// Requires a format, and sizes and levels that are not 0; levels up to kImageLevels.
ImageLayout layOut(const ImageShape& shape);

}  // namespace cyclorama::adreno
