// SPDX-License-Identifier: MIT
#pragma once
// Vertices of a stream that make each primitive, in order.

#include <array>
#include <cstdint>

#include "func/types.h"

namespace cyclorama::func {

/// Positions in the vertex stream. `count` is 3 for triangles, 2 for lines, 1 for points. The last vertex is the
/// provoking one: flat attributes are its.
struct AssembledPrimitive {
    std::array<uint32_t, 3> vertices{};
    uint32_t count = 0;
};

/// Vertices of a primitive as rasterized: 3, 2 or 1. A quad is two triangles.
uint32_t primitiveVertices(PrimitiveType type);

/// Number of primitives in a stream of `streamVertices` vertices; vertices left over make none.
uint32_t primitiveCount(PrimitiveType type, uint32_t streamVertices);

/// Primitive `index` of a stream. A quad (0 1 2 3) is the triangles 0 1 3 and 1 2 3; a pair of a quad strip (0 1 2 3)
/// is 0 1 3 and 2 0 3; every second triangle of a strip has its first two vertices swapped. The last line of a loop
/// ends at the position after the last one, which stands for the first.
AssembledPrimitive assemblePrimitive(PrimitiveType type, uint32_t index);

/// Vertices of the stream that have to have arrived before primitive `index` can be assembled.
uint32_t verticesNeeded(PrimitiveType type, uint32_t index);

/// The vertex that gives primitive `index` its flat attributes, as a position in what assemblePrimitive() returns,
/// where the provoking vertex is the first or the last in the stream. A quad's last vertex has them in any case: no
/// other one is in both its triangles.
uint32_t provokingVertex(PrimitiveType type, uint32_t index, bool last);

/// Triangles with two equal vertex indices are dropped by assembly.
constexpr bool isDegenerate(uint32_t index0, uint32_t index1, uint32_t index2) {
    return index0 == index1 || index1 == index2 || index2 == index0;
}

}  // namespace cyclorama::func
