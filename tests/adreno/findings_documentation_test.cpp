// SPDX-License-Identifier: MIT
// docs/reference/findings.md lists every finding of the blocks after the command processor, with the words that a user
// sees.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <span>
#include <sstream>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/hlsq/compute_findings.h"
#include "families/adreno/memory/memory_findings.h"
#include "families/adreno/rb/render_findings.h"
#include "families/adreno/sp/shading_findings.h"
#include "support/paths.h"

namespace cyclorama::adreno {
namespace {

TEST(AdrenoFindings, AreDocumented) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    std::stringstream text;
    text << file.rdbuf();
    for (const std::span<const sim::FindingKind> kinds :
         {std::span<const sim::FindingKind>(findings::kMemory), std::span<const sim::FindingKind>(findings::kShading),
          std::span<const sim::FindingKind>(findings::kCompute),
          std::span<const sim::FindingKind>(findings::kRender)}) {
        for (const sim::FindingKind& kind : kinds) {
            const std::string row = fmt::format("| `{}` | {} | {} | {} |", kind.identifier, sim::name(kind.severity),
                                                kind.sentence, kind.hint);
            EXPECT_NE(text.str().find(row), std::string::npos) << row;
        }
    }
}

}  // namespace
}  // namespace cyclorama::adreno
