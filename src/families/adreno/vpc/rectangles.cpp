// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/rectangles.h"

namespace cyclorama::adreno {

PrimitiveBatch RectangleExpansion::expand(const PrimitiveDraw& draw, const PrimitiveBatch& rectangles) {
    words_.clear();
    triangles_.clear();
    for (const Primitive& rectangle : rectangles.primitives) {
        const uint32_t* const first = rectangles.record(draw, rectangle.vertices[0]);
        const uint32_t* const last = rectangles.record(draw, rectangle.vertices[1]);
        const uint32_t corner = addCorner(draw, first, first, first);
        const uint32_t right = addCorner(draw, first, last, first);
        const uint32_t below = addCorner(draw, first, first, last);
        const uint32_t opposite = addCorner(draw, last, last, last);
        triangles_.push_back({.vertices = {corner, right, below}, .id = rectangle.id});
        triangles_.push_back({.vertices = {opposite, below, right}, .id = rectangle.id});
    }
    PrimitiveBatch batch = rectangles;
    batch.words = words_;
    batch.primitives = triangles_;
    return batch;
}

uint32_t RectangleExpansion::addCorner(const PrimitiveDraw& draw, const uint32_t* first, const uint32_t* x,
                                       const uint32_t* y) {
    const uint32_t stride = draw.layout.stride;
    const size_t start = words_.size();
    words_.insert(words_.end(), first, first + stride);
    uint32_t* const words = words_.data() + start;
    const uint32_t position = draw.layout.position;
    // Varyings are before the position (Mesa: tu_pipeline.cc, tu6_emit_vpc).
    for (uint32_t i = 0; i < position; i += 4) {
        words[i] = x[i];
        if (i + 1 < position) words[i + 1] = y[i + 1];
    }
    words[position] = x[position];
    words[position + 1] = y[position + 1];
    return static_cast<uint32_t>(start / stride);
}

}  // namespace cyclorama::adreno
