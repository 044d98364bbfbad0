// SPDX-License-Identifier: MIT
#pragma once
// Faces of cube maps, as OpenGL and Vulkan number them: +X, -X, +Y, -Y, +Z, -Z.

#include <array>
#include <cstdint>

namespace cyclorama::func {

/// Components of a direction that the s and t of a face run along, and the one through its middle, with their signs.
struct CubeFaceAxes {
    std::array<uint8_t, 3> axis{};
    std::array<float, 3> sign{};
};
inline constexpr std::array<CubeFaceAxes, 6> kCubeFaceAxes = {{
    {{2, 1, 0}, {-1, -1, 1}},
    {{2, 1, 0}, {1, -1, -1}},
    {{0, 2, 1}, {1, 1, 1}},
    {{0, 2, 1}, {1, -1, -1}},
    {{0, 1, 2}, {1, -1, 1}},
    {{0, 1, 2}, {-1, -1, -1}},
}};

}  // namespace cyclorama::func
