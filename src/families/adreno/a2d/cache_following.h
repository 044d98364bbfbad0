// SPDX-License-Identifier: MIT
#pragma once
// Tells the checks of images which ones transfers use, and those of caches which texels they write.

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/surface/surface_view.h"

namespace cyclorama::adreno {

/// The image of a move or blit; those in GMEM are none.
void followImageRead(Execution& execution, const SurfaceView& view, MemoryClient unit);
void followImageWrite(Execution& execution, const SurfaceView& view, MemoryClient unit);

/// All samples of a rectangle of the first layer. Images in GMEM lie behind no cache.
void followWrite(Execution& execution, const SurfaceView& view, const BlitRectangle& area);

}  // namespace cyclorama::adreno
