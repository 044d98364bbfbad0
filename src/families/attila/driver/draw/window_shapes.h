// SPDX-License-Identifier: MIT
#pragma once
// Points and lines as quads of the window: corners in a clip space that covers a square from the surface's first pixel
// on, with the w of their vertices, so that varyings stay perspective.
//
// Pixels of lines are those of OpenGL's diamond-exit rule (OpenGL 2.1, section 3.4.1), columns of which the quad covers
// whole: its ends are moved to edges of pixels, and its values with them.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/attila/driver/programs/program_link.h"
#include "families/attila/driver/programs/program_variant.h"
#include "func/raster/interpolation.h"
#include "virgl/state.h"

namespace cyclorama::attila {

/// Bit i: attribute i.
using AttributeMask = uint32_t;

/// Pixels of the largest points and widest lines: quads could be larger, and this is what other drivers offer.
inline constexpr float kLargestShape = 255;

struct ShapeState {
    virgl::Viewport viewport;
    /// Edge of the square, in pixels.
    float edge = 0;
    virgl::RasterizerState rasterizer;
    /// Attributes that have the provoking vertex's value, and those that are the place within a point.
    AttributeMask flat = 0;
    AttributeMask sprite = 0;
    /// The attribute that has the size of points in x.
    uint32_t sizeAttribute = 0;
    /// The attribute that takes the place of smooth shapes (coverageAttribute()); nothing for hard edges.
    std::optional<uint32_t> coverage{};
    /// Distances to further planes, which cut as those of the view do.
    std::vector<AttributePlace> clipDistances{};
};

/// The determinant of x, y and w: above zero for a triangle that goes counterclockwise in clip space.
double orientation(const func::Vec4& a, const func::Vec4& b, const func::Vec4& c);

class WindowShapes {
  public:
    explicit WindowShapes(const ShapeState& state) : state_(state) {}

    /// A point, if it is between the near and the far plane.
    void addPoint(const func::VertexAttributes& vertex);
    /// The part of a line inside the view.
    void addLine(const func::VertexAttributes& from, const func::VertexAttributes& to);
    /// A triangle as a quad of which two corners are one.
    void addTriangle(const std::array<const func::VertexAttributes*, 3>& vertices);
    /// The polygon that the next shapes are of: they turn to the side that it does, and are moved in depth, of -1 to 1.
    void setPolygon(bool front, double depthOffset) {
        front_ = front;
        depthOffset_ = depthOffset;
    }
    /// The pattern begins anew with the next line.
    void restartPattern() { patternPlace_ = 0; }

    /// Four a shape, counterclockwise where rows go up; clockwise for back faces of polygons.
    const std::vector<func::VertexAttributes>& corners() const { return corners_; }

  private:
    /// A vertex in the window, in pixels; depth is z/w.
    struct Place {
        std::array<double, 2> window{};
        double depth = 0;
        double w = 1;
    };
    struct Line;

    Place place(const func::Vec4& clip) const;
    /// z/w with the polygon's offset added, clamped to the depths of the view.
    double moved(double depth) const;
    /// Pixels by which the surface's centres of pixels are away from halves.
    double shift() const { return state_.rasterizer.halfPixelCenter ? 0.0 : 0.5; }
    /// Distances to the planes that cut: near, far, those of the program, and where `sides` says so those of x and y.
    std::vector<double> distances(const func::VertexAttributes& vertex, bool sides) const;
    /// By the pattern, of the line's next pixel.
    bool isPixelDrawn();
    void addColumns(const Line& line, int32_t first, int32_t end);
    /// The corners of a line between them, a pixel larger than it is.
    void addSmoothLine(const Line& line);
    void addQuad(const std::array<func::VertexAttributes, 4>& corners);
    func::Vec4 clipPosition(double x, double y, double depth, double w) const;

    ShapeState state_;
    std::vector<func::VertexAttributes> corners_;
    bool front_ = true;
    double depthOffset_ = 0;
    /// Pixels since the pattern's start.
    uint32_t patternPlace_ = 0;
};

}  // namespace cyclorama::attila
