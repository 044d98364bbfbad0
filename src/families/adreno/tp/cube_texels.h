// SPDX-License-Identifier: MIT
#pragma once
// Texels beyond the edges of a cube's face.

#include <cstdint>

#include "families/adreno/tp/lane_geometry.h"
#include "func/texture/texel_axis.h"

namespace cyclorama::adreno {

/// A texel of a cube.
struct CubeTexel {
    uint32_t face = 0;
    int32_t x = 0;
    int32_t y = 0;
};

/// The texel of a neighbouring face one step beyond an edge. Beyond two edges, where no texel is, the one inside
/// of both.
CubeTexel seamlessTexel(const CubeTexel& texel, int32_t size);

}  // namespace cyclorama::adreno
