// SPDX-License-Identifier: MIT
#pragma once
// Names of things in flight, for people: the draw that they belong to, and which of it they are.

#include <functional>
#include <string>

#include "machine/timing/draw/work_pools.h"

namespace cyclorama::machine::timing {

std::string nameOfVertex(const VertexPool& vertices, VertexId id);
std::string nameOfTriangle(const TrianglePool& triangles, TriangleId id);
/// With the place of its first fragment in the surface.
std::string nameOfQuad(const QuadPool& quads, QuadId id);

// For signals (Signal::describeBy()). The pools must outlive them.
inline auto vertexNames(const VertexPool& vertices) {
    return [&vertices](const VertexId& id) { return nameOfVertex(vertices, id); };
}
inline auto triangleNames(const TrianglePool& triangles) {
    return [&triangles](const TriangleId& id) { return nameOfTriangle(triangles, id); };
}
inline auto quadNames(const QuadPool& quads) {
    return [&quads](const QuadId& id) { return nameOfQuad(quads, id); };
}
std::function<std::string(const TraversedQuads&)> traversedNames(const QuadPool& quads);

}  // namespace cyclorama::machine::timing
