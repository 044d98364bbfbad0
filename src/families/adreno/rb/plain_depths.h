// SPDX-License-Identifier: MIT
#pragma once
// The depth test where nothing else is tested: quad by quad, from the planes of triangles to the buffer and back, as
// the depth stage does it step by step.

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/rb/depth_stage.h"

namespace cyclorama::adreno {

/// Removes the samples of a batch that fail, and stores the depths of the others. Requires DepthTarget::plainTest.
void testPlainDepths(const DepthTest& draw, FragmentBatch& batch);

}  // namespace cyclorama::adreno
