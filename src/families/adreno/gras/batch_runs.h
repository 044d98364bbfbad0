// SPDX-License-Identifier: MIT
#pragma once
// Cuts batches where a quad is on an earlier one: the later one must see what the earlier one wrote.

#include <cstdint>

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/raster_list.h"

namespace cyclorama::adreno {

/// True if two quads have samples of the same pixels. Where each sample is shaded, the same sample.
bool overlap(const FragmentBatch& a, uint32_t quadOfA, const FragmentBatch& b, uint32_t quadOfB,
             const RasterList& list);

/// The end of the run of quads from `first` on, at most `limit` of them, of which no two overlap.
uint32_t endOfRun(const FragmentBatch& batch, uint32_t first, uint32_t limit, const RasterList& list);

}  // namespace cyclorama::adreno
