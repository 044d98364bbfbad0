// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama report`: one page that shows a run, or two side by side.

#include <string>
#include <vector>

namespace cyclorama::cli {

struct ReportOptions {
    /// One or two folders of runs with --report.
    std::vector<std::string> folders;
    /// The page; empty for report.html in the first folder.
    std::string output;
};

/// Writes the page. Throws sim::Error where a report cannot be read or the page cannot be written.
void reportCommand(const ReportOptions& options);

}  // namespace cyclorama::cli
