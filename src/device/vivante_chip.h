#pragma once

#include "frontend/vivante/chip.h"
#include "machine/configuration.h"

namespace cyclorama::device {

/// The chip that a configuration's section [VIVANTE] describes. Throws sim::Error where it describes none.
frontend::vivante::Chip vivanteChip(const machine::Configuration& configuration);

}  // namespace cyclorama::device
