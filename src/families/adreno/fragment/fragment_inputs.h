// SPDX-License-Identifier: MIT
#pragma once
// The registers that a wave of fragments starts with.

#include "families/adreno/fragment/fragment_shading.h"
#include "families/adreno/fragment/fragment_units.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/isa/wave.h"

namespace cyclorama::adreno {

/// Writes the inputs that the program asks for, then the textures that are read ahead of it. The units have the batch.
void loadFragmentInputs(const FragmentShading& shading, const FragmentBatch& batch, FragmentUnits& units,
                        ir3::Wave& wave);

}  // namespace cyclorama::adreno
