// SPDX-License-Identifier: MIT
#pragma once
// Reports the targets in memory that a draw uses.

#include "families/adreno/rb/render_targets.h"
#include "families/adreno/surface/image_use.h"

namespace cyclorama::adreno {

void reportTargets(const RenderTargets& targets, ImageListener& listener);

}  // namespace cyclorama::adreno
