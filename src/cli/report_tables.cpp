// SPDX-License-Identifier: MIT
#include "cli/report_tables.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "cli/report_schema.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

constexpr int64_t kApplication = 0x4379636C;
constexpr int64_t kVersion = 1;

struct Closing {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

/// A database opened to read, whose errors are about its file.
class Database {
  public:
    explicit Database(const std::filesystem::path& file) : file_(file.string()) {
        if (!std::filesystem::is_regular_file(file)) throw sim::Error(file_, "", "no report: there is no such file");
        sqlite3* opened = nullptr;
        const int status = sqlite3_open_v2(file_.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
        database_.reset(opened);
        if (status != SQLITE_OK) fail();
        // A file from elsewhere: nothing in its schema may call functions.
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    }

    std::unique_ptr<sqlite3_stmt, Closing> prepare(const std::string& text) const {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(database_.get(), text.c_str(), -1, &statement, nullptr) != SQLITE_OK) fail();
        return std::unique_ptr<sqlite3_stmt, Closing>(statement);
    }

    /// Goes on to the next row, if there is one.
    bool step(sqlite3_stmt& statement) const {
        const int status = sqlite3_step(&statement);
        if (status != SQLITE_ROW && status != SQLITE_DONE) fail();
        return status == SQLITE_ROW;
    }

    int64_t number(const std::string& query) const {
        const auto statement = prepare(query);
        return step(*statement) ? sqlite3_column_int64(statement.get(), 0) : 0;
    }

    std::string text(const std::string& query) const {
        const auto statement = prepare(query);
        const unsigned char* found = step(*statement) ? sqlite3_column_text(statement.get(), 0) : nullptr;
        return found ? reinterpret_cast<const char*>(found) : "";
    }

    [[noreturn]] void refuse(const std::string& reason) const { throw sim::Error(file_, "", reason); }

  private:
    [[noreturn]] void fail() const {
        refuse(fmt::format("no whole report: SQLite says '{}'", sqlite3_errmsg(database_.get())));
    }

    std::string file_;
    std::unique_ptr<sqlite3, Closing> database_;
};

void checkKind(const Database& database) {
    const int64_t application = database.number("PRAGMA application_id");
    if (application != kApplication)
        database.refuse(fmt::format("no report: its application id is 0x{:08X}, not 0x{:08X}",
                                    static_cast<uint32_t>(application), kApplication));
    const int64_t version = database.number("PRAGMA user_version");
    if (version != kVersion)
        database.refuse(fmt::format("a report of version {}; this program reads version {}", version, kVersion));
    const std::string damage = database.text("PRAGMA quick_check(1)");
    if (damage != "ok") database.refuse(fmt::format("a damaged report: {}", damage));
}

using RowCounts = std::map<std::string_view, int64_t>;

/// Rows of a table, as arrays by column.
class TableReader {
  public:
    TableReader(const Database& database, const RowCounts& rows, const ReportTable& table, ReportTables& result)
        : database_(database), rows_(rows), table_(table), result_(result), columns_(table.columns.size()) {}

    void read() {
        const auto statement = database_.prepare(query());
        for (int64_t row = 0; database_.step(*statement); ++row)
            for (size_t i = 0; i < columns_.size(); ++i) {
                if (row > 0) columns_[i] += ',';
                append(*statement, i, row);
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
        database_.refuse(fmt::format("table {}, row {}: {} {}", table_.name, row, table_.columns[column].name, reason));
    }

    void append(sqlite3_stmt& statement, size_t i, int64_t row) {
        const ReportColumn& column = table_.columns[i];
        const int at = static_cast<int>(i);
        const int type = sqlite3_column_type(&statement, at);
        if (type == SQLITE_NULL) {
            if (!column.optional) refuse(i, row, "is missing");
            columns_[i] += "null";
        } else if (column.kind == ColumnKind::Text && type == SQLITE_TEXT) {
            appendText(statement, i, row);
        } else if (column.kind == ColumnKind::Blob && type == SQLITE_BLOB) {
            const auto bytes = static_cast<size_t>(sqlite3_column_bytes(&statement, at));
            const auto* data = static_cast<const uint8_t*>(sqlite3_column_blob(&statement, at));
            columns_[i] += fmt::format("[{},{}]", result_.blobs.size(), bytes);
            result_.blobs.insert(result_.blobs.end(), data, data + bytes);
        } else if (column.kind == ColumnKind::Number && type == SQLITE_FLOAT) {
            const double value = sqlite3_column_double(&statement, at);
            if (!std::isfinite(value)) refuse(i, row, "is no finite number");
            fmt::format_to(std::back_inserter(columns_[i]), "{}", value);
        } else if ((column.kind == ColumnKind::Number || column.kind == ColumnKind::Integer) &&
                   type == SQLITE_INTEGER) {
            appendInteger(sqlite3_column_int64(&statement, at), i, row);
        } else {
            refuse(i, row, "is of another type");
        }
    }

    void appendText(sqlite3_stmt& statement, size_t i, int64_t row) {
        const int at = static_cast<int>(i);
        const auto* characters = reinterpret_cast<const char*>(sqlite3_column_text(&statement, at));
        std::string text(characters, static_cast<size_t>(sqlite3_column_bytes(&statement, at)));
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
        fmt::format_to(std::back_inserter(columns_[i]), "{}", value);
    }

    const Database& database_;
    const RowCounts& rows_;
    const ReportTable& table_;
    ReportTables& result_;
    std::vector<std::string> columns_;
};

}  // namespace

ReportTables readReportTables(const std::filesystem::path& file) {
    const Database database(file);
    checkKind(database);
    RowCounts rows;
    for (const ReportTable& table : reportSchema())
        rows[table.name] = database.number(fmt::format("SELECT count(*) FROM {}", table.name));
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
