// SPDX-License-Identifier: MIT
#pragma once

#include "machine/configuration/configuration.h"
#include "results/output_file.h"

namespace cyclorama::session {

/// Writes config.ini, the resolved configuration, which reproduces the run; a comment names the program that wrote it.
/// Throws sim::Error where it cannot.
void writeConfiguration(const results::OutputFolder& folder, const machine::Configuration& configuration);

}  // namespace cyclorama::session
