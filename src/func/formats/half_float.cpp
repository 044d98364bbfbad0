// SPDX-License-Identifier: MIT
#include "func/formats/half_float.h"

#include <bit>

namespace cyclorama::func {

namespace {

constexpr uint32_t kHalfMantissaBits = 10;
constexpr uint32_t kMantissaShift = 23 - kHalfMantissaBits;
constexpr uint32_t kBiasDifference = 127 - 15;

}  // namespace

float floatFromHalf(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
    const uint32_t exponent = (half >> kHalfMantissaBits) & 0x1fu;
    const uint32_t mantissa = half & 0x3ffu;
    if (exponent == 0x1fu) {
        return std::bit_cast<float>(sign | 0x7f800000u | mantissa);
    }
    if (exponent != 0) {
        return std::bit_cast<float>(sign | ((exponent + kBiasDifference) << 23) | (mantissa << kMantissaShift));
    }
    // Zero or denormalized: the mantissa counts units of 2^-24, which a float holds exactly.
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
}

uint16_t halfFromFloat(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t exponent = (bits >> 23) & 0xffu;
    const uint32_t mantissa = (bits >> kMantissaShift) & 0x3ffu;
    if (exponent == 0) {
        return static_cast<uint16_t>(sign);
    }
    if (exponent > 127 + 15) {
        return static_cast<uint16_t>(sign | 0x7c00u);
    }
    if (exponent > kBiasDifference) {
        return static_cast<uint16_t>(sign | ((exponent - kBiasDifference) << kHalfMantissaBits) | mantissa);
    }
    const uint32_t shift = (kBiasDifference - exponent + 1) & 31u;
    return static_cast<uint16_t>(sign | ((mantissa | 0x400u) >> shift));
}

}  // namespace cyclorama::func
