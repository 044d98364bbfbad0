// SPDX-License-Identifier: MIT
#pragma once
// The findings of binning (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kVisibilityOverflow{
    .identifier = "visibility-stream-overflow",
    .severity = sim::Severity::Corruption,
    .sentence =
        "a visibility stream is longer than the buffer that it has; a chip draws bins wrong or not at all, "
        "here what it lost is drawn in each bin",
    .hint = "drivers look at the sizes of streams after the binning pass, and take larger buffers for what follows"};

inline constexpr std::array kBinning{kVisibilityOverflow};

}  // namespace cyclorama::adreno::findings
