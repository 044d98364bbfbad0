// SPDX-License-Identifier: MIT
#pragma once
// The tables of a report file (docs/reference/report_file.md) as a page carries them: column by column.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cyclorama::cli {

/// A report file, read and checked.
struct ReportTables {
    /// A JSON object: by the name of each table an object that has an array for each column. A BLOB stands there as
    /// [offset, bytes] in `blobs`.
    std::string json;
    /// All BLOBs one after the other.
    std::vector<uint8_t> blobs;
    /// Names of the files of the frames' pictures, each once.
    std::vector<std::string> pictures;
};

/// Reads a report file. Throws sim::Error where it is none, has another version, is damaged or truncated, or where its
/// rows are not as the schema says: a column of another type, an id out of order, a reference to a row that is not
/// there, or a picture outside the report's folder.
ReportTables readReportTables(const std::filesystem::path& file);

}  // namespace cyclorama::cli
