// SPDX-License-Identifier: MIT
#pragma once
// The tests of depth, stencil and depth bounds of fragments, before or after their program.

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/isa/units.h"
#include "families/adreno/rb/target_draw.h"

namespace cyclorama::adreno {

/// Results of the fragment program, a lane each; null where it has none.
struct ShadedDepth {
    const ir3::LaneWords* depth = nullptr;
    const ir3::LaneWords* stencil = nullptr;
};

/// Tests the live samples of a batch in their targets, and takes those away that fail.
void testDepthStencil(const TargetDraw& draw, FragmentBatch& batch, const ShadedDepth& shaded = {});

}  // namespace cyclorama::adreno
