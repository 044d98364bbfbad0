// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama stats`: what a workload asks of a GPU, without time.

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "family/workload.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::cli {

struct StatsOptions {
    std::string workload;
    std::optional<uint32_t> frames;
    std::optional<uint32_t> startFrame;
    /// Folder for the tables; empty for none.
    std::string outputFolder;
};

/// Executes a workload functionally, and prints what it counted; the tables go to the folder, where one is named.
/// Findings go to standard error. Throws sim::Error where the workload is malformed or a table cannot be written.
void statsCommand(const StatsOptions& options, family::Workload& workload, machine::Configuration configuration,
                  std::ostream& out);

}  // namespace cyclorama::cli
