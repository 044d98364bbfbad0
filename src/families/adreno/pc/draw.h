// SPDX-License-Identifier: MIT
#pragma once
// A draw: from its numbers and the chip's state to primitives.

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// Vertices that a draw reads before its driver takes the chip for hung.
inline constexpr uint64_t kMostDrawVertices = uint64_t{1} << 30;

/// Executes the geometry stages of a draw, and hands its primitives to `sink`.
void drawPrimitives(const DrawOperands& operands, Execution& execution, PrimitiveSink& sink);

}  // namespace cyclorama::adreno
