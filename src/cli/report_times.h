// SPDX-License-Identifier: MIT
#pragma once
// The times of a report, checked, in nanoseconds.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::cli {

class ReportTimes {
  public:
    /// Reads the times from a report's tables. Throws sim::Error with the file where the report has no times, where a
    /// row ends before it begins, or where frames, shares of operations or slices overlap.
    ReportTimes(const nlohmann::json& tables, const std::string& file);

    /// The begin of a cycle of the main clock, cut to whole nanoseconds.
    uint64_t nanoseconds(int64_t cycle) const;
    /// One cycle in picoseconds; 1000 where the report does not name its clocks.
    int64_t period() const { return period_; }

  private:
    int64_t period_ = 1000;
};

/// The rows of a table that have both times, sorted by them.
std::vector<size_t> rowsByTime(const nlohmann::json& table, std::string_view first, std::string_view end);

}  // namespace cyclorama::cli
