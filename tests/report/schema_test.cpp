// SPDX-License-Identifier: MIT
// The schema against its documentation.

#include "report/schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/paths.h"

namespace cyclorama::report {
namespace {

TEST(ReportSchema, StandsInTheDocument) {
    std::ifstream file(paths::source("docs/reference/report_file.md"));
    std::ostringstream document;
    document << file.rdbuf();
    EXPECT_NE(document.str().find(std::string("```sql") + kSchema + "```\n"), std::string::npos)
        << "the block of SQL in docs/reference/report_file.md is not the schema";
    EXPECT_NE(document.str().find("version of the schema, **" + std::to_string(kSchemaVersion) + "**"),
              std::string::npos);
}

}  // namespace
}  // namespace cyclorama::report
