// SPDX-License-Identifier: MIT
#pragma once
// Texels that a coordinate selects along an axis, of filters whose shares have eight fraction bits.

#include <cstdint>

#include "func/lanes/lane_loops.h"

namespace cyclorama::func {

/// Wrapping of texels' numbers, as Vulkan and Direct3D have it.
enum class TexelWrap : uint8_t { Repeat, ClampToEdge, MirrorRepeat, ClampToBorder, MirrorClamp };

/// Units of shares of texels.
inline constexpr float kShareUnit = 256.0f;
inline constexpr float kShareStep = 1.0f / kShareUnit;

/// A texel beyond the edge, which has the border's colour.
inline constexpr int32_t kOutside = -1;

/// Number of a texel beyond an edge after wrapping; kOutside of an image without texels.
int32_t wrappedBeyondEdge(TexelWrap wrap, int32_t texel, int32_t size);
/// Number of a texel, whatever its coordinate, after wrapping.
inline int32_t wrappedTexel(TexelWrap wrap, int32_t texel, int32_t size) {
    const bool inside = static_cast<uint32_t>(texel) < static_cast<uint32_t>(size);
    return inside ? texel : wrappedBeyondEdge(wrap, texel, size);
}

/// Texels around a coordinate, before wrapping, and the second one's share in 256ths.
struct AxisTexels {
    int32_t first = 0;
    uint32_t share = 0;
};

/// Magnitude of coordinates in texels that 32 bits hold with their fractions.
inline constexpr float kTexelLimit = 4194304.0f;

// Without branches, so that the compiler makes vectors of loops over them.

/// A coordinate that is too large, or not a number, as one that 32 bits hold.
[[gnu::always_inline]] inline float boundedCoordinate(float coordinate) {
    const float above = select(flagOf(coordinate >= -kTexelLimit), coordinate, -kTexelLimit);
    return select(flagOf(above < kTexelLimit), above, kTexelLimit);
}

/// Requires what boundedCoordinate() gives, or 256 times as much.
[[gnu::always_inline]] inline int32_t wholePart(float coordinate) {
    const auto truncated = static_cast<int32_t>(coordinate);
    return truncated + static_cast<int32_t>(flagOf(coordinate < static_cast<float>(truncated)));
}

/// A coordinate in texels, bounded, of one that is normalized: it is brought near 0 where the image repeats, to keep
/// its fraction.
template <TexelWrap kWrap>
[[gnu::always_inline]] inline float scaledCoordinate(float coordinate, float size) {
    coordinate = boundedCoordinate(coordinate);
    if constexpr (kWrap == TexelWrap::Repeat) coordinate -= static_cast<float>(wholePart(coordinate));
    if constexpr (kWrap == TexelWrap::MirrorRepeat) {
        coordinate -= 2.0f * static_cast<float>(wholePart(coordinate * 0.5f));
    }
    return boundedCoordinate(coordinate * size);
}
/// Calls `use` with the function from coordinates to bounded ones in texels.
template <typename Use>
[[gnu::always_inline]] inline auto withScaling(TexelWrap wrap, float size, bool normalized, Use use) {
    if (!normalized) return use([](float x) { return boundedCoordinate(x); });
    if (wrap == TexelWrap::Repeat) return use([size](float x) { return scaledCoordinate<TexelWrap::Repeat>(x, size); });
    if (wrap == TexelWrap::MirrorRepeat)
        return use([size](float x) { return scaledCoordinate<TexelWrap::MirrorRepeat>(x, size); });
    return use([size](float x) { return scaledCoordinate<TexelWrap::ClampToEdge>(x, size); });
}

/// Number of the texel at a bounded coordinate, with the second one's share of a linear filter as 8 fraction bits.
template <bool kLinear>
[[gnu::always_inline]] inline int32_t fixedTexel(float coordinate) {
    return kLinear ? wholePart(coordinate * kShareUnit + 0.5f) - 128 : wholePart(coordinate) * 256;
}

// Both take bounded coordinates.
inline int32_t nearestTexel(float coordinate) { return wholePart(coordinate); }
inline AxisTexels linearTexels(float coordinate) {
    const int32_t fixed = fixedTexel<true>(coordinate);
    return {fixed >> 8, static_cast<uint32_t>(fixed & 255)};
}

}  // namespace cyclorama::func
