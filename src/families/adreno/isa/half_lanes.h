// SPDX-License-Identifier: MIT
#pragma once
// Half floats of all lanes, in few steps, as most of mediump programs' work is there. Halves that only move keep all of
// their bits: denormals, and what not-a-numbers have in their fractions. Arithmetic leaves neither.

#include "families/adreno/isa/units.h"

namespace cyclorama::adreno::ir3 {

/// Floats as arithmetic takes the halves that begin at bit `shift` of the words, 0 or 16: denormals are zeros.
void widenHalves(unsigned width, LaneWords& floats, const LaneWords& words, unsigned shift);

/// Floats with the values of such halves.
void valuesOfHalves(unsigned width, LaneWords& floats, const LaneWords& words, unsigned shift);

/// True if the half next to any of these floats is denormal.
bool hasDenormalHalves(unsigned width, const LaneWords& floats);

/// Halves next to floats, the even one of two. The result may be the source.
/// Copies of images through half registers rely on it that a half's value gives its bits again
/// (dEQP-VK.api.copy_and_blit).
void narrowFloats(unsigned width, LaneWords& halves, const LaneWords& floats);

/// The same halves, as floats. The result may be the source.
void nearestHalves(unsigned width, LaneWords& nearest, const LaneWords& floats);

/// The halves that arithmetic gives for floats, as floats: none is denormal, and not-a-numbers are quiet. `limits`:
/// infinite ones become the largest finite ones. The result may be the source.
void roundToHalves(unsigned width, LaneWords& rounded, const LaneWords& floats, bool limits);

/// Replaces the halves that begin at bit `shift` of the words by those next to floats.
void mergeFloats(unsigned width, LaneWords& words, const LaneWords& floats, unsigned shift);

}  // namespace cyclorama::adreno::ir3
