// SPDX-License-Identifier: MIT
// Half precision: values by IEEE 754-2008 binary16; truncation and the behaviour at the extremes by reading
// ATTILA's GPUMath (convertFP16ToFP32, convertFP32ToFP16).

#include "func/formats/half_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "func/formats/srgb.h"

namespace cyclorama::func {
namespace {

TEST(HalfFloat, ReadsNormalDenormalAndZero) {
    EXPECT_EQ(floatFromHalf(0x3c00), 1.0f);
    EXPECT_EQ(floatFromHalf(0xc000), -2.0f);
    EXPECT_EQ(floatFromHalf(0x7bff), 65504.0f);
    EXPECT_EQ(floatFromHalf(0x0400), 0x1p-14f);
    EXPECT_EQ(floatFromHalf(0x0001), 0x1p-24f);
    EXPECT_EQ(floatFromHalf(0x83ff), -0x1.ff8p-15f);
    EXPECT_EQ(std::bit_cast<uint32_t>(floatFromHalf(0x8000)), 0x80000000u);
}

TEST(HalfFloat, KeepsTheLowBitsOfNotANumber) {
    EXPECT_EQ(floatFromHalf(0xfc00), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(std::bit_cast<uint32_t>(floatFromHalf(0x7e01)), 0x7f800201u);
}

TEST(HalfFloat, WritesEveryFiniteHalfItReads) {
    for (uint32_t half = 0; half < 0x10000; half++) {
        if ((half & 0x7c00u) != 0x7c00u) {
            ASSERT_EQ(halfFromFloat(floatFromHalf(static_cast<uint16_t>(half))), half);
        }
    }
}

TEST(HalfFloat, Truncates) {
    EXPECT_EQ(halfFromFloat(std::nextafter(0x1.008p0f, 0.0f)), 0x3c01);
    EXPECT_EQ(halfFromFloat(-1.9999999f), 0xbfff);
    EXPECT_EQ(halfFromFloat(65535.99f), 0x7bff);
}

TEST(HalfFloat, MakesInfinitiesOfWhatIsTooLargeAndOfNotANumber) {
    EXPECT_EQ(halfFromFloat(65536.0f), 0x7c00);
    EXPECT_EQ(halfFromFloat(-1e30f), 0xfc00);
    EXPECT_EQ(halfFromFloat(std::numeric_limits<float>::quiet_NaN()), 0x7c00);
}

TEST(HalfFloat, ShiftsWhatIsTooSmallModulo32) {
    EXPECT_EQ(halfFromFloat(0x1p-25f), 0);
    EXPECT_EQ(halfFromFloat(0x1p-45f), 0);      // by 31
    EXPECT_EQ(halfFromFloat(0x1p-46f), 0x400);  // by 32, which is by 0
    EXPECT_EQ(halfFromFloat(-0x1p-126f), 0x8000);
    EXPECT_EQ(halfFromFloat(-0x1p-140f), 0x8000);  // denormalized in 32 bits
}

// 0.5^2.2f and 0.5^(1/2.2f), computed with 30 digits.
TEST(Srgb, IsAPowerOf2Point2) {
    EXPECT_FLOAT_EQ(linearFromSrgb(0.5f), 0.217637634f);
    EXPECT_FLOAT_EQ(srgbFromLinear(0.5f), 0.729740046f);
    EXPECT_EQ(linearFromSrgb(0.0f), 0.0f);
    EXPECT_EQ(linearFromSrgb(1.0f), 1.0f);
    EXPECT_EQ(srgbFromLinear(1.0f), 1.0f);
    EXPECT_TRUE(std::isnan(linearFromSrgb(-0.5f)));
}

}  // namespace
}  // namespace cyclorama::func
