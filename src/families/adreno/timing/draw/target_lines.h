// SPDX-License-Identifier: MIT
#pragma once
// The lines of render targets that fragments read and write.

#include <span>

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/rb/quad_places.h"
#include "families/adreno/rb/render_targets.h"
#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

/// Adds the pixels of a batch's fragments that have any of some samples, an element a quad, in a surface. Pixels that
/// the surface does not have are left out.
void addPixels(const QuadPlaces& places, const TargetSurface& surface, const FragmentBatch& batch,
               std::span<const uint32_t> samples, LineAccesses& lines);

}  // namespace cyclorama::adreno
