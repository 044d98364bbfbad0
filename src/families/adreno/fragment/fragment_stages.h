// SPDX-License-Identifier: MIT
#pragma once
// State of a draw from which the stages of its fragments are built.

#include "families/adreno/fragment/fragment_shading.h"
#include "families/adreno/gras/fragment_geometry.h"
#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/rb/quad_places.h"
#include "families/adreno/rb/render_targets.h"
#include "families/adreno/sp/fragment_control.h"
#include "gpu/pixel_counts.h"
#include "gpu/work_trace.h"

namespace cyclorama::adreno {

/// Constant while fragments are drawn; the bytes of render targets and of the LRZ buffer change, those of a row by one
/// thread only, as do `pixels` and `trace`.
struct FragmentStages {
    const RasterControl& raster;
    /// With the list of triangles.
    QuadPlaces places;
    /// Null for a draw that does not test low resolution depth.
    const LrzDraw* lrz = nullptr;
    /// Null where no program is executed.
    const FragmentShading* shading = nullptr;
    /// A fragment sees what earlier ones wrote at its place, also through textures.
    bool readsTargets = false;
    const FragmentControl& control;
    const FragmentGeometry& geometry;
    const RenderTargets& targets;
    /// Counts of how fragments end, and the trace of a pixel; null where no observer of the run wants them.
    gpu::PixelCounts* pixels = nullptr;
    gpu::WorkTrace* trace = nullptr;
};

}  // namespace cyclorama::adreno
