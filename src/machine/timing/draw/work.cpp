// SPDX-License-Identifier: MIT
#include "machine/timing/draw/work.h"

#include <fmt/format.h>

namespace cyclorama::machine::timing {

std::string describe(const TriangleRequest& request) { return fmt::format("{} triangles", request.triangles); }

std::string describe(const TraversedQuads& quads) {
    if (quads.quad == kNoQuad) return fmt::format("{} empty", quads.empty);
    return fmt::format("{} empty, quad {}", quads.empty, quads.quad);
}

}  // namespace cyclorama::machine::timing
