// SPDX-License-Identifier: MIT
#pragma once
// Feedback from the depth buffer to low resolution depth (Mesa: docs/drivers/freedreno/hw/lrz.rst): draws that a
// binning pass cannot know the depths of, as their programs drop fragments, are known once they are drawn.

#include <cstdint>

#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/rb/quad_places.h"
#include "families/adreno/rb/render_targets.h"

namespace cyclorama::adreno {

/// Takes the depths that the triangles of a draw have left in a target, from the pixels around them. Blocks that are
/// partly outside of the target stay as they are. The number of blocks that changed. `addresses` hear of accesses to
/// low resolution depth.
uint64_t feedDepthsBack(const QuadPlaces& places, const DepthTarget& target, const LrzDraw& lrz,
                        const LrzAddresses& addresses);

}  // namespace cyclorama::adreno
