// SPDX-License-Identifier: MIT
#include "families/adreno/pc/primitive_assembler.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

using enum InputPrimitive;

constexpr InputShape kInputShapes[] = {
    {.primitive = PointsWithSize, .vertices = 1, .topology = PrimitiveTopology::Points},
    {.primitive = Points, .vertices = 1, .topology = PrimitiveTopology::Points},
    {.primitive = LineList, .vertices = 2, .topology = PrimitiveTopology::Lines},
    {.primitive = LineStrip, .vertices = 2, .topology = PrimitiveTopology::Lines},
    {.primitive = LineLoop, .vertices = 2, .topology = PrimitiveTopology::Lines},
    {.primitive = TriangleList, .vertices = 3, .topology = PrimitiveTopology::Triangles},
    {.primitive = TriangleFan, .vertices = 3, .topology = PrimitiveTopology::Triangles},
    {.primitive = TriangleStrip, .vertices = 3, .topology = PrimitiveTopology::Triangles},
    // Two corners (Mesa: tu_clear_blit.cc, r3d_run).
    {.primitive = Rectangles, .vertices = 2, .topology = PrimitiveTopology::Triangles},
    {.primitive = LinesAdjacent, .vertices = 4, .first = 1, .topology = PrimitiveTopology::Lines},
    {.primitive = LineStripAdjacent, .vertices = 4, .first = 1, .topology = PrimitiveTopology::Lines},
    {.primitive = TrianglesAdjacent, .vertices = 6, .step = 2, .topology = PrimitiveTopology::Triangles},
    {.primitive = TriangleStripAdjacent, .vertices = 6, .step = 2, .topology = PrimitiveTopology::Triangles},
};

}  // namespace

const InputShape* findInputShape(uint32_t primitive) {
    const auto* const found =
        std::ranges::find(kInputShapes, static_cast<InputPrimitive>(primitive), &InputShape::primitive);
    return found == std::end(kInputShapes) ? nullptr : found;
}

InputShape patchesOf(uint32_t vertices) {
    return {.primitive = Patches, .vertices = vertices, .topology = PrimitiveTopology::Triangles};
}

}  // namespace cyclorama::adreno
