// SPDX-License-Identifier: MIT
#pragma once
// Values of the on-chip buffer that holds the largest depth of each block of quads. The depth buffer is the 24-bit one.

#include <cstdint>
#include <optional>

#include "func/raster/raster_quad.h"

namespace cyclorama::func {

inline constexpr uint32_t kHierarchicalZMask = 0x00ffffff;

/// The smallest depth of the quad's fragments in `coverage` (of 4 bits), or, with multisampling, of all its covered
/// samples, even those in fragments that are not in `coverage`.
uint32_t minimumDepth(const Quad& quad, uint32_t coverage, uint32_t samples);

/// True if a quad may pass the depth test against a block; nothing if the compare function cannot be tested so.
std::optional<bool> mayPassDepthTest(CompareFunction function, uint32_t quadMinimum, uint32_t blockMaximum);

/// The blocks that the bytes [offset, offset + size) of a buffer at one byte a sample touch: first and count.
struct HierarchicalZBlocks {
    uint32_t first = 0;
    uint32_t count = 0;
};
HierarchicalZBlocks hierarchicalZBlocks(uint32_t offset, uint32_t size, uint32_t blockSize);

}  // namespace cyclorama::func
