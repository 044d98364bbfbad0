// SPDX-License-Identifier: MIT
#include "func/raster/window_line.h"

#include <cmath>

namespace cyclorama::func {

namespace {

constexpr double kSubpixel = 1.0 / kSubpixels;

double onGrid(double pixels) { return std::nearbyint(pixels * kSubpixels) / kSubpixels; }

WindowVertex moved(const WindowVertex& vertex, double x, double y) {
    return {vertex.x + x, vertex.y + y, vertex.z, vertex.inverseW};
}

}  // namespace

WindowQuadrangle alignedLine(const WindowVertex& from, const WindowVertex& to, double width) {
    const double half = onGrid(width * 0.5);
    const bool wide = std::abs(to.x - from.x) >= std::abs(to.y - from.y);
    // Centres exactly at the ends, which belong to the left or upper one otherwise, must follow the line's direction.
    const double along = wide ? to.x - from.x : to.y - from.y;
    const double nudge = along < 0.0 ? kSubpixel : 0.0;
    const double nudgeX = wide ? nudge : 0.0;
    const double nudgeY = wide ? 0.0 : nudge;
    const double acrossX = wide ? 0.0 : half;
    const double acrossY = wide ? half : 0.0;
    return {moved(from, nudgeX - acrossX, nudgeY - acrossY), moved(from, nudgeX + acrossX, nudgeY + acrossY),
            moved(to, nudgeX - acrossX, nudgeY - acrossY), moved(to, nudgeX + acrossX, nudgeY + acrossY)};
}

WindowQuadrangle rectangularLine(const WindowVertex& from, const WindowVertex& to, double width) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const double scale = length > 0.0 ? width * 0.5 / length : 0.0;
    const double acrossX = onGrid((from.y - to.y) * scale);
    const double acrossY = onGrid((to.x - from.x) * scale);
    return {moved(from, -acrossX, -acrossY), moved(from, acrossX, acrossY), moved(to, -acrossX, -acrossY),
            moved(to, acrossX, acrossY)};
}

WindowQuadrangle squarePoint(const WindowVertex& centre, double size) {
    const double half = onGrid(size * 0.5);
    return {moved(centre, -half, -half), moved(centre, half, -half), moved(centre, -half, half),
            moved(centre, half, half)};
}

void faceFront(SetupTriangle& triangle) {
    if (triangle.area >= 0.0) return;
    triangle.area = -triangle.area;
    for (size_t edge = 0; edge < 3; ++edge) {
        PlaneEquation& plane = triangle.planes[edge];
        plane = {-plane.a, -plane.b, -plane.c};
    }
}

}  // namespace cyclorama::func
