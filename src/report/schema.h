// SPDX-License-Identifier: MIT
#pragma once
// The tables of a report file. docs/reference/report_file.md describes them; a test holds it to these.

#include <cstdint>

namespace cyclorama::report {

/// PRAGMA application_id: "Cycl".
inline constexpr int32_t kApplicationId = 0x4379636C;
/// PRAGMA user_version.
inline constexpr int32_t kSchemaVersion = 13;
/// The name of the file in a folder of results.
inline constexpr const char* kReportFile = "report.sqlite";

/// Statements that create the tables.
extern const char* const kSchema;

}  // namespace cyclorama::report
