// SPDX-License-Identifier: MIT
#pragma once
// The state that packets leave for the work that follows them.

#include "families/adreno/frontend/draw_state_groups.h"
#include "families/adreno/frontend/register_values.h"
#include "families/adreno/geometry/streamout_program.h"
#include "families/adreno/shading/loaded_units.h"

namespace cyclorama::adreno {

struct ChipState {
    RegisterValues registers;
    LoadedUnits loaded;
    StreamoutProgram streamoutProgram;
    /// The pass that the last marker began.
    PassMask pass = passes::kAll;
};

}  // namespace cyclorama::adreno
