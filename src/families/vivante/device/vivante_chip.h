// SPDX-License-Identifier: MIT
#pragma once

#include "families/vivante/chip/chip.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::vivante {

/// The chip that a configuration's section [VIVANTE] describes. Throws sim::Error where it describes none.
Chip vivanteChip(const machine::Configuration& configuration);

}  // namespace cyclorama::vivante
