// SPDX-License-Identifier: MIT
#pragma once
// Half floats of all lanes: what isa/word_conversions.h has for one, in fewer steps, as most of mediump programs' work
// is there.

#include "families/adreno/isa/units.h"

namespace cyclorama::adreno::ir3 {

/// Floats with the values of the halves that begin at bit `shift` of the words, 0 or 16.
void widenHalves(unsigned width, LaneWords& floats, const LaneWords& words, unsigned shift);

/// Halves next to floats, the even one of two. The result may be the source.
void narrowFloats(unsigned width, LaneWords& halves, const LaneWords& floats);

/// The same halves, as floats. `limits`: infinite ones become the largest finite ones. The result may be the source.
void roundToHalves(unsigned width, LaneWords& rounded, const LaneWords& floats, bool limits);

/// Replaces the halves that begin at bit `shift` of the words by those next to floats.
void mergeFloats(unsigned width, LaneWords& words, const LaneWords& floats, unsigned shift);

}  // namespace cyclorama::adreno::ir3
