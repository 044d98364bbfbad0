// SPDX-License-Identifier: MIT
#pragma once
// Shows the observer of a draw what its targets hold: before it, where something else may have changed them, and behind
// it the tiles in which it wrote fragments. A bin on the chip is shown at its place in the image in memory; of several
// layers the first.

#include "families/adreno/fragment/render_context.h"
#include "families/adreno/operations/chip_operation.h"

namespace cyclorama::adreno {

void showTargetsBefore(const Execution& execution, const RenderContext& context);
void showTargetsAfter(const Execution& execution, const RenderContext& context);

}  // namespace cyclorama::adreno
