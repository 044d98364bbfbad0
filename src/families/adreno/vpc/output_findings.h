// SPDX-License-Identifier: MIT
#pragma once
// The finding of vertices' records (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kVertexLayout{
    .identifier = "vertex-outputs",
    .severity = sim::Severity::Corruption,
    .sentence = "the last geometry stage's outputs do not fit the record that the VPC keeps of a vertex",
    .hint = "check SP_*_VPC_DST and VPC_*_PACK: each output's location has to be below the stride"};

inline constexpr std::array kOutput{kVertexLayout};

}  // namespace cyclorama::adreno::findings
