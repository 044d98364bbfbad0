// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama dump`, `cut`, `reduce` and `stats`: what is made of a workload besides its run.

#include "cli/command.h"

namespace cyclorama::cli {

/// Adds them to the program, and to the list.
void addWorkloadCommands(CLI::App& program, Commands& commands);

}  // namespace cyclorama::cli
