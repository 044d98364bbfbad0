// SPDX-License-Identifier: MIT
#pragma once
// Names of things in flight, for people: the draw that they belong to, and which of it they are.

#include <functional>
#include <string>

#include "machine/timing/draw/work.h"

namespace cyclorama::machine::timing {

std::string nameOfVertex(const WorkPools& pools, VertexId id);
std::string nameOfTriangle(const WorkPools& pools, TriangleId id);
/// With the place of its first fragment in the surface.
std::string nameOfQuad(const WorkPools& pools, QuadId id);

// For signals (Signal::describeBy()). The pools must outlive them.
inline auto vertexNames(const WorkPools& pools) {
    return [&pools](const VertexId& id) { return nameOfVertex(pools, id); };
}
inline auto triangleNames(const WorkPools& pools) {
    return [&pools](const TriangleId& id) { return nameOfTriangle(pools, id); };
}
inline auto quadNames(const WorkPools& pools) {
    return [&pools](const QuadId& id) { return nameOfQuad(pools, id); };
}
std::function<std::string(const TraversedQuads&)> traversedNames(const WorkPools& pools);

}  // namespace cyclorama::machine::timing
