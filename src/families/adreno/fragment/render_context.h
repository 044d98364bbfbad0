// SPDX-License-Identifier: MIT
#pragma once
// The parts of a draw that all its workers share and none changes.

#include <optional>

#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/rb/target_draw.h"
#include "families/adreno/sp/fragment_control.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vpc/primitives.h"
#include "gpu/pixel_counts.h"

namespace cyclorama::adreno {

struct RenderContext : TargetDraw {
    RenderContext() = default;
    RenderContext(const RenderContext&) = delete;
    RenderContext& operator=(const RenderContext&) = delete;

    FragmentControl fragment;
    /// Nothing where no program is executed.
    std::optional<StageBinding> binding;
    const PrimitiveDraw* draw = nullptr;
    /// Each thread reads and writes blocks of its own.
    std::optional<LrzDraw> lrz;
    /// A fragment must see what the one before it at its place wrote, through textures too.
    bool readsTargets = false;
    bool drawsPoints = false;
    /// Counts of fragments, where an observer of the run wants them.
    gpu::PixelCounts* pixels = nullptr;
    /// Told of a pixel that somebody follows.
    gpu::WorkTrace* trace = nullptr;

    bool perSample() const { return fragment.perSample && raster.samples > 1; }
};

}  // namespace cyclorama::adreno
