// SPDX-License-Identifier: MIT
#pragma once
// Rectangles between two corners, as pairs of triangles.

#include <cstdint>
#include <vector>

#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// The corners that are not given: one is right of the first, the other below it. The first words of position and
/// varyings follow x, the second ones y, all others are the first corner's: Mesa's blits, whose texture coordinates are
/// those two, show no more (tu_clear_blit.cc, build_blit_vs_shader).
class RectangleExpansion {
  public:
    /// Primitives with two vertices each become two triangles. The batch lasts until the next call.
    PrimitiveBatch expand(const PrimitiveDraw& draw, const PrimitiveBatch& rectangles);

  private:
    /// Adds a vertex with the words that follow x from one record, and those that follow y from another.
    uint32_t addCorner(const PrimitiveDraw& draw, const uint32_t* first, const uint32_t* x, const uint32_t* y);

    std::vector<uint32_t> words_;
    std::vector<Primitive> triangles_;
};

}  // namespace cyclorama::adreno
