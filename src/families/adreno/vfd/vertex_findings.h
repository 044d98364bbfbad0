// SPDX-License-Identifier: MIT
#pragma once
// The finding of vertex fetch (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kVertexFormat{
    .identifier = "vertex-format",
    .severity = sim::Severity::Corruption,
    .sentence = "an attribute of vertices has a format that no vertex has; its registers stay zero",
    .hint = "check VFD_DECODE: the format has to be one with components that are not compressed"};

inline constexpr std::array kVertexFetch{kVertexFormat};

}  // namespace cyclorama::adreno::findings
