// SPDX-License-Identifier: MIT
#pragma once
// The findings of the 2D engine and of moves between memory and GMEM (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kBlitOperation{
    .identifier = "blit-unknown-operation",
    .severity = sim::Severity::Corruption,
    .sentence = "a blit asks for what the 2D engine is not known to do; it was left out",
    .hint = "drivers use BLIT_OP_SCALE, and keep either depth or stencil"};

inline constexpr sim::FindingKind kBlitFormat{
    .identifier = "blit-unknown-format",
    .severity = sim::Severity::Corruption,
    .sentence = "a blit reads or writes an image of a format that has no texels to be moved; it was left out",
    .hint = "the format of a target has to be one that can be drawn to"};

inline constexpr sim::FindingKind kBinBeyondGmem{
    .identifier = "gmem-bin-too-large",
    .severity = sim::Severity::Corruption,
    .sentence = "a bin of an image does not fit into GMEM where it is placed; the move was left out",
    .hint = "the sizes of bins and the places of images in GMEM have to suit the chip's GMEM"};

inline constexpr sim::FindingKind kNoBin{.identifier = "gmem-blit-without-bin",
                                         .severity = sim::Severity::Corruption,
                                         .sentence = "memory and GMEM exchange an image while no bin has a size",
                                         .hint = "RB_BIN_CONTROL2 has the size of the bin"};

inline constexpr std::array kTransfer{kBlitOperation, kBlitFormat, kBinBeyondGmem, kNoBin};

}  // namespace cyclorama::adreno::findings
