// SPDX-License-Identifier: MIT
#pragma once
// Rectangles of images, and those that a draw wrote.

#include <cstdint>
#include <vector>

#include "gpu/pixel_counts.h"

namespace cyclorama::machine {

/// A rectangle of an image in pixels, y from the first row of memory.
struct ImagePart {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    bool operator==(const ImagePart&) const = default;

    bool empty() const { return width == 0 || height == 0; }
};

/// Intersection of two parts; empty if disjoint.
ImagePart common(const ImagePart& a, const ImagePart& b);

/// Tiles in which a draw wrote fragments, as far as they are in a part of the image. Neighbours in a row are one.
std::vector<ImagePart> writtenParts(const gpu::PixelCounts& counts, const ImagePart& within);

}  // namespace cyclorama::machine
