// SPDX-License-Identifier: MIT
#pragma once
// Workgroups, executed one after the other or by several threads.

#include <cstdint>

#include "families/adreno/chip/chip.h"
#include "families/adreno/hlsq/grid.h"
#include "families/adreno/sp/stage_binding.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// Instructions of all waves of a dispatch after which it counts as endless: about what a chip executes in the time of
/// a few hangchecks, a gigahertz and an instruction a cycle given.
inline constexpr uint64_t kMostDispatchSteps = uint64_t{1} << 31;

/// Runs all workgroups of a grid, in the order of their numbers. Those of a program without atomic operations are
/// shared among threads: it cannot observe in which order they run unless one workgroup reads, or overwrites with
/// another value, what another one stores, which the rules of the APIs leave undefined.
void runGroups(const Grid& grid, const StageBinding& binding, const Chip& chip, machine::WorkerPool& workers);

}  // namespace cyclorama::adreno
