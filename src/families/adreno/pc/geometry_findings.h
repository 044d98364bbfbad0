// SPDX-License-Identifier: MIT
#pragma once
// The findings of draws and of the geometry stages (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kPrimitiveKind{
    .identifier = "draw-primitive",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw is of a kind of primitives that its stages do not take; it was left out",
    .hint = "patches need the tessellation stages, and those need patches"};

inline constexpr sim::FindingKind kVertexFormat{
    .identifier = "vertex-format",
    .severity = sim::Severity::Corruption,
    .sentence = "an attribute of vertices has a format that no vertex has; its registers stay zero",
    .hint = "check VFD_DECODE: the format has to be one with components that are not compressed"};

inline constexpr sim::FindingKind kVertexLayout{
    .identifier = "vertex-outputs",
    .severity = sim::Severity::Corruption,
    .sentence = "the last geometry stage's outputs do not fit the record that the VPC keeps of a vertex",
    .hint = "check SP_*_VPC_DST and VPC_*_PACK: each output's location has to lie below the stride"};

inline constexpr sim::FindingKind kEndlessDraw{
    .identifier = "draw-without-end",
    .severity = sim::Severity::Hang,
    .sentence = "a draw has more vertices than a chip works on before its driver takes it for hung",
    .hint = "check the counts of vertices and instances, in memory where the draw is indirect"};

inline constexpr std::array kGeometry{kPrimitiveKind, kVertexFormat, kVertexLayout, kEndlessDraw};

}  // namespace cyclorama::adreno::findings
