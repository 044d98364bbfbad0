// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama run`, `exec` and `ci`: what draws on a simulated chip.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds the subcommands run, exec and ci to the parser of the command line, and to the list of subcommands.
void addProgramCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
