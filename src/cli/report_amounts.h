// SPDX-License-Identifier: MIT
#pragma once
// Amounts by slice of time, as counters of a trace.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "cli/report_times.h"
#include "results/perfetto_trace.h"

namespace cyclorama::cli {

/// Adds what the command processor, the users of memory, the units and the counters of a report did in each slice, as
/// tracks of a parent. A report without slices adds none.
void addReportAmounts(results::PerfettoTrace& trace, uint64_t parent, const nlohmann::json& tables,
                      const ReportTimes& times);

}  // namespace cyclorama::cli
