// SPDX-License-Identifier: MIT
#include "func/raster/primitive_assembly.h"

#include <algorithm>

namespace cyclorama::func {

uint32_t primitiveVertices(PrimitiveType type) {
    switch (type) {
        case PrimitiveType::Lines:
        case PrimitiveType::LineStrip:
        case PrimitiveType::LineFan:
        case PrimitiveType::LineLoop:
            return 2;
        case PrimitiveType::Points:
            return 1;
        default:
            return 3;
    }
}

uint32_t primitiveCount(PrimitiveType type, uint32_t streamVertices) {
    switch (type) {
        case PrimitiveType::Triangles:
            return streamVertices / 3;
        case PrimitiveType::TriangleStrip:
        case PrimitiveType::TriangleFan:
            return std::max(streamVertices, 2u) - 2;
        case PrimitiveType::Quads:
            return streamVertices / 4 * 2;
        case PrimitiveType::QuadStrip:
            return (std::max(streamVertices, 2u) - 2) / 2 * 2;
        case PrimitiveType::Lines:
            return streamVertices / 2;
        case PrimitiveType::LineStrip:
        case PrimitiveType::LineFan:
            return std::max(streamVertices, 1u) - 1;
        case PrimitiveType::Points:
            return streamVertices;
        case PrimitiveType::LineLoop:
            return streamVertices < 2 ? 0 : streamVertices;
    }
    return 0;
}

AssembledPrimitive assemblePrimitive(PrimitiveType type, uint32_t index) {
    const bool second = (index & 1) != 0;
    const uint32_t i = index;
    switch (type) {
        case PrimitiveType::Triangles:
            return {{3 * i, 3 * i + 1, 3 * i + 2}, 3};
        case PrimitiveType::TriangleStrip:
            return second ? AssembledPrimitive{{i + 1, i, i + 2}, 3} : AssembledPrimitive{{i, i + 1, i + 2}, 3};
        case PrimitiveType::TriangleFan:
            return {{0, i + 1, i + 2}, 3};
        case PrimitiveType::Quads: {
            const uint32_t first = i / 2 * 4;
            return second ? AssembledPrimitive{{first + 1, first + 2, first + 3}, 3}
                          : AssembledPrimitive{{first, first + 1, first + 3}, 3};
        }
        case PrimitiveType::QuadStrip: {
            const uint32_t first = i / 2 * 2;
            return second ? AssembledPrimitive{{first + 2, first, first + 3}, 3}
                          : AssembledPrimitive{{first, first + 1, first + 3}, 3};
        }
        case PrimitiveType::Lines:
            return {{2 * i, 2 * i + 1, 0}, 2};
        case PrimitiveType::LineStrip:
        case PrimitiveType::LineLoop:
            return {{i, i + 1, 0}, 2};
        case PrimitiveType::LineFan:
            return {{0, i + 1, 0}, 2};
        case PrimitiveType::Points:
            return {{i, 0, 0}, 1};
    }
    return {};
}

uint32_t provokingVertex(PrimitiveType type, uint32_t index, bool last) {
    switch (type) {
        case PrimitiveType::Triangles:
            return last ? 2 : 0;
        case PrimitiveType::TriangleStrip:
            return last ? 2 : index & 1;
        case PrimitiveType::TriangleFan:
            return last ? 2 : 1;
        case PrimitiveType::Quads:
        case PrimitiveType::QuadStrip:
            return 2;
        case PrimitiveType::Points:
            return 0;
        default:
            return last ? 1 : 0;
    }
}

uint32_t verticesNeeded(PrimitiveType type, uint32_t index) {
    const AssembledPrimitive primitive = assemblePrimitive(type, index);
    const auto last = std::max_element(primitive.vertices.begin(), primitive.vertices.begin() + primitive.count);
    return *last + 1;
}

}  // namespace cyclorama::func
