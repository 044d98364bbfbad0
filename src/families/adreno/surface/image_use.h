// SPDX-License-Identifier: MIT
#pragma once
// A unit's use of an image in memory: reported with the first draw, binding or move, not by texel.

#include <cstdint>
#include <functional>
#include <optional>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/surface/surface_view.h"

namespace cyclorama::adreno {

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

/// A place in the caches of colours and of depth (CCU): they find lines by the target's number and layer, too.
struct CachePlace {
    bool depth = false;
    uint32_t target = 0;
    uint32_t layer = 0;

    bool operator==(const CachePlace&) const = default;
};

/// Hears of uses of images. Any thread may call the functions for reads and writes.
class ImageListener {
  public:
    /// The part of an image, a level or layer, that begins at an address.
    using PartAt = std::function<std::optional<ImageUse>(uint64_t address)>;

    virtual ~ImageListener() = default;
    virtual void imageRead(const ImageUse& use) = 0;
    /// All parts between two addresses are read.
    virtual void imageReadInParts(uint64_t first, uint64_t end, const PartAt& partAt) = 0;
    virtual void imageWritten(const ImageUse& use) = 0;
    /// A draw or blit uses an image through a cache. `reads`: it depends on the earlier contents.
    virtual void imageCached(const ImageUse& use, const CachePlace& place, bool reads, bool writes) = 0;
    /// A draw may use layers after the first, `pitch` bytes apart, up to the end of the image.
    virtual void layersCached(const ImageUse& use, const CachePlace& place, uint64_t pitch) = 0;
};

}  // namespace cyclorama::adreno
