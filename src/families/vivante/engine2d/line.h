// SPDX-License-Identifier: MIT
#pragma once
// The pixels of a line of the 2D engine (etna_viv: doc/2d.md, Lines: Bresenham's algorithm).

#include <cstdint>
#include <cstdlib>

#include "families/vivante/engine2d/image.h"

namespace cyclorama::vivante::engine2d {

/// Calls `visit(Point)` for each pixel from the first on, without the last. Of two pixels that are as near it takes the
/// one that the line came from: an estimate.
template <typename Visit>
void forEachLinePixel(const Rectangle& ends, const Visit& visit) {
    const int32_t dx = std::abs(ends.width());
    const int32_t dy = std::abs(ends.height());
    const int32_t stepX = ends.width() < 0 ? -1 : 1;
    const int32_t stepY = ends.height() < 0 ? -1 : 1;
    const bool flat = dx >= dy;
    const int32_t length = flat ? dx : dy;
    const int32_t rise = flat ? dy : dx;
    int32_t error = 2 * rise - length;
    Point p{ends.left, ends.top};
    for (int32_t i = 0; i < length; ++i) {
        visit(p);
        if (error > 0) {
            (flat ? p.y : p.x) += flat ? stepY : stepX;
            error -= 2 * length;
        }
        error += 2 * rise;
        (flat ? p.x : p.y) += flat ? stepX : stepY;
    }
}

}  // namespace cyclorama::vivante::engine2d
