// SPDX-License-Identifier: MIT
#pragma once
// The state that packets leave for the work that follows them.

#include "families/adreno/registers/register_values.h"
#include "families/adreno/sp/loaded_units.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vpc/streamout_program.h"

namespace cyclorama::adreno {

/// A copy is a snapshot. Registers, constants and descriptors are shared until one of the two changes them; the
/// streamout's program (1 KiB) and shared constants are copied.
struct ChipState {
    RegisterValues registers;
    LoadedUnits loaded;
    StreamoutProgram streamoutProgram;

    StageBindingState stages() const { return {.registers = registers, .loaded = loaded}; }
};

}  // namespace cyclorama::adreno
