#pragma once

#include "families/vivante/frontend/chip.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::device {

/// The chip that a configuration's section [VIVANTE] describes. Throws sim::Error where it describes none.
vivante::Chip vivanteChip(const machine::Configuration& configuration);

}  // namespace cyclorama::device
