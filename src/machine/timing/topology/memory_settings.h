// SPDX-License-Identifier: MIT
#pragma once
// Parts of a configuration in the form that the memory controllers take.

#include "machine/configuration/configuration.h"
#include "mem/gddr/settings.h"
#include "mem/simple/simple_controller.h"

namespace cyclorama::machine::timing {

/// Requires a configuration that check() accepts, as everything here.
mem::gddr::Settings gddrSettings(const Configuration& configuration, const mem::ClientSettings& clients);
mem::simple::Settings simpleMemorySettings(const Configuration& configuration, const mem::ClientSettings& clients);

}  // namespace cyclorama::machine::timing
