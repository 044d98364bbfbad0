// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama run`, `exec` and `ci`: what draws on a simulated chip.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds them to the program, and to the list.
void addProgramCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
