// SPDX-License-Identifier: MIT
#pragma once
// Half precision of a datapath that truncates instead of rounding and handles the extremes in its own way.

#include <cstdint>

namespace cyclorama::func {

/// The 32-bit value of a half. Exact, denormalized halves included. The payload of a NaN keeps its ten bits in the
/// lowest places, so it comes out signalling.
float floatFromHalf(uint16_t half);

/// A half from a 32-bit value: the mantissa is truncated; what is too large, and every NaN, becomes an infinity of its
/// sign; 32-bit denormals become a zero of their sign. Below 2^-14 the mantissa with its hidden bit goes right by the
/// distance modulo 32, as the shifter takes five bits; magnitudes below 2^-45 therefore wrap around to values that are
/// far too large.
uint16_t halfFromFloat(float value);

}  // namespace cyclorama::func
