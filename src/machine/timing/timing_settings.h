// SPDX-License-Identifier: MIT
#pragma once
// Parts of a configuration in the form that the boxes of the timing machine take.

#include "machine/configuration/configuration.h"
#include "mem/gddr/settings.h"
#include "mem/simple/simple_controller.h"

namespace cyclorama::machine::timing {

/// Units and buses of the blocks that every family may have, for either memory controller.
mem::ClientSettings memoryClientSettings(const Configuration& configuration);

/// Requires a configuration that check() accepts, as everything here.
mem::gddr::Settings gddrSettings(const Configuration& configuration, const mem::ClientSettings& clients);
mem::simple::Settings simpleMemorySettings(const Configuration& configuration, const mem::ClientSettings& clients);

}  // namespace cyclorama::machine::timing
