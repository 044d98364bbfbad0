// SPDX-License-Identifier: MIT
#pragma once
// Tells the checks of images which targets in memory a draw uses.

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/rb/render_targets.h"

namespace cyclorama::adreno {

void followTargets(const Execution& execution, const RenderTargets& targets);

}  // namespace cyclorama::adreno
