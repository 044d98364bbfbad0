// SPDX-License-Identifier: MIT
#pragma once
// The findings of fragments and render targets (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kTargetFormat{
    .identifier = "target-format-not-renderable",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw writes to a target in a format that cannot be rendered to; that target is left as it is",
    .hint = "RB_MRT_BUF_INFO has to name an uncompressed format of colours"};

inline constexpr sim::FindingKind kDepthFormat{
    .identifier = "depth-format-unknown",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw tests depth in a format that there is not; neither depth nor stencil is tested",
    .hint = "RB_DEPTH_BUFFER_INFO has to name depth of 16, 24 or 32 bits"};

inline constexpr sim::FindingKind kGmemExceeded{
    .identifier = "gmem-target-outside",
    .severity = sim::Severity::Corruption,
    .sentence = "a target in memory on the chip reaches beyond the end of it; it is left as it is",
    .hint = "the bin's width and height, and the base of each target, have to fit in GMEM"};

inline constexpr sim::FindingKind kSamplesUnknown{
    .identifier = "samples-not-drawn",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw asks for eight samples a pixel; it is drawn with four",
    .hint = "chips of the a6xx have one, two or four samples a pixel"};

inline constexpr sim::FindingKind kUndefinedInput{
    .identifier = "fragment-input-undefined",
    .severity = sim::Severity::Corruption,
    .sentence = "a fragment program reads a varying that no stage before it writes; it reads zero",
    .hint = "the outputs of the last geometry stage have to be linked to all inputs"};

inline constexpr std::array kRender{kTargetFormat, kDepthFormat, kGmemExceeded, kSamplesUnknown, kUndefinedInput};

}  // namespace cyclorama::adreno::findings
