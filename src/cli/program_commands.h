// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama run`, `exec`, `ci`, `compare` and `bisect`: what draws on a simulated chip.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds the subcommands run, exec, ci, compare and bisect to the parser of the command line, and to the list of
/// subcommands.
void addProgramCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
