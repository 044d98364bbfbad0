// SPDX-License-Identifier: MIT
#include "cli/report_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "cli/report_schema.h"
#include "report/database.h"
#include "report/schema.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

[[noreturn]] void refuse(const report::Database& database, const std::string& reason) {
    throw sim::Error(database.file(), "", reason);
}

int64_t numberOf(const report::Database& database, const std::string& query) {
    report::Statement statement(database, query);
    return statement.next() ? statement.integer(0) : 0;
}

void checkKind(const report::Database& database) {
    const int64_t application = numberOf(database, "PRAGMA application_id");
    if (application != report::kApplicationId)
        refuse(database, fmt::format("no report: its application id is 0x{:08X}, not 0x{:08X}",
                                     static_cast<uint32_t>(application), report::kApplicationId));
    const int64_t version = numberOf(database, "PRAGMA user_version");
    if (version != report::kSchemaVersion)
        refuse(database,
               fmt::format("a report of version {}; this program reads version {}", version, report::kSchemaVersion));
    report::Statement check(database, "PRAGMA quick_check(1)");
    const std::string damage = check.next() ? check.text(0) : "";
    if (damage != "ok") refuse(database, fmt::format("a damaged report: {}", damage));
}

using RowCounts = std::map<std::string_view, int64_t>;

/// Rows of a table, as arrays by column.
class TableReader {
  public:
    TableReader(const report::Database& database, const RowCounts& rows, const ReportTable& table, ReportTables& result)
        : database_(database), rows_(rows), table_(table), result_(result), columns_(table.columns.size()) {}

    void read() {
        report::Statement statement(database_, query());
        for (int64_t row = 0; statement.next(); ++row)
            for (size_t i = 0; i < columns_.size(); ++i) {
                if (row > 0) columns_[i] += ',';
                append(statement, i, row);
            }
    }

    std::string json() const {
        std::string text = fmt::format("\"{}\":{{", table_.name);
        for (size_t i = 0; i < columns_.size(); ++i)
            text += fmt::format("{}\"{}\":[{}]", i == 0 ? "" : ",", table_.columns[i].name, columns_[i]);
        return text + "}";
    }

  private:
    /// In the order of the keys, which are the first columns.
    std::string query() const {
        std::string names;
        std::string order;
        for (size_t i = 0; i < table_.columns.size(); ++i) {
            names += fmt::format("{}{}.{}", i == 0 ? "" : ",", table_.name, table_.columns[i].name);
            if (i < table_.keys) order += fmt::format("{}{}", i == 0 ? "" : ",", i + 1);
        }
        return fmt::format("SELECT {} FROM {} ORDER BY {}", names, table_.name, order);
    }

    [[noreturn]] void refuse(size_t column, int64_t row, const std::string& reason) const {
        ::cyclorama::cli::refuse(
            database_, fmt::format("table {}, row {}: {} {}", table_.name, row, table_.columns[column].name, reason));
    }

    void append(const report::Statement& statement, size_t i, int64_t row) {
        const ReportColumn& column = table_.columns[i];
        const int at = static_cast<int>(i);
        const report::ValueKind kind = statement.kind(at);
        if (kind == report::ValueKind::Null) {
            if (!column.optional) refuse(i, row, "is missing");
            columns_[i] += "null";
        } else if (column.kind == ColumnKind::Text && kind == report::ValueKind::Text) {
            appendText(statement, i, row);
        } else if (column.kind == ColumnKind::Blob && kind == report::ValueKind::Blob) {
            const std::span<const std::byte> bytes = statement.blob(at);
            columns_[i] += fmt::format("[{},{}]", result_.blobs.size(), bytes.size());
            const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
            result_.blobs.insert(result_.blobs.end(), data, data + bytes.size());
        } else if (column.kind == ColumnKind::Number && kind == report::ValueKind::Real) {
            const double value = statement.real(at);
            if (!std::isfinite(value)) refuse(i, row, "is no finite number");
            columns_[i] += fmt::format("{}", value);
        } else if ((column.kind == ColumnKind::Number || column.kind == ColumnKind::Integer) &&
                   kind == report::ValueKind::Integer) {
            appendInteger(statement.integer(at), i, row);
        } else {
            refuse(i, row, "is of another type");
        }
    }

    void appendText(const report::Statement& statement, size_t i, int64_t row) {
        std::string text = statement.text(static_cast<int>(i));
        if (table_.columns[i].picture) {
            if (std::filesystem::path(text).filename() != text || text == "." || text == "..")
                refuse(i, row, "is no file of the report's folder");
            if (std::ranges::find(result_.pictures, text) == result_.pictures.end()) result_.pictures.push_back(text);
        }
        // Bytes that are no UTF-8 become the character for such.
        columns_[i] += nlohmann::json(std::move(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    void appendInteger(int64_t value, size_t i, int64_t row) {
        const ReportColumn& column = table_.columns[i];
        if (column.name == "id" && value != row) refuse(i, row, fmt::format("is {}: ids have gaps", value));
        if (!column.references.empty() && (value < 0 || value >= rows_.at(column.references)))
            refuse(i, row, fmt::format("is {}: there is no such row of {}", value, column.references));
        columns_[i] += fmt::format("{}", value);
    }

    const report::Database& database_;
    const RowCounts& rows_;
    const ReportTable& table_;
    ReportTables& result_;
    std::vector<std::string> columns_;
};

}  // namespace

ReportTables readReportTables(const std::filesystem::path& file) {
    const auto database = report::Database::openForReading(file);
    checkKind(database);
    RowCounts rows;
    for (const ReportTable& table : reportSchema())
        rows[table.name] = numberOf(database, fmt::format("SELECT count(*) FROM {}", table.name));
    ReportTables result;
    for (const ReportTable& table : reportSchema()) {
        TableReader reader(database, rows, table, result);
        reader.read();
        result.json += (result.json.empty() ? "{" : ",") + reader.json();
    }
    result.json += "}";
    return result;
}

}  // namespace cyclorama::cli
