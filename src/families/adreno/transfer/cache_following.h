// SPDX-License-Identifier: MIT
#pragma once
// Tells the checks of caches which texels transfers write.

#include "families/adreno/pipeline/chip_operation.h"
#include "families/adreno/surface/surface_view.h"
#include "families/adreno/transfer/blit_state.h"

namespace cyclorama::adreno {

/// All samples of a rectangle of the first layer. Images in GMEM lie behind no cache.
void followWrite(Execution& execution, const SurfaceView& view, const BlitRectangle& area);

}  // namespace cyclorama::adreno
