// SPDX-License-Identifier: MIT
#include "machine/timing/draw/work_names.h"

#include <fmt/format.h>

namespace cyclorama::machine::timing {
namespace {

std::string drawOf(const DrawRecord* draw) {
    return draw == nullptr ? std::string("no draw") : fmt::format("draw {}", draw->number);
}

std::string endOf(const DrawRecord* draw) { return drawOf(draw) + ", its end"; }

}  // namespace

std::string nameOfVertex(const WorkPools& pools, VertexId id) {
    const VertexInFlight& vertex = pools.vertices[id];
    std::string name = fmt::format("{}, vertex {}", drawOf(vertex.draw), vertex.name.index);
    if (vertex.name.instance != 0) name += fmt::format(" of instance {}", vertex.name.instance);
    return vertex.last ? name + ", the last" : name;
}

std::string nameOfTriangle(const WorkPools& pools, TriangleId id) {
    const TriangleInFlight& triangle = pools.triangles[id];
    if (triangle.last) return endOf(triangle.draw);
    return fmt::format("{}, triangle {}", drawOf(triangle.draw), triangle.number);
}

std::string nameOfQuad(const WorkPools& pools, QuadId id) {
    const QuadInFlight& quad = pools.quads[id];
    if (quad.last) return endOf(quad.draw);
    return fmt::format("{}, triangle {}, quad ({}, {})", drawOf(quad.draw), pools.triangles[quad.triangle].number,
                       quad.quad.x, quad.quad.y);
}

std::function<std::string(const TraversedQuads&)> traversedNames(const WorkPools& pools) {
    return [&pools](const TraversedQuads& quads) {
        if (quads.quad == kNoQuad) return fmt::format("{} empty", quads.empty);
        return fmt::format("{} empty, {}", quads.empty, nameOfQuad(pools, quads.quad));
    };
}

}  // namespace cyclorama::machine::timing
