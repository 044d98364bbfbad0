// SPDX-License-Identifier: MIT
#pragma once
// The schema of the report file (docs/reference/report_file.md), as a reader checks it.

#include <span>
#include <string_view>
#include <vector>

namespace cyclorama::cli {

enum class ColumnKind {
    Integer,
    /// Integer or real.
    Number,
    Text,
    Blob,
};

struct ReportColumn {
    std::string_view name = {};
    ColumnKind kind = ColumnKind::Integer;
    /// May be NULL: no value.
    bool optional = false;
    /// The table whose `id` the values are; empty for other values.
    std::string_view references = {};
    /// The values name files of the report's folder.
    bool picture = false;
};

struct ReportTable {
    std::string_view name = {};
    /// Number of leading columns that identify a row, and order the rows.
    size_t keys = 1;
    std::vector<ReportColumn> columns = {};
};

/// All tables; and, in the place of those of amounts, the views of what these hold.
std::span<const ReportTable> reportSchema();

}  // namespace cyclorama::cli
