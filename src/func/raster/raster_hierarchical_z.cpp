// SPDX-License-Identifier: MIT
#include "func/raster/raster_hierarchical_z.h"

#include <algorithm>

namespace cyclorama::func {

uint32_t minimumDepth(const Quad& quad, uint32_t coverage, uint32_t samples) {
    uint32_t minimum = kHierarchicalZMask;
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        if (samples <= 1) {
            if ((coverage >> f & 1) != 0) {
                minimum = std::min(minimum, quad.depth[f] & kHierarchicalZMask);
            }
            continue;
        }
        for (uint32_t s = 0; s < samples; ++s) {
            if ((quad.sampleCoverage[f] >> s & 1) != 0) {
                minimum = std::min(minimum, quad.sampleDepth[f][s] & kHierarchicalZMask);
            }
        }
    }
    return minimum;
}

std::optional<bool> mayPassDepthTest(CompareFunction function, uint32_t quadMinimum, uint32_t blockMaximum) {
    switch (function) {
        case CompareFunction::Less:
            return quadMinimum < blockMaximum;
        case CompareFunction::LessEqual:
        case CompareFunction::Equal:
            return quadMinimum <= blockMaximum;
        default:
            return std::nullopt;
    }
}

HierarchicalZBlocks hierarchicalZBlocks(uint32_t offset, uint32_t size, uint32_t blockSize) {
    const uint32_t first = offset / blockSize;
    const uint32_t last = (offset + size - 1) / blockSize;
    return {first, last - first + 1};
}

}  // namespace cyclorama::func
