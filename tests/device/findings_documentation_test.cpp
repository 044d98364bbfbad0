// SPDX-License-Identifier: MIT
// docs/reference/findings.md lists every finding of the device, with the words that a user sees.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "device/objects/device_findings.h"
#include "support/paths.h"

namespace cyclorama::device {
namespace {

TEST(DeviceFindings, AreDocumented) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    std::stringstream text;
    text << file.rdbuf();
    for (const sim::FindingKind& kind : {kUnknownIoctl, kStreamRefused, kJobHung, kMissingCounter}) {
        const std::string row =
            fmt::format("| `{}` | {} | {} | {} |", kind.identifier, sim::name(kind.severity), kind.sentence, kind.hint);
        EXPECT_NE(text.str().find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace cyclorama::device
