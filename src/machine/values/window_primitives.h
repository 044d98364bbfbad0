// SPDX-License-Identifier: MIT
#pragma once
// Points, lines and triangles in window coordinates, as the triangles that are rasterized: clipped where they must be,
// points as squares, lines as parallelograms along them.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/raster/interpolation.h"
#include "func/raster/window_line.h"
#include "gpu/draw_state.h"

namespace cyclorama::machine {

/// The triangles of a part of a draw, in order. `vertices` has three for each triangle, `provoking` the one that has
/// the flat attributes.
struct TriangleList {
    std::vector<func::SetupTriangle> triangles;
    std::vector<func::TriangleVertices> vertices;
    std::vector<const func::VertexAttributes*> provoking;

    size_t size() const { return triangles.size(); }
    void add(const func::SetupTriangle& triangle, const func::TriangleVertices& corners,
             const func::VertexAttributes* flat) {
        triangles.push_back(triangle);
        vertices.push_back(corners);
        provoking.push_back(flat);
    }
    /// Requires count <= size().
    void shorten(size_t count) {
        triangles.resize(count);
        vertices.resize(count);
        provoking.resize(count);
    }
    void clear() { shorten(0); }
};

/// True if a triangle that was set up from a primitive is dropped, by its facing or for reaching no pixel. Lines and
/// points have no facing: those kept come out as front faces. Of polygons kept, back faces have their edges inverted.
bool cullWindowTriangle(func::SetupTriangle& triangle, const gpu::DrawState& state);

/// Vertices that stay where they are until all are forgotten; their memory is kept for the next ones.
class VertexStore {
  public:
    func::VertexAttributes& add(const func::VertexAttributes& vertex);
    void clear() { count_ = 0; }

  private:
    static constexpr size_t kBlockVertices = 64;
    using Block = std::array<func::VertexAttributes, kBlockVertices>;

    std::vector<std::unique_ptr<Block>> blocks_;
    size_t count_ = 0;
};

class WindowPrimitives {
  public:
    using Vertex = const func::VertexAttributes*;

    /// `culls`: triangles for which cullWindowTriangle() holds are left out; else they come as they were set up.
    explicit WindowPrimitives(bool culls) : culls_(culls) {}

    /// Requires a state in window coordinates, which must stay valid until the last primitive.
    void startDraw(const gpu::DrawState& state) { state_ = &state; }

    /// Appends the triangles that a primitive becomes. `vertices` has as many as func::primitiveVertices() says; the
    /// one at `provoking` gives the flat attributes.
    void add(std::span<const Vertex> vertices, uint32_t provoking, TriangleList& list);

    /// Forgets vertices that were made for primitives of earlier lists.
    void clear() { made_.clear(); }

  private:
    void addTriangle(Vertex v0, Vertex v1, Vertex v2, Vertex provoking, TriangleList& list);
    void addLine(Vertex from, Vertex to, Vertex provoking, TriangleList& list);
    void addPoint(Vertex vertex, TriangleList& list);
    void addTwo(const func::WindowQuadrangle& corners, const std::array<Vertex, 4>& vertices, Vertex provoking,
                TriangleList& list) const;
    void append(const std::array<func::WindowVertex, 3>& window, const std::array<Vertex, 3>& vertices,
                Vertex provoking, TriangleList& list) const;
    bool behindOneDepthPlane(std::span<const Vertex> vertices) const;

    bool culls_;
    const gpu::DrawState* state_ = nullptr;
    VertexStore made_;
    std::vector<func::VertexAttributes> polygon_;
};

}  // namespace cyclorama::machine
