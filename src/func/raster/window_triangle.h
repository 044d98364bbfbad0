// SPDX-License-Identifier: MIT
#pragma once
// Triangles set up from window coordinates, as most chips do it: vertices are divided by w, transformed to the window
// and snapped to a grid of 1/256 pixel. Edge values are then exact, so that of two triangles with a common edge exactly
// one covers a pixel centre on it, whatever their w.

#include <array>
#include <vector>

#include "func/raster/interpolation.h"
#include "func/raster/triangle_setup.h"

namespace cyclorama::func {

/// Subpixels of the grid each way. OpenGL asks for 16 at least.
inline constexpr double kSubpixels = 256.0;

/// Coordinates beyond this are clipped, so that products of coordinates stay exact.
inline constexpr double kGuardBand = 32768.0;

struct WindowVertex {
    /// In pixels, on the grid.
    double x = 0.0;
    double y = 0.0;
    /// z / w.
    double z = 0.0;
    double inverseW = 1.0;
};

/// Window position of a vertex. It isInReach() for vertices inside of the guard band (needsClipping() false).
WindowVertex toWindow(const Vec4& position, const RasterState& state);

/// True if a vertex is at or behind the eye, or outside of the guard band.
bool needsClipping(const Vec4& position, const RasterState& state);

/// Cuts a convex polygon, or a line of two vertices, at the planes of the guard band, and at the near plane where depth
/// is clipped. Vertices are interpolated between those of the polygon; fewer than three (two) are left where nothing
/// is. Far vertices, and those of polygons that need no clipping, are left to the fragments' depth test.
void clipToGuardBand(std::vector<VertexAttributes>& polygon, const RasterState& state);

/// Cuts a convex polygon, or a line of two vertices, where a component of an attribute is negative: a distance that
/// the vertex program wrote. As clipToGuardBand() else.
void clipAtDistance(std::vector<VertexAttributes>& polygon, uint32_t attribute, uint32_t component);

/// True if a corner of a primitive can be drawn to: within twice the guard band, which leaves room for the width of
/// lines and points. Clipping by numbers far apart, or by a viewport without bounds, ends elsewhere, or in no number.
bool isInReach(const WindowVertex& vertex);

/// Twice the area, the area of what setupWindowTriangle() gives: positive for front faces.
double windowArea(const std::array<WindowVertex, 3>& vertices, const RasterState& state);

/// Requires vertices that isInReach() holds for. Front faces have a positive area and are inside their edges, as with
/// setupTriangle(): cullTriangle() comes next.
SetupTriangle setupWindowTriangle(const std::array<WindowVertex, 3>& vertices, const RasterState& state);

}  // namespace cyclorama::func
