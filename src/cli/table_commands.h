// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama config`, `statistics` and `report`: tables and pages.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds the subcommands config, statistics and report to the parser of the command line, and to the list of
/// subcommands.
void addTableCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
