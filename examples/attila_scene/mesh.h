// SPDX-License-Identifier: MIT
#pragma once
// Triangle meshes of simple bodies.

#include <cstdint>
#include <vector>

namespace attila_scene {

/// A vertex in a buffer: position, normal and texture coordinates, 32 bytes.
struct Vertex {
    float position[3];
    float normal[3];
    float texture[2];
};
static_assert(sizeof(Vertex) == 32);

/// Triangles whose front faces are counterclockwise.
struct Mesh {
    std::vector<Vertex> vertices;
    std::vector<uint16_t> indices;
};

/// Radius 1 around the origin; texture coordinates from pole to pole and once around.
Mesh makeSphere(unsigned columns, unsigned rows);

/// Around the y axis: a tube of radius `tube` whose centre is a circle of radius 1.
Mesh makeTorus(double tube, unsigned columns, unsigned rows);

/// The (2, 3) torus knot around the z axis, about 3 units wide.
Mesh makeTorusKnot(double tube, unsigned columns, unsigned rows);

/// From -1 to 1 in each direction; each face has the whole texture.
Mesh makeBox();

/// A grid in the plane y = 0 from -extent to extent, facing up.
Mesh makeFloor(double extent, unsigned cells);

/// The two triangles of the screen, in clip space.
Mesh makeScreen();

}  // namespace attila_scene
