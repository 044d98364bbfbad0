// SPDX-License-Identifier: MIT
#pragma once
// Fixed-point arithmetic of the operations on the accumulator: sign and magnitude, operands of 16.16 bits, products and
// sums of 32.32.

#include <cstdint>

namespace cyclorama::isa {

struct FixedPoint {
    int8_t sign = 1;  ///< 1, -1, or 0 for not-a-number
    uint64_t integer = 0;
    uint64_t fraction = 0;  ///< in 2^-64
};

/// Nearest 16.16 value towards zero. Values too large become 32767 (the bits of the fraction are lost), an
/// infinity has all bits set, not-a-number is zero.
FixedPoint toFixedPoint(float value);

/// a * b in 32.32 bits; higher bits are lost.
FixedPoint multiply(const FixedPoint& a, const FixedPoint& b);

/// a + b in 32.32 bits; higher bits are lost.
FixedPoint add(const FixedPoint& a, const FixedPoint& b);

/// Integer and fraction rounded to floats apart, then added.
float toFloat(const FixedPoint& value);

}  // namespace cyclorama::isa
