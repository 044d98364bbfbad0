#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "machine/configuration.h"

namespace cyclorama::cli {

struct RunOptions {
    /// Empty: what the configuration names (SIMULATOR.InputFile).
    std::string workload;
    /// In place of SIMULATOR.SimFrames and SIMULATOR.StartFrame.
    std::optional<uint32_t> frames;
    std::optional<uint32_t> startFrame;
    /// Empty: a new folder in the current one, named after the workload.
    std::string outputFolder;
};

/// `cyclorama run` in functional mode: executes a workload and writes its frames, summary.json and config.ini. Throws
/// sim::Error for input that is refused and output that cannot be written; what was drawn before that is kept, and
/// summary.json then says why the run ended.
void runFunctional(const RunOptions& options, machine::Configuration configuration);

}  // namespace cyclorama::cli
