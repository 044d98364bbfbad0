// SPDX-License-Identifier: MIT
#pragma once
// The findings of dispatches (docs/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kGroupTooLarge{
    .identifier = "dispatch-group-too-large",
    .severity = sim::Severity::Hang,
    .sentence = "a workgroup has more fibers than a shader processor holds; the dispatch is left out",
    .hint = "a workgroup has at most 2048 fibers"};

inline constexpr std::array kCompute{kGroupTooLarge};

}  // namespace cyclorama::adreno::findings
