// SPDX-License-Identifier: MIT
// Texels whose components change places have the bits that they have by way of their values.

#include "families/adreno/transfer/texel_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {
namespace {

// Mesa's numbers of formats (a6xx.xml, a6xx_format).
constexpr uint32_t kFourBytes = 0x30;   // FMT6_8_8_8_8_UNORM
constexpr uint32_t kThreeBytes = 0x31;  // FMT6_8_8_8_X8_UNORM
constexpr uint32_t kIntegers = 0x33;    // FMT6_8_8_8_8_UINT
constexpr size_t kTexels = 256;

uint32_t byValues(const func::PackedFormat& from, const func::PackedFormat& to, uint32_t texel) {
    std::array<uint32_t, 4> words{};
    func::unpackTexels(from, reinterpret_cast<const std::byte*>(&texel), 1,
                       {&words[0], &words[1], &words[2], &words[3]});
    uint32_t result = 0;
    func::packTexels(to, {&words[0], &words[1], &words[2], &words[3]}, 1, reinterpret_cast<std::byte*>(&result));
    return result;
}

TEST(ByteOrder, IsThatOfValues) {
    for (const uint32_t number : {kFourBytes, kThreeBytes}) {
        const SurfaceFormat* const format = findSurfaceFormat(number);
        ASSERT_NE(format, nullptr);
        const func::PackedFormat from = format->packed(ColorSwap::Wzyx, false);
        for (const ColorSwap swap : {ColorSwap::Wzyx, ColorSwap::Wxyz, ColorSwap::Zyxw, ColorSwap::Xyzw}) {
            const func::PackedFormat to = format->packed(swap, false);
            const auto order = ByteOrder::between(from, to);
            ASSERT_TRUE(order.has_value());
            for (uint32_t i = 0; i < kTexels; ++i) {
                const uint32_t texel = i * 0x01070b1d;
                EXPECT_EQ((*order)(texel), byValues(from, to, texel)) << std::hex << number << " " << texel;
            }
        }
    }
}

TEST(ByteOrder, IsNotThereForOtherChanges) {
    const auto packed = [](uint32_t number, bool srgb) {
        return findSurfaceFormat(number)->packed(ColorSwap::Wzyx, srgb);
    };
    EXPECT_FALSE(ByteOrder::between(packed(kFourBytes, false), packed(kFourBytes, true)));
    EXPECT_FALSE(ByteOrder::between(packed(kThreeBytes, false), packed(kFourBytes, false)));
    EXPECT_FALSE(ByteOrder::between(packed(kIntegers, false), packed(kFourBytes, false)));
}

}  // namespace
}  // namespace cyclorama::adreno
