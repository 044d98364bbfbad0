// SPDX-License-Identifier: MIT
#pragma once
// A draw as the waves of its fragments see it: what they start from, and what their varyings are of.

#include <cstdint>

#include "families/adreno/gras/fragment_geometry.h"
#include "families/adreno/gras/raster_list.h"
#include "families/adreno/sp/fragment_control.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// Threads share all of it, and none changes it.
struct FragmentShading {
    const StageBinding& binding;
    const FragmentControl& control;
    const FragmentGeometry& geometry;
    const RasterList& list;
    const PrimitiveDraw& draw;
    /// Triangles are squares of points.
    bool drawsPoints = false;
    uint32_t samples = 1;

    /// Each sample is shaded.
    bool perSample() const { return control.perSample && samples > 1; }
};

}  // namespace cyclorama::adreno
