// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama config`, `statistics` and `report`: tables and pages.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds them to the program, and to the list.
void addTableCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
