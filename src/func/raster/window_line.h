// SPDX-License-Identifier: MIT
#pragma once
// Lines and points in window coordinates as quadrangles, two triangles each: corners 0, 1, 2 and 2, 1, 3.

#include <array>

#include "func/raster/window_triangle.h"

namespace cyclorama::func {

using WindowQuadrangle = std::array<WindowVertex, 4>;

/// A line as a parallelogram, `width` pixels wide across its longer axis: of width 1 the pixels that Bresenham's
/// algorithm gives. The pixel that it starts in is drawn, that where it ends is not. Corners 0 and 1 are at its start.
WindowQuadrangle alignedLine(const WindowVertex& from, const WindowVertex& to, double width);

/// A line as a rectangle whose ends are square to it. Corners 0 and 1 are at its start. A line without length has no
/// area.
WindowQuadrangle rectangularLine(const WindowVertex& from, const WindowVertex& to, double width);

/// A point as a square: left and right upper corner, left and right lower one.
WindowQuadrangle squarePoint(const WindowVertex& centre, double size);

/// For what has no facing: makes a front face of a triangle, whichever way round it came out.
void faceFront(SetupTriangle& triangle);

}  // namespace cyclorama::func
