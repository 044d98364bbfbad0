#pragma once
// Half precision as ATTILA's datapath has it: truncation instead of rounding, and its own handling of the extremes.

#include <cstdint>

namespace cyclorama::func {

/// The 32-bit value of a half. Exact, denormalized halves included. The payload of a NaN keeps its ten bits in the
/// lowest places, so it comes out signalling (ATTILA: GPUMath, convertFP16ToFP32).
float floatFromHalf(uint16_t half);

/// A half from a 32-bit value: the mantissa is truncated; what is too large, and every NaN, becomes an infinity of its
/// sign; 32-bit denormals become a zero of their sign. Below 2^-14 the mantissa with its hidden bit goes right by the
/// distance modulo 32, as the shifter takes five bits; magnitudes below 2^-45 therefore wrap around to values that are
/// far too large (ATTILA: GPUMath, convertFP32ToFP16, on x86).
uint16_t halfFromFloat(float value);

}  // namespace cyclorama::func
