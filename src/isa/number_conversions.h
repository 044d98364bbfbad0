// SPDX-License-Identifier: MIT
#pragma once
// Conversions between integers and floats, and roundings of floats to halves, of lanes of four bytes each, which come
// in multiples of eight. The result may be the source. Halves that are not rounded: half_lanes.h.

#include <cstddef>

#include "isa/data_type.h"
#include "isa/word_conversions.h"

namespace cyclorama::isa {

/// Integers of floats, rounded and limited to the type's range, sign- or zero-extended to 32 bits; 0 of not-a-numbers.
/// `type`: of integers.
void integersOfFloats(size_t lanes, void* integers, const void* floats, DataType type, WordRounding rounding);

/// Floats of integers of 32 bits, rounded.
void floatsOfIntegers(size_t lanes, void* floats, const void* integers, bool isSigned, WordRounding rounding);

/// The bits of the halves that arithmetic gives for floats (halfOfFloatBits()), in the low half.
void halvesOfFloats(size_t lanes, void* halves, const void* floats, WordRounding rounding);

}  // namespace cyclorama::isa
