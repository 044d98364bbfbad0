// SPDX-License-Identifier: MIT
#pragma once
// A report as tracks of a trace (docs/reference/traces.md).

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "results/perfetto_trace.h"

namespace cyclorama::cli {

/// A report whose tables were read (cli/report_tables.h), for a trace.
struct TracedReport {
    /// The root track's name.
    std::string name;
    /// The report file, for errors.
    std::string file;
    const nlohmann::json& tables;
};

/// Adds a root track with all that the report has of time. Throws sim::Error where it has none, or where its times are
/// not in order.
void addReport(results::PerfettoTrace& trace, const TracedReport& report);

}  // namespace cyclorama::cli
