// SPDX-License-Identifier: MIT
// Known answers follow from the definitions of conversions in the Vulkan and OpenGL specifications; small floats and
// shared exponents have their examples from EXT_packed_float and EXT_texture_shared_exponent.

#include "func/formats/packed_format.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "func/formats/srgb.h"

namespace cyclorama::func {
namespace {

using Texel = std::array<uint32_t, 4>;

Texel unpacked(const PackedFormat& format, uint64_t low, uint64_t high = 0) {
    std::array<uint64_t, 2> words = {low, high};
    std::array<std::byte, 16> bytes;
    std::memcpy(bytes.data(), words.data(), bytes.size());
    Texel texel{};
    unpackTexels(format, bytes.data(), 1, {&texel[0], &texel[1], &texel[2], &texel[3]});
    return texel;
}

uint64_t packed(const PackedFormat& format, const Texel& texel) {
    std::array<std::byte, 16> bytes{};
    packTexels(format, {&texel[0], &texel[1], &texel[2], &texel[3]}, 1, bytes.data());
    uint64_t low = 0;
    std::memcpy(&low, bytes.data(), 8);
    return low;
}

uint32_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
Texel floats(float red, float green, float blue, float alpha) {
    return {bitsOf(red), bitsOf(green), bitsOf(blue), bitsOf(alpha)};
}

PackedFormat four(uint8_t bits, NumberKind kind) {
    PackedFormat format{.bytes = static_cast<uint8_t>(bits / 2)};
    for (uint8_t c = 0; c < 4; ++c) format.component[c] = {static_cast<uint8_t>(c * bits), bits, kind};
    return format;
}

TEST(PackedFormat, FractionsOfEightBits) {
    const PackedFormat unorm = four(8, NumberKind::Unorm);
    EXPECT_EQ(unpacked(unorm, 0xff800100), floats(0.0f, 1 / 255.0f, 128 / 255.0f, 1.0f));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(packed(unorm, floats(-1.0f, 0.5f, 2.0f, nan)), 0x00ff8000u);
    const PackedFormat snorm = four(8, NumberKind::Snorm);
    EXPECT_EQ(unpacked(snorm, 0x7f818000), floats(0.0f, -1.0f, -1.0f, 1.0f));
    EXPECT_EQ(packed(snorm, floats(-2.0f, 0.5f, 1.0f, nan)), 0x007f4081u);
}

/// Each value of a component comes back as it was.
TEST(PackedFormat, ValuesComeBack) {
    for (const NumberKind kind :
         {NumberKind::Unorm, NumberKind::Uint, NumberKind::Sint, NumberKind::Float, NumberKind::Snorm}) {
        for (const uint8_t bits : {uint8_t{4}, uint8_t{8}, uint8_t{16}}) {
            if (kind == NumberKind::Float && bits != 16) continue;
            const PackedFormat format = four(bits, kind);
            for (uint32_t value = 0; value < 1u << bits; ++value) {
                // The lowest fraction with a sign has two forms; not-a-number keeps no payload.
                if (kind == NumberKind::Snorm && value == 1u << (bits - 1)) continue;
                if (kind == NumberKind::Float && (value & 0x7c00) == 0x7c00 && (value & 0x3ff) != 0) continue;
                ASSERT_EQ(packed(format, unpacked(format, uint64_t{value} << bits)), uint64_t{value} << bits)
                    << static_cast<int>(kind) << " of " << static_cast<int>(bits);
            }
        }
    }
}

// Four bytes, whatever their order, are packed in one pass; a component at a time is what formats of one have.
TEST(PackedFormat, FourBytesEqualSingleOnesToTheBit) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> place(-0.2f, 1.2f);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const std::array kSpecial{0.0f, -0.0f, 1.0f, nan, infinity, -infinity, 0.5f / 255.0f, 1.5f / 255.0f};
    constexpr size_t kCount = 1021;
    std::array<std::vector<uint32_t>, 4> words;
    for (std::vector<uint32_t>& component : words)
        for (size_t i = 0; i < kCount; ++i)
            component.push_back(bitsOf(random() % 8 == 0 ? kSpecial[random() % kSpecial.size()] : place(random)));
    for (const std::array<uint8_t, 4> low : {std::array<uint8_t, 4>{0, 8, 16, 24}, {16, 8, 0, 24}, {24, 16, 8, 0}}) {
        PackedFormat format{.bytes = 4};
        for (size_t c = 0; c < low.size(); ++c) format.component[c] = {low[c], 8, NumberKind::Unorm};
        std::vector<std::byte> texels(kCount * 4);
        packTexels(format, {words[0].data(), words[1].data(), words[2].data(), words[3].data()}, kCount, texels.data());
        for (size_t c = 0; c < low.size(); ++c) {
            const PackedFormat single{.bytes = 1, .component = {PackedComponent{0, 8, NumberKind::Unorm}}};
            std::vector<std::byte> bytes(kCount);
            const uint32_t* const from = words[c].data();
            packTexels(single, {from, from, from, from}, kCount, bytes.data());
            for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(texels[i * 4 + low[c] / 8], bytes[i]) << i;
        }
    }
}

TEST(PackedFormat, IntegersAreLimited) {
    EXPECT_EQ(packed(four(8, NumberKind::Uint), {300, 255, 0, 7}), 0x0700ffffu);
    const auto negative = static_cast<uint32_t>(-300);
    EXPECT_EQ(packed(four(8, NumberKind::Sint), {300, negative, 0, 7}), 0x0700807fu);
    EXPECT_EQ(unpacked(four(8, NumberKind::Sint), 0x80)[0], static_cast<uint32_t>(-128));
}

TEST(PackedFormat, LackingComponents) {
    PackedFormat red{.bytes = 4};
    red.component[0] = {0, 32, NumberKind::Float};
    EXPECT_EQ(unpacked(red, 0x40000000), floats(2.0f, 0.0f, 0.0f, 1.0f));
    red.component[0].kind = NumberKind::Uint;
    EXPECT_EQ(unpacked(red, 5), (Texel{5, 0, 0, 1}));
}

TEST(PackedFormat, DepthOfTwentyFourBits) {
    PackedFormat depth{.bytes = 4};
    depth.component[0] = {0, 24, NumberKind::Unorm};
    depth.component[1] = {24, 8, NumberKind::Uint};
    EXPECT_EQ(packed(depth, {bitsOf(1.0f), 0x80, 0, 0}), 0x80ffffffu);
    EXPECT_EQ(packed(depth, {bitsOf(0.5f), 0, 0, 0}), 0x00800000u);
    for (const uint32_t value : {1u, 2u, 0x7fffffu, 0x800000u, 0xfffffeu}) {
        EXPECT_EQ(packed(depth, unpacked(depth, value)) & 0xffffff, value);
    }
}

TEST(PackedFormat, SmallFloats) {
    PackedFormat format{.bytes = 4};
    format.component[0] = {0, 11, NumberKind::Float};
    format.component[1] = {11, 11, NumberKind::Float};
    format.component[2] = {22, 10, NumberKind::Float};
    // 1.0 has the exponent 15; the largest finite values are 65024 and 64512.
    const uint64_t texel = 15u << 6 | 0x7bfull << 11 | 0x3dfull << 22;
    EXPECT_EQ(unpacked(format, texel), floats(1.0f, 65024.0f, 64512.0f, 1.0f));
    EXPECT_EQ(packed(format, floats(1.0f, 65024.0f, 64512.0f, 0.0f)), texel);
    EXPECT_EQ(packed(format, floats(-1.0f, 0.0f, 0.0f, 0.0f)), 0u);
}

TEST(PackedFormat, SharedExponents) {
    PackedFormat format{.bytes = 4};
    for (uint8_t c = 0; c < 3; ++c) {
        format.component[c] = {static_cast<uint8_t>(9 * c), 9, NumberKind::SharedExponent};
    }
    // The largest value is 65408: 511 times 2^(31 - 24).
    EXPECT_EQ(unpacked(format, 31u << 27 | 511u << 9 | 1u), floats(128.0f, 65408.0f, 0.0f, 1.0f));
    EXPECT_EQ(packed(format, floats(128.0f, 1e9f, -5.0f, 0.0f)), 31u << 27 | 511u << 9 | 1u);
    EXPECT_EQ(packed(format, floats(1.0f, 0.5f, 0.25f, 0.0f)), 16u << 27 | 64u << 18 | 128u << 9 | 256u);
}

TEST(PackedFormat, SrgbIsTheNearestCode) {
    PackedFormat format = four(8, NumberKind::Unorm);
    format.srgb = true;
    for (uint32_t value = 0; value < 256; ++value) {
        const Texel texel = unpacked(format, uint64_t{value} * 0x01010101);
        EXPECT_EQ(texel[0], bitsOf(exactLinearFromSrgb(static_cast<float>(value) / 255.0f)));
        EXPECT_EQ(texel[3], bitsOf(static_cast<float>(value) / 255.0f));
        ASSERT_EQ(packed(format, texel), value * 0x01010101u);
    }
    for (int i = 0; i <= 100000; ++i) {
        const float linear = static_cast<float>(i) / 100000.0f;
        const float exact = exactSrgbFromLinear(linear) * 255.0f;
        ASSERT_NEAR(static_cast<float>(packed(format, floats(linear, 0, 0, 0)) & 0xff), exact, 0.5001f) << linear;
    }
}

TEST(PackedFormat, TexelsOfThreeAndSixBytes) {
    PackedFormat bytes{.bytes = 3};
    for (uint8_t c = 0; c < 3; ++c) bytes.component[c] = {static_cast<uint8_t>(8 * c), 8, NumberKind::Uint};
    std::array<std::byte, 6> memory = {std::byte{1}, std::byte{2}, std::byte{3},
                                       std::byte{4}, std::byte{5}, std::byte{6}};
    std::array<std::array<uint32_t, 2>, 4> words{};
    unpackTexels(bytes, memory.data(), 2, {words[0].data(), words[1].data(), words[2].data(), words[3].data()});
    EXPECT_EQ(words[2], (std::array<uint32_t, 2>{3, 6}));
    EXPECT_EQ(words[3], (std::array<uint32_t, 2>{1, 1}));
    PackedFormat halves{.bytes = 6};
    for (uint8_t c = 0; c < 3; ++c) halves.component[c] = {static_cast<uint8_t>(16 * c), 16, NumberKind::Uint};
    EXPECT_EQ(unpacked(halves, 0x000300020001), (Texel{1, 2, 3, 1}));
}

}  // namespace
}  // namespace cyclorama::func
