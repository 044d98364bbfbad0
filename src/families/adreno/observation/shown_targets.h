// SPDX-License-Identifier: MIT
#pragma once
// Shows the observer of a draw what its targets hold: before it, where something else may have changed them, and after
// it the tiles in which it wrote fragments. A bin on the chip is shown at its place in the image in memory; of several
// layers the first.

#include "families/adreno/rb/render_targets.h"
#include "families/adreno/registers/register_values.h"
#include "gpu/pixel_counts.h"
#include "machine/values/run_observer.h"

namespace cyclorama::adreno {

/// `reach`: the pixels of the window that the draw can write.
void showTargetsBefore(const machine::ObservedDraw& observed, const RegisterValues& registers,
                       const RenderTargets& targets, const func::PixelRectangle& reach);
/// `pixels` has counted the fragments of the draw; without it nothing is shown.
void showTargetsAfter(const machine::ObservedDraw& observed, const RegisterValues& registers,
                      const RenderTargets& targets, const func::PixelRectangle& reach, const gpu::PixelCounts* pixels);

}  // namespace cyclorama::adreno
