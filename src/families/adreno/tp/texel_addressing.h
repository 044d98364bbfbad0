// SPDX-License-Identifier: MIT
#pragma once
// Texels that a coordinate selects along an axis, and the texels beyond the edges of a cube's face.

#include <array>
#include <cstdint>

#include "families/adreno/tp/lane_geometry.h"

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

inline constexpr float kCoordinateLimit = 4194304.0f;

/// A coordinate that is too large, or not a number, as one that 32 bits hold.
inline float boundedCoordinate(float coordinate) {
    const float above = coordinate >= -kCoordinateLimit ? coordinate : -kCoordinateLimit;
    return above < kCoordinateLimit ? above : kCoordinateLimit;
}

/// Requires what boundedCoordinate() gives, or 256 times as much.
inline int32_t wholePart(float coordinate) {
    const auto truncated = static_cast<int32_t>(coordinate);
    return truncated - (coordinate < static_cast<float>(truncated) ? 1 : 0);
}

/// A coordinate in texels, bounded. Normalized ones are brought near 0 where the image repeats, to keep their
/// fractions.
inline float scaledCoordinate(TextureWrap wrap, float coordinate, uint32_t size, bool normalized) {
    coordinate = boundedCoordinate(coordinate);
    if (!normalized) return coordinate;
    if (wrap == TextureWrap::Repeat) coordinate -= static_cast<float>(wholePart(coordinate));
    if (wrap == TextureWrap::MirrorRepeat) coordinate -= 2.0f * static_cast<float>(wholePart(coordinate * 0.5f));
    return boundedCoordinate(coordinate * static_cast<float>(size));
}

// Both take what scaledCoordinate() gives.
inline int32_t nearestTexel(float coordinate) { return wholePart(coordinate); }
inline AxisTexels linearTexels(float coordinate) {
    const int32_t fixed = wholePart(coordinate * 256.0f + 0.5f) - 128;
    return {fixed >> 8, static_cast<uint32_t>(fixed & 255)};
}

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
