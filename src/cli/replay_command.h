#pragma once

#include "cli/run_command.h"
#include "machine/configuration.h"

namespace cyclorama::cli {

/// `cyclorama run` of a capture of a Vivante chip: executes what was submitted, and writes the frames that were shown
/// and summary.json. Throws as runWorkload() does.
void replayVivanteCapture(const RunOptions& options, const std::string& path, machine::Configuration configuration);

}  // namespace cyclorama::cli
