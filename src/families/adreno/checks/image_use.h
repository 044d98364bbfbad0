// SPDX-License-Identifier: MIT
#pragma once
// A unit's use of an image in memory, as checks are told of it: with the first draw, binding or move, not by texel.

#include <cstdint>

namespace cyclorama::adreno {

enum class MemoryClient : uint8_t;
class SurfaceView;
class Texture;

struct ImageUse {
    MemoryClient unit{};
    uint64_t address = 0;  ///< of the level's first layer that is used
    uint64_t bytes = 0;    ///< from there on, up to the end of all layers that are used
    bool compressed = false;
    uint64_t flags = 0;  ///< address of the plane of flags; 0: not known
    /// Images are compressed alike that have as many bytes a pixel and tiles of one shape.
    uint32_t pixelBytes = 0;
    bool tallTiles = false;
};

/// From the first layer on.
ImageUse useOf(const SurfaceView& view, MemoryClient unit);
/// The first level, from the first layer on.
ImageUse useOf(const Texture& image, MemoryClient unit);

}  // namespace cyclorama::adreno
