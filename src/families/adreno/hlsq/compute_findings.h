// SPDX-License-Identifier: MIT
#pragma once
// The findings of dispatches (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kGroupTooLarge{
    .identifier = "dispatch-group-too-large",
    .severity = sim::Severity::Hang,
    .sentence = "a workgroup has more fibers than a shader processor holds; the dispatch is left out",
    .hint = "a workgroup has at most 2048 fibers"};

inline constexpr sim::FindingKind kEndlessDispatch{
    .identifier = "dispatch-without-end",
    .severity = sim::Severity::Hang,
    .sentence =
        "the workgroups of a dispatch execute more instructions than a chip does before its driver takes it for "
        "hung",
    .hint = "split it into several dispatches; check the numbers of workgroups, in memory where it is indirect"};

inline constexpr std::array kCompute{kGroupTooLarge, kEndlessDispatch};

}  // namespace cyclorama::adreno::findings
