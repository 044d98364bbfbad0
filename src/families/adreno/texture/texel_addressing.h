// SPDX-License-Identifier: MIT
#pragma once
// Texels that a coordinate selects along an axis, and the texels behind the edges of a cube's face.

#include <array>
#include <cmath>
#include <cstdint>

#include "families/adreno/texture/lane_geometry.h"

namespace cyclorama::adreno {

/// A texel beyond the edge, which has the border's colour.
inline constexpr int32_t kOutside = -1;

/// Number of a texel, whatever its coordinate, after wrapping.
int32_t wrappedTexel(TextureWrap wrap, int32_t texel, int32_t size);

/// Texels around a coordinate, before wrapping, and the second one's share in 256ths.
struct AxisTexels {
    int32_t first = 0;
    uint32_t share = 0;
};

/// A coordinate in texels. Normalized ones are brought near 0 where the image repeats, to keep their fractions.
float scaledCoordinate(TextureWrap wrap, float coordinate, uint32_t size, bool normalized);

/// A coordinate that is too large, or not a number, as one that 32 bits hold.
inline float boundedCoordinate(float coordinate) {
    constexpr float kLimit = 4194304.0f;
    return coordinate >= -kLimit ? std::fmin(coordinate, kLimit) : -kLimit;
}

inline int32_t nearestTexel(float coordinate) {
    return static_cast<int32_t>(std::floor(boundedCoordinate(coordinate)));
}

inline AxisTexels linearTexels(float coordinate) {
    const auto fixed = static_cast<int32_t>(std::floor(boundedCoordinate(coordinate) * 256.0f + 0.5f)) - 128;
    return {fixed >> 8, static_cast<uint32_t>(fixed & 255)};
}

/// A texel of a cube.
struct CubeTexel {
    uint32_t face = 0;
    int32_t x = 0;
    int32_t y = 0;
};

/// The texel of a neighbouring face that lies one step beyond an edge. Beyond two edges there is none: the texel inside
/// of both.
CubeTexel seamlessTexel(const CubeTexel& texel, int32_t size);

}  // namespace cyclorama::adreno
