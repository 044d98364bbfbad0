// SPDX-License-Identifier: MIT
#pragma once
// SQLite databases and the statements on them. Every failure is a sim::Error with the file and SQLite's reason.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace cyclorama::report {

/// The type of a value, which in SQLite each has on its own.
enum class ValueKind { Null, Integer, Real, Text, Blob };

class Database {
  public:
    /// An empty database in place of whatever the file was.
    static Database create(const std::filesystem::path& path);
    /// An empty one without a file.
    static Database temporary();
    /// An existing one, from whomever: it cannot be changed, and nothing in its schema calls functions.
    static Database openForReading(const std::filesystem::path& path);

    /// Executes statements that give no rows.
    void execute(const char* sql) const;

    const std::string& file() const { return file_; }

  private:
    friend class Statement;
    Database(const std::filesystem::path& path, int flags);

    /// Throws for any result but success.
    void check(int result) const;

    struct Close {
        void operator()(sqlite3* database) const;
    };
    std::string file_;
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement. Parameters are `?`; columns and parameters are counted from 0.
class Statement {
  public:
    /// The database must outlive it.
    Statement(const Database& database, std::string_view sql);

    /// Executes a statement that gives no rows, with these parameters.
    template <typename... Values>
    void run(const Values&... values) {
        bindAll(values...);
        finish();
    }

    /// Starts a query. Parameters stay valid until its last row.
    template <typename... Values>
    void query(const Values&... values) {
        bindAll(values...);
    }
    /// Goes to the next row; false after the last one.
    bool next();
    ValueKind kind(int column) const;
    bool isNull(int column) const;
    int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    /// Valid until the next row.
    std::span<const std::byte> blob(int column) const;

  private:
    template <typename... Values>
    void bindAll(const Values&... values) {
        reset();
        int index = 0;
        (bind(index++, values), ...);
    }
    template <std::integral Value>
    void bind(int index, Value value) {
        bindInteger(index, static_cast<int64_t>(value));
    }
    template <typename Value>
    void bind(int index, const std::optional<Value>& value) {
        if (value)
            bind(index, *value);
        else
            bindNull(index);
    }
    void bind(int index, double value);
    void bind(int index, std::string_view value);
    void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
    void bind(int index, const char* value) { bind(index, std::string_view(value)); }
    void bind(int index, std::span<const std::byte> value);
    void bindInteger(int index, int64_t value);
    void bindNull(int index);
    void reset();
    void finish();

    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    const Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

}  // namespace cyclorama::report
