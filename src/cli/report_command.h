// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama report`: one page that shows a run, or two side by side; or a trace of them for Perfetto.

#include <string>
#include <vector>

namespace cyclorama::cli {

struct ReportOptions {
    /// One or two folders of runs with --report.
    std::vector<std::string> folders;
    /// The page; empty for report.html in the first folder.
    std::string output;
    /// A trace in Perfetto's format, in place of the page; empty for the page.
    std::string perfetto;
};

/// Writes the page or the trace. Throws sim::Error where a report cannot be read or the file cannot be written.
void reportCommand(const ReportOptions& options);

}  // namespace cyclorama::cli
