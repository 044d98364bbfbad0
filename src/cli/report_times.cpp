// SPDX-License-Identifier: MIT
#include "cli/report_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/error.h"

namespace cyclorama::cli {
namespace {

using Json = nlohmann::json;

/// In nanoseconds, up to it times the longest period, they take less than 63 bits.
constexpr int64_t kMostCycles = int64_t{1} << 52;
/// Picoseconds, at 1 MHz: the slowest clock that a configuration takes.
constexpr int64_t kLongestPeriod = 1'000'000;
constexpr int64_t kPicosecondsPerNanosecond = 1000;

/// Columns of a table that hold ranges of cycles.
struct RangeColumns {
    std::string_view table;
    std::string_view first;
    std::string_view end;
    bool mayOverlap = false;
};

constexpr RangeColumns kRanges[] = {
    {.table = "frames", .first = "first_cycle", .end = "end_cycle"},
    {.table = "operations", .first = "first_cycle", .end = "end_cycle", .mayOverlap = true},
    {.table = "operations", .first = "share_first_cycle", .end = "share_end_cycle"},
    {.table = "slices", .first = "first_cycle", .end = "end_cycle"}};

class RangeCheck {
  public:
    RangeCheck(const Json& tables, const RangeColumns& columns, const std::string& file)
        : columns_(columns), file_(file), table_(tables.at(columns.table)) {}

    void check() const {
        for (size_t row = 0; row < table_.at(columns_.first).size(); ++row) checkRow(row);
        if (columns_.mayOverlap) return;
        int64_t before = 0;
        for (const size_t row : rowsByTime(table_, columns_.first, columns_.end)) {
            if (value(columns_.first, row) < before) refuse(row, columns_.first, "is before the end of another row");
            before = value(columns_.end, row).get<int64_t>();
        }
    }

  private:
    const Json& value(std::string_view column, size_t row) const { return table_.at(column)[row]; }

    void checkRow(size_t row) const {
        const Json& first = value(columns_.first, row);
        const Json& end = value(columns_.end, row);
        if (first.is_null() && !end.is_null()) refuse(row, columns_.first, "is missing, though it ends");
        if (!first.is_null() && (first < 0 || first > kMostCycles)) refuse(row, columns_.first, "is no cycle");
        if (!end.is_null() && (end < first || end > kMostCycles))
            refuse(row, columns_.end, fmt::format("is no cycle after {}", columns_.first));
    }

    [[noreturn]] void refuse(size_t row, std::string_view column, std::string_view reason) const {
        throw sim::Error(file_, "", fmt::format("table {}, row {}: {} {}", columns_.table, row, column, reason));
    }

    const RangeColumns& columns_;
    const std::string& file_;
    const Json& table_;
};

}  // namespace

std::vector<size_t> rowsByTime(const Json& table, std::string_view first, std::string_view end) {
    const Json& firsts = table.at(first);
    const Json& ends = table.at(end);
    std::vector<size_t> rows;
    for (size_t row = 0; row < firsts.size(); ++row)
        if (!firsts[row].is_null() && !ends[row].is_null()) rows.push_back(row);
    std::ranges::stable_sort(rows, {}, [&](size_t row) {
        return std::pair{firsts[row].get<int64_t>(), ends[row].get<int64_t>()};
    });
    return rows;
}

ReportTimes::ReportTimes(const Json& tables, const std::string& file) {
    for (const RangeColumns& columns : kRanges) RangeCheck(tables, columns, file).check();
    const auto hasTimes = [&](std::string_view table) {
        return !rowsByTime(tables.at(table), "first_cycle", "end_cycle").empty();
    };
    if (!hasTimes("frames") && !hasTimes("operations"))
        throw sim::Error(file, "", "has no times for a trace: they are of runs with --mode timing");
    const Json& periods = tables.at("clocks").at("period_picoseconds");
    if (periods.empty()) return;
    period_ = periods.front().get<int64_t>();
    if (period_ < 1 || period_ > kLongestPeriod)
        throw sim::Error(file, "", fmt::format("table clocks, row 0: period_picoseconds is {}", period_));
}

uint64_t ReportTimes::nanoseconds(int64_t cycle) const {
    const int64_t thousands = cycle / kPicosecondsPerNanosecond;
    const int64_t rest = cycle % kPicosecondsPerNanosecond;
    return static_cast<uint64_t>(thousands * period_ + rest * period_ / kPicosecondsPerNanosecond);
}

}  // namespace cyclorama::cli
