#pragma once
// What becomes of a draw's state before any machine executes it, so that all of them execute the same.

#include "gpu/draw_state.h"
#include "sim/finding.h"

namespace cyclorama::machine {

/// Why nothing can be drawn with a state; null where something can.
const sim::FindingKind* drawProblem(const gpu::DrawState& state);

/// Completes a state with what a machine decides by itself: the number of samples in all its parts, and, where
/// triangles are set up in window coordinates, what the fixed functions take from elsewhere in ATTILA's way of drawing.
/// There `earlyZ` is left set only where testsCanComeFirst(). Requires a state without drawProblem().
void completeDrawState(gpu::DrawState& state);

/// Whether nothing but the depth and stencil tests can remove a fragment: frames are then the same whether the tests
/// come before the fragment program or after it, unless it writes to memory. Requires a fragment program.
bool testsCanComeFirst(const gpu::DrawState& state);

}  // namespace cyclorama::machine
