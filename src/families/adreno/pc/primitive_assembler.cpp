// SPDX-License-Identifier: MIT
#include "families/adreno/pc/primitive_assembler.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

using enum InputPrimitive;

constexpr InputShape kInputShapes[] = {
    {.primitive = PointsWithSize, .vertices = 1, .topology = Topology::Points},
    {.primitive = Points, .vertices = 1, .topology = Topology::Points},
    {.primitive = LineList, .vertices = 2, .topology = Topology::Lines},
    {.primitive = LineStrip, .vertices = 2, .topology = Topology::Lines},
    {.primitive = LineLoop, .vertices = 2, .topology = Topology::Lines},
    {.primitive = TriangleList, .vertices = 3, .topology = Topology::Triangles},
    {.primitive = TriangleFan, .vertices = 3, .topology = Topology::Triangles},
    {.primitive = TriangleStrip, .vertices = 3, .topology = Topology::Triangles},
    // Two corners (Mesa: tu_clear_blit.cc, r3d_run).
    {.primitive = Rectangles, .vertices = 2, .topology = Topology::Triangles},
    {.primitive = LinesAdjacent, .vertices = 4, .first = 1, .topology = Topology::Lines},
    {.primitive = LineStripAdjacent, .vertices = 4, .first = 1, .topology = Topology::Lines},
    {.primitive = TrianglesAdjacent, .vertices = 6, .step = 2, .topology = Topology::Triangles},
    {.primitive = TriangleStripAdjacent, .vertices = 6, .step = 2, .topology = Topology::Triangles},
};

}  // namespace

const InputShape* findInputShape(uint32_t primitive) {
    const auto* const found =
        std::ranges::find(kInputShapes, static_cast<InputPrimitive>(primitive), &InputShape::primitive);
    return found == std::end(kInputShapes) ? nullptr : found;
}

InputShape patchesOf(uint32_t vertices) {
    return {.primitive = Patches, .vertices = vertices, .topology = Topology::Triangles};
}

}  // namespace cyclorama::adreno
