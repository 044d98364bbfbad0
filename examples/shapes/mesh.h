// SPDX-License-Identifier: MIT
#pragma once
// Shapes of scenes, as indexed triangles, counter-clockwise from outside.

#include <cstdint>
#include <vector>

#include "shapes/matrix.h"

namespace shapes {

struct Vertex {
    Vec3 position;
    Vec3 normal;
    float u = 0;
    float v = 0;
};

struct Mesh {
    std::vector<Vertex> vertices;
    std::vector<uint16_t> indices;
};

/// The studio's seamless backdrop: floor, a quarter of a cylinder, wall; along z, open to the camera.
Mesh makeBackdrop();
/// A knot that winds twice through a torus while it goes three times around, of radius 1 and tube radius `tube`.
Mesh makeTorusKnot(uint32_t segments, uint32_t sides, float tube);
/// A sphere of radius 1.
Mesh makeSphere(uint32_t slices, uint32_t stacks);
/// A disc of radius 1 in the plane y = 0, facing up.
Mesh makeDisc(uint32_t slices);
/// The mantle of a cylinder of radius 1 from y = -1 to y = 0.
Mesh makeRim(uint32_t slices);
/// From -1 to 1 in x and y, facing z.
Mesh makeQuad();

}  // namespace shapes
