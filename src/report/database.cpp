// SPDX-License-Identifier: MIT
#include "report/database.h"

#include <sqlite3.h>

#include <system_error>

#include "sim/error.h"

namespace cyclorama::report {

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database(const std::filesystem::path& path, int flags) : file_(path.string()) {
    // SQLite's figures of its own memory, which are never read, would take a lock for each allocation.
    [[maybe_unused]] static const int figures = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3* opened = nullptr;
    const int result = sqlite3_open_v2(file_.c_str(), &opened, flags, nullptr);
    handle_.reset(opened);
    check(result);
}

Database Database::create(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return {path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
}

Database Database::temporary() { return {":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE}; }

Database Database::openForReading(const std::filesystem::path& path) {
    Database database(path, SQLITE_OPEN_READONLY);
    database.check(sqlite3_db_config(database.handle_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr));
    database.check(sqlite3_db_config(database.handle_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr));
    return database;
}

void Database::execute(const char* sql) const { check(sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr)); }

void Database::check(int result) const {
    if (result == SQLITE_OK) return;
    throw sim::Error(file_, "", handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(result));
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
    sqlite3_stmt* prepared = nullptr;
    const int result =
        sqlite3_prepare_v2(database.handle_.get(), sql.data(), static_cast<int>(sql.size()), &prepared, nullptr);
    handle_.reset(prepared);
    database.check(result);
}

bool Statement::next() {
    const int result = sqlite3_step(handle_.get());
    if (result == SQLITE_ROW) return true;
    if (result != SQLITE_DONE) database_->check(result);
    return false;
}

ValueKind Statement::kind(int column) const {
    switch (sqlite3_column_type(handle_.get(), column)) {
        case SQLITE_INTEGER:
            return ValueKind::Integer;
        case SQLITE_FLOAT:
            return ValueKind::Real;
        case SQLITE_TEXT:
            return ValueKind::Text;
        case SQLITE_BLOB:
            return ValueKind::Blob;
        default:
            return ValueKind::Null;
    }
}

bool Statement::isNull(int column) const { return kind(column) == ValueKind::Null; }

int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(handle_.get(), column); }

std::string Statement::text(int column) const {
    const unsigned char* const text = sqlite3_column_text(handle_.get(), column);
    const auto bytes = static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column));
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text), bytes);
}

std::span<const std::byte> Statement::blob(int column) const {
    const void* const bytes = sqlite3_column_blob(handle_.get(), column);
    const auto size = static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column));
    return {static_cast<const std::byte*>(bytes), bytes == nullptr ? 0 : size};
}

void Statement::bind(int index, double value) {
    database_->check(sqlite3_bind_double(handle_.get(), index + 1, value));
}

void Statement::bind(int index, std::string_view value) {
    // A text without an address would be NULL.
    if (value.empty()) value = "";
    database_->check(
        sqlite3_bind_text(handle_.get(), index + 1, value.data(), static_cast<int>(value.size()), SQLITE_STATIC));
}

void Statement::bind(int index, std::span<const std::byte> value) {
    database_->check(sqlite3_bind_blob64(handle_.get(), index + 1, value.data(), value.size(), SQLITE_STATIC));
}

void Statement::bindInteger(int index, int64_t value) {
    database_->check(sqlite3_bind_int64(handle_.get(), index + 1, value));
}

void Statement::bindNull(int index) { database_->check(sqlite3_bind_null(handle_.get(), index + 1)); }

void Statement::reset() { sqlite3_reset(handle_.get()); }

void Statement::finish() {
    const int result = sqlite3_step(handle_.get());
    if (result != SQLITE_DONE && result != SQLITE_ROW) database_->check(result);
    sqlite3_reset(handle_.get());
}

}  // namespace cyclorama::report
