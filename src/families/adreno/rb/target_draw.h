// SPDX-License-Identifier: MIT
#pragma once
// A draw as its targets see it: triangles that are set up, and the places that their samples go to.

#include <cstdint>
#include <optional>

#include "families/adreno/gras/fragment_geometry.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/gras/raster_list.h"
#include "families/adreno/rb/render_targets.h"

namespace cyclorama::adreno {

struct TargetDraw {
    RasterControl raster;
    RasterList list;
    std::optional<FragmentGeometry> geometry;
    RenderTargets targets;

    uint32_t samples() const { return raster.samples; }
};

}  // namespace cyclorama::adreno
