// SPDX-License-Identifier: MIT
#pragma once
// The findings on the 2D engine, the choice of a pipe, and pipes that are not there.

#include "sim/finding.h"

namespace cyclorama::vivante::findings {

using sim::FindingKind;
using sim::Severity;

inline constexpr FindingKind k2dInWrongPipe{
    .identifier = "2d-command-in-3d-pipe",
    .severity = Severity::Hang,
    .sentence = "a 2D drawing is sent while the 3D pipe is selected; a chip never finishes it",
    .hint = "write GL.PIPE_SELECT, after a semaphore and stall from FE to PE, before 2D commands"};
inline constexpr FindingKind kPipeMissing{
    .identifier = "pipe-missing-on-chip",
    .severity = Severity::Hang,
    .sentence = "a command is sent for the 2D or the 3D pipe to a chip that does not have it",
    .hint = "check PIPE_2D and PIPE_3D in the chip's feature bits; a board may have a chip for each"};
inline constexpr FindingKind kPipeChange{
    .identifier = "pipe-change-without-stall",
    .severity = Severity::Hang,
    .sentence = "the pipe changes while what was drawn in the other may still be under way",
    .hint = "send a semaphore and a stall from FE to PE before GL.PIPE_SELECT"};
inline constexpr FindingKind k2dOperation{
    .identifier = "2d-operation-not-simulated",
    .severity = Severity::Corruption,
    .sentence = "a 2D drawing uses what is not simulated of the 2D engine, and is left out",
    .hint = "use clears, lines, blits, stretched or filter blits of images in rows, without dither"};
inline constexpr FindingKind k2dFormat{
    .identifier = "2d-format-not-drawn",
    .severity = Severity::Corruption,
    .sentence = "source, pattern or destination of a 2D drawing has a format that the chip does not take there",
    .hint = "check the format, and the chip's feature bits for it"};
inline constexpr FindingKind k2dAddress{
    .identifier = "2d-address-misaligned",
    .severity = Severity::Corruption,
    .sentence = "source or destination of a 2D drawing has an address that is no multiple of 4",
    .hint = "align images to 4 bytes, and move within them by the origin"};
inline constexpr FindingKind kVgEngine{
    .identifier = "vg-engine-not-simulated",
    .severity = Severity::Corruption,
    .sentence = "a submission is for the VG engine, which is not simulated, and is refused",
    .hint = "no public driver speaks to that engine; draw in the 3D or the 2D pipe"};

}  // namespace cyclorama::vivante::findings
