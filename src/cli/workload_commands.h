// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama dump`, `cut`, `reduce` and `stats`: what is made of a workload besides its run.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds the subcommands dump, cut, reduce and stats to the parser of the command line, and to the list of
/// subcommands.
void addWorkloadCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
