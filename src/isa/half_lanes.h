// SPDX-License-Identifier: MIT
#pragma once
// Half floats of all lanes, in few steps, as most of mediump programs' work is there. Halves that only move keep all of
// their bits: denormals, and what not-a-numbers have in their fractions. Arithmetic leaves neither. Lanes have four
// bytes each, and come in multiples of eight.

#include <cstddef>

namespace cyclorama::isa {

/// Floats as arithmetic takes the halves that begin at bit `shift` of the words, 0 or 16: denormals are zeros.
void widenHalves(size_t lanes, void* floats, const void* words, unsigned shift);

/// Floats with the values of such halves.
void valuesOfHalves(size_t lanes, void* floats, const void* words, unsigned shift);

/// True if the nearest half of any of these floats is denormal.
bool hasDenormalHalves(size_t lanes, const void* floats);

/// The nearest halves of floats, ties to even. The result may be the source. A half's value gives back its own bits:
/// copies of images through half registers need that (dEQP-VK.api.copy_and_blit).
void narrowFloats(size_t lanes, void* halves, const void* floats);

/// The same halves, as floats. The result may be the source.
void nearestHalves(size_t lanes, void* nearest, const void* floats);

/// The halves that arithmetic gives for floats, as floats: none is denormal, and not-a-numbers are quiet. `limits`:
/// infinite ones become the largest finite ones. The result may be the source.
void roundToHalves(size_t lanes, void* rounded, const void* floats, bool limits);

/// Replaces the halves that begin at bit `shift` of the words by the nearest halves of floats.
void mergeFloats(size_t lanes, void* words, const void* floats, unsigned shift);

}  // namespace cyclorama::isa
