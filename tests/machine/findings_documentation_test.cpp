// SPDX-License-Identifier: MIT
// docs/reference/findings.md lists every finding of the machine, with the words that a user sees.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "machine/values/machine_findings.h"
#include "support/paths.h"

namespace cyclorama::machine {
namespace {

TEST(FindingsDocumentation, HasARowForEveryFinding) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const sim::FindingKind& kind : findings::kAll) {
        const std::string row = "| `" + std::string(kind.identifier) + "` | " + std::string(name(kind.severity)) +
                                " | " + std::string(kind.sentence) + " | " + std::string(kind.hint) + " |";
        EXPECT_NE(text.find(row), std::string::npos) << row;
    }
}

TEST(FindingsDocumentation, IdentifiersAreDistinct) {
    std::set<std::string_view> identifiers;
    for (const sim::FindingKind& kind : findings::kAll) EXPECT_TRUE(identifiers.insert(kind.identifier).second);
}

}  // namespace
}  // namespace cyclorama::machine
