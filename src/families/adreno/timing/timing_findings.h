// SPDX-License-Identifier: MIT
#pragma once
// The findings of the timing machine (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kWorkWithoutTime{
    .identifier = "work-without-time",
    .severity = sim::Severity::Slow,
    .sentence =
        "a timed run executed work that this timing machine has no time for: its cycles do not include that "
        "work",
    .hint =
        "draws with tessellation, geometry programs, streamout or several views have no time yet: take no frame's time "
        "from this run"};

inline constexpr std::array kTiming{kWorkWithoutTime};

}  // namespace cyclorama::adreno::findings
