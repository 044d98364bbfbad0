// SPDX-License-Identifier: MIT
#pragma once
// Findings of checks, for their callers to report.

#include <optional>
#include <string>

#include "sim/finding.h"

namespace cyclorama::adreno {

struct Issue {
    const sim::FindingKind* kind = nullptr;
    std::string detail;
};

using OptionalIssue = std::optional<Issue>;

}  // namespace cyclorama::adreno
