// SPDX-License-Identifier: MIT
#pragma once
// The state that packets leave for the work that follows them.

#include "families/adreno/registers/register_values.h"
#include "families/adreno/sp/loaded_units.h"
#include "families/adreno/stream/draw_state_groups.h"
#include "families/adreno/vpc/streamout_program.h"

namespace cyclorama::adreno {

struct ChipState {
    RegisterValues registers;
    LoadedUnits loaded;
    StreamoutProgram streamoutProgram;
    /// The pass that the last marker began.
    PassMask pass = passes::kAll;
};

}  // namespace cyclorama::adreno
