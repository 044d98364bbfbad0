// SPDX-License-Identifier: MIT
#include "isa/fixed_point.h"

#include <gtest/gtest.h>

#include <limits>

namespace cyclorama::isa {
namespace {

constexpr uint64_t kOneHalf = uint64_t{1} << 63;

void expectFixed(const FixedPoint& value, int sign, uint64_t integer, uint64_t fraction) {
    EXPECT_EQ(value.sign, sign);
    EXPECT_EQ(value.integer, integer);
    EXPECT_EQ(value.fraction, fraction);
}

// By hand from the format: 16 bits of integer, 16 of fraction, the fraction at the top of 64 bits.
TEST(FixedPoint, ConvertsTowardsZero) {
    expectFixed(toFixedPoint(1.5f), 1, 1, kOneHalf);
    expectFixed(toFixedPoint(-2.25f), -1, 2, kOneHalf >> 1);
    expectFixed(toFixedPoint(0.0f), 1, 0, 0);
    expectFixed(toFixedPoint(1.0f / 65536), 1, 0, uint64_t{1} << 48);
    expectFixed(toFixedPoint(-1.0f / 131072), -1, 0, 0);
    expectFixed(toFixedPoint(std::numeric_limits<float>::denorm_min()), 1, 0, 0);
}

TEST(FixedPoint, HasOddValuesWhereAttilaHasThem) {
    expectFixed(toFixedPoint(65537.5f), 1, 1, kOneHalf);  // integer bits are lost without notice
    expectFixed(toFixedPoint(16777216.0f), 1, 32767, 65535);
    expectFixed(toFixedPoint(-std::numeric_limits<float>::infinity()), -1, ~uint64_t{0}, ~uint64_t{0});
    expectFixed(toFixedPoint(std::numeric_limits<float>::quiet_NaN()), 0, 0, 0);
}

TEST(FixedPoint, MultipliesAndAdds) {
    const auto times = [](float a, float b) { return multiply(toFixedPoint(a), toFixedPoint(b)); };
    EXPECT_EQ(toFloat(times(1.5f, -2.25f)), -3.375f);
    EXPECT_EQ(toFloat(times(-0.5f, -0.5f)), 0.25f);
    EXPECT_EQ(toFloat(times(300.0f, 300.0f)), 90000.0f);
    EXPECT_EQ(toFloat(add(times(1.5f, 2.5f), toFixedPoint(-4.0f))), -0.25f);
    EXPECT_EQ(toFloat(add(toFixedPoint(-4.0f), times(1.5f, 3.5f))), 1.25f);
    EXPECT_EQ(toFloat(add(toFixedPoint(-1.75f), toFixedPoint(-2.5f))), -4.25f);
}

}  // namespace
}  // namespace cyclorama::isa
