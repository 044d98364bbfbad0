// SPDX-License-Identifier: MIT
#pragma once
// Faces of cube maps, as OpenGL and Vulkan number them, with s to the right and t downwards on each.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace cyclorama::func {

inline constexpr uint32_t kCubeFaces = 6;
enum class CubeFace : uint8_t { PositiveX, NegativeX, PositiveY, NegativeY, PositiveZ, NegativeZ };

/// Components of a direction that the s and t of a face run along, and the one through its middle, with their signs.
struct CubeFaceAxes {
    std::array<uint8_t, 3> axis{};
    std::array<float, 3> sign{};
};
inline constexpr std::array<CubeFaceAxes, kCubeFaces> kCubeFaceAxes = {{
    {{2, 1, 0}, {-1, -1, 1}},
    {{2, 1, 0}, {1, -1, -1}},
    {{0, 2, 1}, {1, 1, 1}},
    {{0, 2, 1}, {1, -1, -1}},
    {{0, 1, 2}, {1, -1, 1}},
    {{0, 1, 2}, {-1, -1, -1}},
}};
constexpr const CubeFaceAxes& axesOf(CubeFace face) { return kCubeFaceAxes[static_cast<size_t>(face)]; }

/// A place on a face: from 0 to 1 within the face's edges.
struct CubePlace {
    CubeFace face = CubeFace::PositiveX;
    float s = 0.0f;
    float t = 0.0f;
};

/// Place on a face's plane of a direction (x, y, z, and components that are not read): (c / |middle| + 1) / 2.
/// Infinite, or not a number, where the component through the middle is 0.
template <size_t kComponents>
CubePlace dividedPlace(CubeFace face, const std::array<float, kComponents>& direction) {
    const CubeFaceAxes& axes = axesOf(face);
    const float middle = std::fabs(direction[axes.axis[2]]);
    const auto along = [&](size_t i) {
        const float component = direction[axes.axis[i]];
        return ((axes.sign[i] < 0.0f ? -component : component) / middle + 1.0f) * 0.5f;
    };
    return {face, along(0), along(1)};
}

/// A texel of a face; beyond the face's edges where a coordinate is negative, or not below the size.
struct CubeTexel {
    CubeFace face = CubeFace::PositiveX;
    int32_t x = 0;
    int32_t y = 0;

    bool operator==(const CubeTexel&) const = default;
};

/// Direction through the middle of a texel on its face's plane, faces being `size` texels wide and high. Coordinates
/// are below 2^22.
inline std::array<float, 3> directionOf(const CubeTexel& texel, int32_t size) {
    const CubeFaceAxes& axes = axesOf(texel.face);
    const auto along = [size](int32_t place) {
        return (2.0f * static_cast<float>(place) + 1.0f) / static_cast<float>(size) - 1.0f;
    };
    std::array<float, 3> direction{};
    direction[axes.axis[0]] = axes.sign[0] * along(texel.x);
    direction[axes.axis[1]] = axes.sign[1] * along(texel.y);
    direction[axes.axis[2]] = axes.sign[2];
    return direction;
}

/// The texel of another face in the direction of one beyond an edge. `placeOf` gives the CubePlace of a direction, as
/// the sampler selects faces and projects on them.
template <typename PlaceOf>
CubeTexel neighbourTexel(const CubeTexel& texel, int32_t size, PlaceOf placeOf) {
    const CubePlace place = placeOf(directionOf(texel, size));
    const auto number = [size](float coordinate) {
        return std::clamp(static_cast<int32_t>(coordinate * static_cast<float>(size)), 0, size - 1);
    };
    return {place.face, number(place.s), number(place.t)};
}

}  // namespace cyclorama::func
