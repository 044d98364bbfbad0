// SPDX-License-Identifier: MIT
#pragma once
// Elementary functions of one lane without branches or calls, so that the compiler makes vectors of them: what the
// shader units of GPUs compute by table and interpolation, to about the last two bits of a float. Denormals are zero.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "isa/lane_math.h"

namespace cyclorama::isa {

/// 2^x. From 128 on infinite, below -126 zero.
inline float fastExp2(float x) {
    constexpr float kLowest = -126.0f;
    constexpr float kHighest = 128.0f;
    // Not-a-number becomes zero, too.
    const float inRange = select(flagOf(x < kLowest), kLowest, select(flagOf(x < kHighest), x, 0.0f));
    const float whole = floorOf(inRange + 0.5f);
    const float f = (inRange - whole) * 0.69314718056f;
    float power = 1.0f / 5040.0f;
    power = power * f + 1.0f / 720.0f;
    power = power * f + 1.0f / 120.0f;
    power = power * f + 1.0f / 24.0f;
    power = power * f + 1.0f / 6.0f;
    power = power * f + 0.5f;
    power = power * f + 1.0f;
    power = power * f + 1.0f;
    // In two steps, as 2^128 is no float.
    const int32_t half = static_cast<int32_t>(whole) >> 1;
    const int32_t rest = static_cast<int32_t>(whole) - half;
    const auto powerOfTwo = [](int32_t n) { return std::bit_cast<float>(static_cast<uint32_t>(n + 127) << 23); };
    const float value = power * powerOfTwo(half) * powerOfTwo(rest);
    const float high = select(flagOf(x >= kHighest), std::numeric_limits<float>::infinity(), value);
    const float low = select(flagOf(x < kLowest), 0.0f, high);
    return select(flagOf(x != x), x, low);
}

/// log2(x): minus infinity for zero, not-a-number for negative numbers.
inline float fastLog2(float x) {
    constexpr uint32_t kSqrtHalf = 0x3f3504f3;  // the mantissa is brought into [sqrt(1/2), sqrt(2))
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    const auto exponent = static_cast<int32_t>(bits - kSqrtHalf) >> 23;
    const float mantissa = std::bit_cast<float>(bits - (static_cast<uint32_t>(exponent) << 23));
    const float s = (mantissa - 1.0f) / (mantissa + 1.0f);
    const float s2 = s * s;
    // log2((1+s)/(1-s)) = 2/ln(2) * (s + s^3/3 + s^5/5 + ...)
    float series = 1.0f / 11.0f;
    series = series * s2 + 1.0f / 9.0f;
    series = series * s2 + 1.0f / 7.0f;
    series = series * s2 + 0.2f;
    series = series * s2 + 1.0f / 3.0f;
    series = series * s2 * s + s;
    const float value = static_cast<float>(exponent) + series * 2.88539008178f;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float tiny = select(flagOf(x < std::numeric_limits<float>::min()), -kInfinity, value);
    const float large = select(flagOf(x == kInfinity), kInfinity, tiny);
    return select(flagOf(x < 0.0f) | flagOf(x != x), std::numeric_limits<float>::quiet_NaN(), large);
}

/// sin((x + shift) * pi/2): the cosine with a shift of 1. Beyond 2^23 the result is that of zero.
inline float fastSinQuarter(float x, int32_t shift) {
    const uint32_t small = flagOf(withBits(x, ~kSignBit, 0) < kAllIntegersFrom);
    const float t = select(small, x, 0.0f);
    const float whole = floorOf(t + 0.5f);
    const float r = (t - whole) * 1.57079632679f;
    const float r2 = r * r;
    const int32_t quadrant = static_cast<int32_t>(whole) + shift;
    float sine = 1.0f / 362880.0f;
    sine = sine * r2 - 1.0f / 5040.0f;
    sine = sine * r2 + 1.0f / 120.0f;
    sine = sine * r2 - 1.0f / 6.0f;
    sine = sine * r2 * r + r;
    float cosine = 1.0f / 40320.0f;
    cosine = cosine * r2 - 1.0f / 720.0f;
    cosine = cosine * r2 + 1.0f / 24.0f;
    cosine = cosine * r2 - 0.5f;
    cosine = cosine * r2 + 1.0f;
    const float value = select(flagOf((quadrant & 1) != 0), cosine, sine);
    const float signedValue = withBits(value, ~uint32_t{0}, flagOf((quadrant & 2) != 0) & kSignBit);
    const uint32_t finite = flagOf(withBits(x, ~kSignBit, 0) < std::numeric_limits<float>::infinity());
    return select(finite, signedValue, std::numeric_limits<float>::quiet_NaN());
}

/// The integer nearest to x, of two the even one.
inline float roundToEven(float x) {
    const float magnitude = withBits(x, ~kSignBit, 0);
    // Adding 2^23 leaves no fraction, rounded as the host rounds.
    const float rounded = (magnitude + kAllIntegersFrom) - kAllIntegersFrom;
    const float signedRounded = withBits(rounded, ~uint32_t{0}, std::bit_cast<uint32_t>(x) & kSignBit);
    return select(flagOf(magnitude < kAllIntegersFrom), signedRounded, x);
}

}  // namespace cyclorama::isa
