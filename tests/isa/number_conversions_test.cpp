// SPDX-License-Identifier: MIT
#include "isa/number_conversions.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace cyclorama::isa {
namespace {

using Lanes = std::array<uint32_t, 8>;
using Floats = std::array<float, 8>;

constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
constexpr uint32_t negative(uint32_t value) { return 0u - value; }

Lanes integers(const Floats& floats, DataType type, WordRounding rounding) {
    Lanes result{};
    integersOfFloats(floats.size(), result.data(), floats.data(), type, rounding);
    return result;
}

TEST(NumberConversions, IntegersAreRoundedInEachDirection) {
    const Floats floats{0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 2.75f, -2.75f, 3.0f};
    const auto of = [&](WordRounding rounding) { return integers(floats, DataType::Signed32, rounding); };
    EXPECT_EQ(of(WordRounding::TowardZero), (Lanes{0, 1, 2, 0, negative(1), 2, negative(2), 3}));
    EXPECT_EQ(of(WordRounding::ToEven), (Lanes{0, 2, 2, 0, negative(2), 3, negative(3), 3}));
    EXPECT_EQ(of(WordRounding::Up), (Lanes{1, 2, 3, 0, negative(1), 3, negative(2), 3}));
    EXPECT_EQ(of(WordRounding::Down), (Lanes{0, 1, 2, negative(1), negative(2), 2, negative(3), 3}));
}

TEST(NumberConversions, IntegersAreLimitedToTheirType) {
    const Floats floats{-3e9f, -40000.0f, -200.0f, 200.0f, 300.0f, 70000.0f, 5e9f, kNoNumber};
    const auto of = [&](DataType type) { return integers(floats, type, WordRounding::TowardZero); };
    EXPECT_EQ(of(DataType::Unsigned8), (Lanes{0, 0, 0, 200, 255, 255, 255, 0}));
    EXPECT_EQ(of(DataType::Unsigned16), (Lanes{0, 0, 0, 200, 300, 65535, 65535, 0}));
    EXPECT_EQ(of(DataType::Unsigned32), (Lanes{0, 0, 0, 200, 300, 70000, 0xffffffff, 0}));
    EXPECT_EQ(of(DataType::Signed8), (Lanes{negative(128), negative(128), negative(128), 127, 127, 127, 127, 0}));
    EXPECT_EQ(of(DataType::Signed16),
              (Lanes{negative(32768), negative(32768), negative(200), 200, 300, 32767, 32767, 0}));
    EXPECT_EQ(of(DataType::Signed32),
              (Lanes{0x80000000, negative(40000), negative(200), 200, 300, 70000, 0x7fffffff, 0}));
}

// 2^24 + 1 is between two floats, and so is 2^32 - 1.
TEST(NumberConversions, FloatsOfLargeIntegersAreRounded) {
    const Lanes integers{16777217, 0xffffffff, 5, 0x80000000, 16777219, 0, 1, 16777216};
    const auto of = [&](bool isSigned, WordRounding rounding) {
        Floats result{};
        floatsOfIntegers(integers.size(), result.data(), integers.data(), isSigned, rounding);
        return result;
    };
    EXPECT_EQ(of(true, WordRounding::ToEven),
              (Floats{16777216.0f, -1.0f, 5.0f, -2147483648.0f, 16777220.0f, 0.0f, 1.0f, 16777216.0f}));
    EXPECT_EQ(of(false, WordRounding::ToEven),
              (Floats{16777216.0f, 4294967296.0f, 5.0f, 2147483648.0f, 16777220.0f, 0.0f, 1.0f, 16777216.0f}));
    EXPECT_EQ(of(false, WordRounding::TowardZero),
              (Floats{16777216.0f, 4294967040.0f, 5.0f, 2147483648.0f, 16777218.0f, 0.0f, 1.0f, 16777216.0f}));
    EXPECT_EQ(of(true, WordRounding::Up),
              (Floats{16777218.0f, -1.0f, 5.0f, -2147483648.0f, 16777220.0f, 0.0f, 1.0f, 16777216.0f}));
}

// 1 + 2^-11 is in the middle of the halves 0x3c00 and 0x3c01.
TEST(NumberConversions, HalvesAreRoundedInEachDirection) {
    const Floats floats{1.0f + 0x1p-11f, -1.0f - 0x1p-11f, 65520.0f, 0x1p-15f, 0.0f, 1.0f, 2.0f, 65504.0f};
    const auto of = [&](WordRounding rounding) {
        Lanes result{};
        halvesOfFloats(floats.size(), result.data(), floats.data(), rounding);
        return result;
    };
    EXPECT_EQ(of(WordRounding::ToEven), (Lanes{0x3c00, 0xbc00, 0x7c00, 0, 0, 0x3c00, 0x4000, 0x7bff}));
    EXPECT_EQ(of(WordRounding::TowardZero), (Lanes{0x3c00, 0xbc00, 0x7bff, 0, 0, 0x3c00, 0x4000, 0x7bff}));
    EXPECT_EQ(of(WordRounding::Up), (Lanes{0x3c01, 0xbc00, 0x7c00, 0, 0, 0x3c00, 0x4000, 0x7bff}));
    EXPECT_EQ(of(WordRounding::Down), (Lanes{0x3c00, 0xbc01, 0x7bff, 0, 0, 0x3c00, 0x4000, 0x7bff}));
}

}  // namespace
}  // namespace cyclorama::isa
