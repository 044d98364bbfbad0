// SPDX-License-Identifier: MIT
#include "isa/fixed_point.h"

#include <bit>

namespace cyclorama::isa {

namespace {

constexpr int kOperandBits = 16;  ///< bits of the integer, and of the fraction
constexpr uint64_t kOperandIntegerMask = (uint64_t{1} << kOperandBits) - 1;
constexpr uint64_t kOperandFractionMask = kOperandIntegerMask << (64 - kOperandBits);
constexpr uint64_t kResultIntegerMask = 0xffffffff;
constexpr uint64_t kResultFractionMask = kResultIntegerMask << 32;
constexpr int kMantissaBits = 23;
constexpr int kExponentBias = 127;
constexpr uint32_t kMaxExponent = 0xff;

struct Product {
    uint64_t high, low;
};

Product multiplyWide(uint64_t a, uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return {static_cast<uint64_t>(product >> 64), static_cast<uint64_t>(product)};
}

/// value shifted left by `shift` (right if negative); all bits are lost beyond 63.
uint64_t shifted(uint64_t value, int shift) {
    if (shift >= 64 || shift <= -64) return 0;
    return shift >= 0 ? value << shift : value >> -shift;
}

/// larger - smaller, with the larger's sign. Fractions are subtracted without their lowest bit.
FixedPoint subtract(const FixedPoint& larger, const FixedPoint& smaller) {
    const uint64_t fraction = (larger.fraction >> 1) - (smaller.fraction >> 1);
    const uint64_t borrow = fraction >> 63;
    return {.sign = larger.sign,
            .integer = (larger.integer - smaller.integer - borrow) & kResultIntegerMask,
            .fraction = fraction << 1 & kResultFractionMask};
}

}  // namespace

FixedPoint toFixedPoint(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t exponent = bits >> kMantissaBits & kMaxExponent;
    const uint32_t mantissa = bits & ((1u << kMantissaBits) - 1);
    FixedPoint result{.sign = static_cast<int8_t>((bits >> 31) != 0 ? -1 : 1)};
    if (exponent == kMaxExponent) {
        if (mantissa != 0) return {.sign = 0, .integer = 0, .fraction = 0};
        result.integer = ~uint64_t{0};
        result.fraction = ~uint64_t{0};
        return result;
    }
    const uint64_t significand = exponent == 0 ? mantissa : mantissa | 1u << kMantissaBits;
    // How far the binary point is above the significand's lowest bit; a denormal has the exponent of the smallest
    // normal.
    const int point = kMantissaBits + kExponentBias - static_cast<int>(exponent == 0 && mantissa != 0 ? 1 : exponent);
    if (point < 0) {
        result.integer = (1u << (kOperandBits - 1)) - 1;
        result.fraction = kOperandIntegerMask;
        return result;
    }
    constexpr int kIntegerLostFrom = 32;
    result.integer = point < kIntegerLostFrom ? shifted(significand, -point) & kOperandIntegerMask : 0;
    result.fraction = point == 0 ? 0 : shifted(significand, 64 - point) & kOperandFractionMask;
    return result;
}

FixedPoint multiply(const FixedPoint& a, const FixedPoint& b) {
    const Product fractions = multiplyWide(a.fraction, b.fraction);
    const Product fractionByInteger = multiplyWide(a.fraction, b.integer);
    const Product integerByFraction = multiplyWide(a.integer, b.fraction);
    const Product integers = multiplyWide(a.integer, b.integer);
    // Two bits are dropped to leave room for the carries of three terms.
    const uint64_t fraction = (fractions.high >> 2) + (fractionByInteger.low >> 2) + (integerByFraction.low >> 2);
    const uint64_t integer = integers.low + fractionByInteger.high + integerByFraction.high + (fraction >> 62);
    return {.sign = static_cast<int8_t>(a.sign * b.sign),
            .integer = integer & kResultIntegerMask,
            .fraction = fraction << 2 & kResultFractionMask};
}

FixedPoint add(const FixedPoint& a, const FixedPoint& b) {
    if (a.sign != b.sign) {
        const bool aIsLarger = a.integer > b.integer || (a.integer == b.integer && a.fraction >= b.fraction);
        return aIsLarger ? subtract(a, b) : subtract(b, a);
    }
    const uint64_t fraction = (a.fraction >> 1) + (b.fraction >> 1);
    return {.sign = a.sign,
            .integer = (a.integer + b.integer + (fraction >> 63)) & kResultIntegerMask,
            .fraction = fraction << 1 & kResultFractionMask};
}

float toFloat(const FixedPoint& value) {
    constexpr float kFractionUnits = 18446744073709551616.0f;  // 2^64
    const float sign = static_cast<float>(value.sign);
    return sign * static_cast<float>(value.integer) + sign * (static_cast<float>(value.fraction) / kFractionUnits);
}

}  // namespace cyclorama::isa
