// SPDX-License-Identifier: MIT
// Plain blocks follow from the Khronos Data Format Specification. The sums over random blocks are those that Mesa
// 25.0.7's decoders give (src/util/format/texcompress_bptc_tmp.h, src/mesa/main/texcompress_astc.cpp), texel by texel,
// in 8 bits.

#include "func/formats/block_format.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "func/formats/block_codecs.h"

namespace cyclorama::func {
namespace {

std::vector<BlockTexel> decoded(const BlockFormat& format, uint64_t low, uint64_t high = 0) {
    const std::array<uint64_t, 2> words = {low, high};
    std::array<std::byte, 16> block;
    std::memcpy(block.data(), words.data(), block.size());
    std::vector<BlockTexel> texels(size_t{format.width} * format.height);
    decodeBlock(format, std::span(block).first(format.bytes), texels);
    return texels;
}

std::array<float, 4> floatsOf(const BlockTexel& texel) {
    return {std::bit_cast<float>(texel[0]), std::bit_cast<float>(texel[1]), std::bit_cast<float>(texel[2]),
            std::bit_cast<float>(texel[3])};
}

class RandomBlocks {
  public:
    uint64_t word() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }

  private:
    uint64_t state_ = 88172645463325252u;
};

/// FNV-1a.
class Sum {
  public:
    void add(uint64_t value) { sum_ = (sum_ ^ value) * 0x100000001b3u; }
    uint64_t value() const { return sum_; }

  private:
    uint64_t sum_ = 0xcbf29ce484222325u;
};

TEST(BlockFormat, Bc1HasFourColorsOrThree) {
    // White above black: indices 0 to 3 are white, black, and the thirds between.
    const auto four = decoded({.codec = BlockCodec::Bc1, .bytes = 8}, 0xe4e4e4e40000ffffu);
    EXPECT_EQ(floatsOf(four[0])[0], 1.0f);
    EXPECT_EQ(floatsOf(four[1])[0], 0.0f);
    EXPECT_EQ(floatsOf(four[2])[1], 170 / 255.0f);
    EXPECT_EQ(floatsOf(four[3])[2], 85 / 255.0f);
    const auto three = decoded({.codec = BlockCodec::Bc1, .bytes = 8}, 0xe4e4e4e4ffff0000u);
    EXPECT_EQ(floatsOf(three[2]), (std::array<float, 4>{127 / 255.0f, 127 / 255.0f, 127 / 255.0f, 1.0f}));
    EXPECT_EQ(floatsOf(three[3]), (std::array<float, 4>{0.0f, 0.0f, 0.0f, 0.0f}));
}

TEST(BlockFormat, ComponentsOfBc4) {
    // References 255 and 0, indices 0, 1, 2, ... 7, 0, ...: seven steps down.
    uint64_t block = 0x00ff;
    for (uint64_t i = 0; i < 16; ++i) block |= (i & 7) << (16 + 3 * i);
    const auto texels = decoded({.codec = BlockCodec::Bc4, .bytes = 8}, block);
    EXPECT_FLOAT_EQ(floatsOf(texels[0])[0], 1.0f);
    EXPECT_FLOAT_EQ(floatsOf(texels[1])[0], 0.0f);
    EXPECT_FLOAT_EQ(floatsOf(texels[2])[0], 6 / 7.0f);
    EXPECT_FLOAT_EQ(floatsOf(texels[7])[0], 1 / 7.0f);
    EXPECT_EQ(texels[0][1], 0u);
    // Signed references -127 and 127 with five steps; the last two are -1 and 1.
    const auto five = decoded({.codec = BlockCodec::Bc4Signed, .bytes = 8}, (block & ~0xffffull) | 0x7f81);
    EXPECT_FLOAT_EQ(floatsOf(five[0])[0], -1.0f);
    EXPECT_FLOAT_EQ(floatsOf(five[2])[0], -0.6f);
    EXPECT_FLOAT_EQ(floatsOf(five[6])[0], -1.0f);
    EXPECT_FLOAT_EQ(floatsOf(five[7])[0], 1.0f);
}

TEST(BlockFormat, AstcOfOneColor) {
    const BlockFormat format{.codec = BlockCodec::Astc, .width = 6, .height = 5};
    const auto texels = decoded(format, 0xfffffffffffffdfcu, 0xffff80000000ffffu);
    ASSERT_EQ(texels.size(), 30u);
    EXPECT_EQ(floatsOf(texels[29]), (std::array<float, 4>{1.0f, 0.0f, 0.5f, 1.0f}));
    // High dynamic range: magenta.
    const auto wrong = decoded(format, 0xfffffffffffffffcu, 0xffff80000000ffffu);
    EXPECT_EQ(floatsOf(wrong[0]), (std::array<float, 4>{1.0f, 0.0f, 1.0f, 1.0f}));
}

TEST(BlockFormat, Bc7OfRandomBlocks) {
    RandomBlocks random;
    Sum sum;
    for (unsigned i = 0; i < 4000; ++i) {
        // Each mode as often as the others.
        const uint64_t mode = i % 8;
        const uint64_t low = (random.word() & ~((2ull << mode) - 1)) | 1ull << mode;
        const uint64_t high = random.word();
        std::array<ByteTexel, 16> texels{};
        decodeBc7(BlockBits(low, high), texels);
        for (const ByteTexel& texel : texels) sum.add(std::bit_cast<uint32_t>(texel));
    }
    EXPECT_EQ(sum.value(), 0xae5feba8d394c8cbu);
}

TEST(BlockFormat, Bc6OfRandomBlocks) {
    RandomBlocks random;
    Sum sum;
    for (unsigned i = 0; i < 4000; ++i) {
        const uint64_t low = random.word();
        const uint64_t high = random.word();
        std::array<BlockTexel, 16> texels{};
        decodeBc6(BlockBits(low, high), i % 2 != 0, texels);
        for (const BlockTexel& texel : texels)
            for (size_t c = 0; c < 3; ++c) sum.add(texel[c]);
    }
    EXPECT_EQ(sum.value(), 0x6a424e84cd255b25u);
}

TEST(BlockFormat, AstcOfRandomBlocks) {
    constexpr std::array<std::array<unsigned, 2>, 14> kSizes = {{{4, 4},
                                                                 {5, 4},
                                                                 {5, 5},
                                                                 {6, 5},
                                                                 {6, 6},
                                                                 {8, 5},
                                                                 {8, 6},
                                                                 {8, 8},
                                                                 {10, 5},
                                                                 {10, 6},
                                                                 {10, 8},
                                                                 {10, 10},
                                                                 {12, 10},
                                                                 {12, 12}}};
    RandomBlocks random;
    Sum sum;
    for (const auto& [width, height] : kSizes) {
        for (unsigned i = 0; i < 1000; ++i) {
            const bool srgb = i % 2 != 0;
            const uint64_t low = random.word();
            const uint64_t high = random.word();
            std::array<std::array<uint16_t, 4>, kMaxBlockTexels> texels{};
            decodeAstc(BlockBits(low, high), width, height, srgb, std::span(texels).first(size_t{width} * height));
            for (size_t t = 0; t < size_t{width} * height; ++t)
                for (const uint16_t value : texels[t]) sum.add(srgb ? value : value >> 8);
        }
    }
    EXPECT_EQ(sum.value(), 0x26843e8d2d5a4341u);
}

}  // namespace
}  // namespace cyclorama::func
