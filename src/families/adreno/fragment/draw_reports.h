// SPDX-License-Identifier: MIT
#pragma once
// Reports of a draw's colour and depth targets before its first fragment, to the checks and to observers of the run.

#include "families/adreno/fragment/fragment_draw.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/surface/image_use.h"
#include "machine/values/operation_context.h"

namespace cyclorama::adreno {

/// Who hears of a draw's targets; each may be null.
struct TargetListeners {
    LrzListener* lrz = nullptr;
    ImageListener* images = nullptr;
};

/// Reports the targets that the draw tests and writes.
void announceTargets(const RegisterValues& registers, const FragmentDraw& draw, const TargetListeners& listeners);
/// Has the draw's fragments counted, and one of them traced, where an observer of the run wants that. The counts; null
/// without an observer.
gpu::PixelCounts* observePixels(const RegisterValues& registers, machine::OperationContext& context,
                                FragmentDraw& draw);

}  // namespace cyclorama::adreno
