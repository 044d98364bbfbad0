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

std::string nameOfVertex(const VertexPool& vertices, VertexId id) {
    const VertexInFlight& vertex = vertices[id];
    std::string name = fmt::format("{}, vertex {}", drawOf(vertex.draw), vertex.name.index);
    if (vertex.name.instance != 0) name += fmt::format(" of instance {}", vertex.name.instance);
    return vertex.last ? name + ", the last" : name;
}

std::string nameOfTriangle(const TrianglePool& triangles, TriangleId id) {
    const TriangleInFlight& triangle = triangles[id];
    if (triangle.last) return endOf(triangle.draw);
    return fmt::format("{}, triangle {}", drawOf(triangle.draw), triangle.number);
}

std::string nameOfQuad(const QuadPool& quads, QuadId id) {
    const QuadInFlight& quad = quads[id];
    if (quad.last) return endOf(quad.draw);
    return fmt::format("{}, triangle {}, quad ({}, {})", drawOf(quad.draw), quads.triangleOf(quad).number, quad.quad.x,
                       quad.quad.y);
}

std::function<std::string(const TraversedQuads&)> traversedNames(const QuadPool& quads) {
    return [&quads](const TraversedQuads& traversed) {
        if (traversed.quad == kNoQuad) return fmt::format("{} empty", traversed.empty);
        return fmt::format("{} empty, {}", traversed.empty, nameOfQuad(quads, traversed.quad));
    };
}

}  // namespace cyclorama::machine::timing
