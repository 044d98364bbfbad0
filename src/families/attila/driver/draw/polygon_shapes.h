// SPDX-License-Identifier: MIT
#pragma once
// Polygons drawn as their edges or corners (OpenGL 2.1, section 3.5.4): their faces, edge flags and offsets of depth.

#include <optional>
#include <span>

#include "families/attila/driver/draw/window_shapes.h"
#include "virgl/renderer.h"

namespace cyclorama::attila {

/// True for draws of triangles of which some faces that are not culled are drawn as lines or points, or moved in depth:
/// the chip has registers for that which no unit looks at.
bool needsPolygonShapes(const virgl::RasterizerState& raster);

class PolygonShapes {
  public:
    /// `shapes` takes what the polygons become; `edgeFlag`: the attribute that has flags in x.
    PolygonShapes(WindowShapes& shapes, const ShapeState& state, std::optional<uint32_t> edgeFlag)
        : shapes_(shapes), state_(state), edgeFlag_(edgeFlag) {}

    /// All polygons of a draw; equal `numbers` are the same vertex; empty if none are known to be.
    void add(virgl::Primitive primitive, std::span<const func::VertexAttributes> vertices,
             std::span<const uint32_t> numbers);

  private:
    /// Triangles that guests make of quads in the order 0 1 3, 1 2 3: their diagonals are no edges.
    static bool areQuads(std::span<const uint32_t> numbers);
    /// Corners in the order of the boundary; flat values are those of the corner `provoking`.
    void addPolygon(std::vector<func::VertexAttributes> corners, size_t provoking, bool flags);
    double depthOffset(const std::vector<func::VertexAttributes>& corners, virgl::Fill fill) const;

    WindowShapes& shapes_;
    const ShapeState& state_;
    std::optional<uint32_t> edgeFlag_;
};

}  // namespace cyclorama::attila
