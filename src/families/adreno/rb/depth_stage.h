// SPDX-License-Identifier: MIT
#pragma once
// The tests of depth, stencil and depth bounds of fragments, before or after their program.

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/fragment_geometry.h"
#include "families/adreno/isa/units.h"
#include "families/adreno/rb/quad_places.h"
#include "families/adreno/rb/render_targets.h"

namespace cyclorama::adreno {

/// Results of the fragment program, a lane each; null where it has none.
struct ShadedDepth {
    const ir3::LaneWords* depth = nullptr;
    const ir3::LaneWords* stencil = nullptr;
};

/// Inputs of a draw's depth and stencil tests besides the fragments. The tests write to the bytes of `target`.
struct DepthTest {
    QuadPlaces places;
    /// Depths of samples that the program does not write.
    const FragmentGeometry& geometry;
    const DepthTarget& target;
};

/// Tests the live samples of a batch in their target, and takes those away that fail.
void testDepthStencil(const DepthTest& draw, FragmentBatch& batch, const ShadedDepth& shaded = {});

}  // namespace cyclorama::adreno
