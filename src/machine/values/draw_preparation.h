// SPDX-License-Identifier: MIT
#pragma once
// Preparation of a draw's state, the same for every machine.

#include "gpu/dialect.h"
#include "gpu/draw_state.h"
#include "sim/finding.h"

namespace cyclorama::machine {

/// The reason why nothing can be drawn with a state; null if something can.
const sim::FindingKind* drawProblem(const gpu::DrawState& state, const gpu::Dialect& dialect);

/// Writes into a state what does not depend on it alone: the chip's choices for the fixed functions, the number of
/// samples in all its parts, the format of the depth buffer. `earlyZ` stays set only for draws whose tests may come
/// early. Requires a state without drawProblem().
void completeDrawState(gpu::DrawState& state, const gpu::Dialect& dialect);

/// True if nothing but the depth and stencil tests can remove a fragment: frames are then the same with the tests
/// before the fragment program or after it, unless it writes to memory. Requires a fragment program.
bool testsCanComeFirst(const gpu::DrawState& state);

}  // namespace cyclorama::machine
