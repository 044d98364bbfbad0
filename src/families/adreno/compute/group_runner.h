// SPDX-License-Identifier: MIT
#pragma once
// Workgroups, executed one after the other or by several threads.

#include "families/adreno/compute/dispatch.h"
#include "families/adreno/shading/stage_binding.h"

namespace cyclorama::adreno {

/// Runs all workgroups of a grid, in the order of their numbers. Those of a program without atomic operations are
/// shared among threads: it cannot tell in which order they run unless one workgroup reads, or overwrites with another
/// value, what another one stores, which the rules of the APIs leave undefined.
void runGroups(const Grid& grid, StageBinding& binding, Execution& execution);

}  // namespace cyclorama::adreno
