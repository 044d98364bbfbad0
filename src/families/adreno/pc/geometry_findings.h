// SPDX-License-Identifier: MIT
#pragma once
// The findings of draws (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kPrimitiveKind{
    .identifier = "draw-primitive",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw is of a kind of primitives that its stages do not take; it was left out",
    .hint = "patches need the tessellation stages, and those need patches"};

inline constexpr sim::FindingKind kEndlessDraw{
    .identifier = "draw-without-end",
    .severity = sim::Severity::Hang,
    .sentence = "a draw has more vertices than a chip works on before its driver takes it for hung",
    .hint = "check the counts of vertices and instances, in memory where the draw is indirect"};

inline constexpr std::array kGeometry{kPrimitiveKind, kEndlessDraw};

}  // namespace cyclorama::adreno::findings
