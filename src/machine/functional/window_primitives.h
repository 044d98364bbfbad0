#pragma once
// Points, lines and triangles in window coordinates, as the triangles that are rasterized: clipped where they must be,
// points as squares, lines as parallelograms along them.

#include <cstdint>
#include <deque>
#include <vector>

#include "func/window_triangle.h"
#include "gpu/draw_state.h"
#include "machine/functional/draw_context.h"

namespace cyclorama::machine {

class WindowPrimitives {
  public:
    using Vertex = const func::VertexAttributes*;

    /// Requires a viewport transform. The state must stay valid until the last primitive.
    void startDraw(const gpu::DrawState& state) { state_ = &state; }

    /// Each appends to the list the triangles that are left after culling. Flat attributes are those of `provoking`.
    void addTriangle(Vertex v0, Vertex v1, Vertex v2, Vertex provoking, TriangleList& list);
    void addLine(Vertex from, Vertex to, Vertex provoking, TriangleList& list);
    void addPoint(Vertex vertex, TriangleList& list);

    /// Forgets vertices that were made for primitives of earlier lists.
    void clear() { made_.clear(); }

  private:
    void addTwo(const std::array<func::WindowVertex, 4>& corners, const std::array<Vertex, 4>& vertices,
                Vertex provoking, TriangleList& list) const;
    void append(const std::array<func::WindowVertex, 3>& window, const std::array<Vertex, 3>& vertices,
                Vertex provoking, func::CullMode culling, TriangleList& list) const;
    bool behindOneDepthPlane(std::span<const Vertex> vertices) const;

    const gpu::DrawState* state_ = nullptr;
    std::deque<func::VertexAttributes> made_;
    std::vector<func::VertexAttributes> polygon_;
};

}  // namespace cyclorama::machine
