// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama exec --driver-modes`: the same program in several modes of its driver, side by side.

#include <span>
#include <string>

#include "cli/exec_command.h"

namespace cyclorama::cli {

/// A run in a mode.
struct ModeRun {
    std::string mode;
    results::RunSummary summary;
    /// Folder of results with the pictures of its frames; empty if nothing was written.
    std::string folder;
};

/// Runs in columns, and their ratios to the first: frames, cycles, what they were spent on, bytes by unit, findings,
/// and the pictures that differ.
std::string modesText(std::span<const ModeRun> runs);

/// Runs the program in each mode, with results in folders of the output folder that are named after the modes, and
/// prints modesText(). With a report, makes comparison.html of the first two. The first status that is not 0. Throws
/// sim::Error for modes that the driver does not have.
int runDriverModes(const ExecOptions& options);

}  // namespace cyclorama::cli
