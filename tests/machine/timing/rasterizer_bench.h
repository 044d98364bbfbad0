// SPDX-License-Identifier: MIT
#pragma once
// Work for the boxes of the rasterizer.

#include <vector>

#include "func/types.h"
#include "machine/timing/draw/work_pools.h"

namespace cyclorama::machine::timing {

/// A draw to a surface of 64x64 pixels, which the viewport covers.
inline DrawRecord smallDraw() {
    DrawRecord draw;
    func::RasterState& raster = draw.state.raster.edit();
    raster.surfaceWidth = 64;
    raster.surfaceHeight = 64;
    raster.viewport = {.x = 0, .y = 0, .width = 64, .height = 64};
    raster.cullMode = func::CullMode::None;
    return draw;
}

/// A vertex at a pixel of the surface of smallDraw(), at a depth of 0 to 1.
inline func::Vec4 atPixel(float x, float y, float depth = 0.5f) {
    return {x / 32.0f - 1.0f, y / 32.0f - 1.0f, depth * 2.0f - 1.0f, 1.0f};
}

/// Counter-clockwise, and so facing the eye.
inline TriangleId addTriangle(TrianglePool& trianglePool, DrawRecord& draw, const func::Vec4& a, const func::Vec4& b,
                              const func::Vec4& c) {
    const TriangleId id = trianglePool.acquire();
    TriangleInFlight& triangle = trianglePool[id];
    triangle.draw = &draw;
    triangle.vertices[0][func::kPositionAttribute] = a;
    triangle.vertices[1][func::kPositionAttribute] = b;
    triangle.vertices[2][func::kPositionAttribute] = c;
    return id;
}

/// The right triangle with its right angle at pixel (x, y), and `size` pixels wide and high.
inline TriangleId addTriangle(TrianglePool& trianglePool, DrawRecord& draw, float x, float y, float size,
                              float depth = 0.5f) {
    return addTriangle(trianglePool, draw, atPixel(x, y, depth), atPixel(x + size, y, depth),
                       atPixel(x, y + size, depth));
}

/// Ready for traversal.
inline TriangleId addSetUpTriangle(TrianglePool& trianglePool, DrawRecord& draw, float x, float y, float size) {
    const TriangleId id = addTriangle(trianglePool, draw, x, y, size);
    TriangleInFlight& triangle = trianglePool[id];
    triangle.setup = func::setupTriangle(triangle.vertices[0][func::kPositionAttribute],
                                         triangle.vertices[1][func::kPositionAttribute],
                                         triangle.vertices[2][func::kPositionAttribute], *draw.state.raster);
    return id;
}

inline TriangleId addLastTriangle(TrianglePool& trianglePool, DrawRecord& draw) {
    const TriangleId id = trianglePool.acquire();
    trianglePool[id].draw = &draw;
    trianglePool[id].last = true;
    return id;
}

/// A covered quad of a triangle, with all its fragments at one depth.
inline QuadId addQuad(TrianglePool& trianglePool, QuadPool& quadPool, DrawRecord& draw, TriangleId triangle, int32_t x,
                      int32_t y, uint32_t depth = 0x800000, uint32_t coverage = 0xf) {
    const QuadId id = quadPool.acquire();
    QuadInFlight& quad = quadPool[id];
    quad.draw = &draw;
    quad.triangle = triangle;
    quad.quad.x = x;
    quad.quad.y = y;
    quad.quad.coverage = coverage;
    quad.quad.depth.fill(depth);
    trianglePool.use(triangle);
    return id;
}

inline QuadId addLastQuad(QuadPool& quadPool, DrawRecord& draw) {
    const QuadId id = quadPool.acquire();
    quadPool[id].draw = &draw;
    quadPool[id].last = true;
    return id;
}

/// The cycles of what a reader saw.
template <typename Seen>
std::vector<sim::Cycle> cyclesOf(const Seen& seen) {
    std::vector<sim::Cycle> cycles;
    cycles.reserve(seen.size());
    for (const auto& event : seen) cycles.push_back(event.cycle);
    return cycles;
}

}  // namespace cyclorama::machine::timing
