#pragma once
// Parts of a configuration in the form that the boxes of the timing machine take.

#include "machine/configuration/configuration.h"
#include "mem/gddr/settings.h"
#include "mem/legacy/legacy_controller.h"

namespace cyclorama::machine::timing {

/// Whether the machine is a Vivante chip: its memory is a flat address space, which its command stream is in, too.
bool isVivante(const Configuration& configuration);

/// Units and buses of either memory controller.
mem::ClientSettings memoryClientSettings(const Configuration& configuration);

/// Requires a configuration that check() accepts, as everything here.
mem::gddr::Settings gddrSettings(const Configuration& configuration);
mem::legacy::Settings legacyMemorySettings(const Configuration& configuration);

}  // namespace cyclorama::machine::timing
