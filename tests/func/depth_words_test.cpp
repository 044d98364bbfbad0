// SPDX-License-Identifier: MIT
// Words of depth buffers, four at a time, are those of the plain rules for one.

#include "func/output/depth_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <span>

#include "func/lanes/host_versions.h"
#include "func/output/quad_depth_words.h"

namespace cyclorama::func {
namespace {

using Words = std::array<uint32_t, 4>;

template <DepthWords kFormat>
[[gnu::always_inline]] inline void convert(const std::array<double, 4>& depths, Words& words) {
    Double4 values;
    std::memcpy(&values, depths.data(), sizeof values);
    Uint4 converted;
    depthWords<kFormat>(values, converted);
    words = std::bit_cast<Words>(converted);
}

template <DepthWords kFormat>
void expectEqualWords() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> depth(0.0, 1.0);
    for (int i = 0; i < 10000; ++i) {
        std::array<double, 4> depths{i % 7 == 0 ? 0.0 : depth(random), i % 5 == 0 ? 1.0 : depth(random),
                                     std::ldexp(depth(random), -i % 60), static_cast<double>(i) / 0xffff};
        Words words;
        runOnHost<convert<kFormat>>(depths, words);
        for (size_t lane = 0; lane < 4; ++lane) ASSERT_EQ(words[lane], depthWord(kFormat, depths[lane]));
    }
}

TEST(DepthWord, IsTheNearestOfTheFormat) {
    EXPECT_EQ(depthWord(DepthWords::Unorm16, 0.0), 0u);
    EXPECT_EQ(depthWord(DepthWords::Unorm16, 1.0), 0xffffu);
    EXPECT_EQ(depthWord(DepthWords::Unorm16, 0.4999 / 0xffff), 0u);
    EXPECT_EQ(depthWord(DepthWords::Unorm16, 0.5001 / 0xffff), 1u);
    EXPECT_EQ(depthWord(DepthWords::Unorm24, 1.0), 0xffffffu);
    EXPECT_EQ(depthWord(DepthWords::Unorm24, 0.5), 0x800000u);
    EXPECT_EQ(depthWord(DepthWords::Float32, 0.75), 0x3f400000u);
    EXPECT_EQ(depthWord(DepthWords::Float32, -0.0), 0u);
}

TEST(DepthWords, FourAtATimeAreThoseOfOne) {
    expectEqualWords<DepthWords::Unorm16>();
    expectEqualWords<DepthWords::Unorm24>();
    expectEqualWords<DepthWords::Float32>();
}

template <DepthWords kFormat>
void expectTest(CompareFunction function, uint32_t live) {
    constexpr uint32_t kDepth = depthBits(kFormat);
    const Words tested{5, 9, 7, 7};
    const Words stored{7 | (0xab000000 & ~kDepth), 7 | (0xcd000000 & ~kDepth), 7 | (0x12000000 & ~kDepth), 7};
    Int4 lanes{};
    for (int lane = 0; lane < 4; ++lane) lanes[lane] = (live >> lane & 1) != 0 ? -1 : 0;
    auto words = std::bit_cast<Uint4>(stored);
    const uint32_t passing = DepthWordTest<kFormat>(function).test(std::bit_cast<Uint4>(tested), lanes, words);
    const auto after = std::bit_cast<Words>(words);
    for (uint32_t lane = 0; lane < 4; ++lane) {
        const bool passes = (live >> lane & 1) != 0 && compare(function, tested[lane], stored[lane] & kDepth);
        EXPECT_EQ(passing >> lane & 1, passes ? 1u : 0u);
        EXPECT_EQ(after[lane], passes ? tested[lane] | (stored[lane] & ~kDepth) : stored[lane]);
    }
}

TEST(DepthWordTest, ComparesAndKeepsOtherBits) {
    for (const CompareFunction function :
         {CompareFunction::Never, CompareFunction::Less, CompareFunction::Equal, CompareFunction::LessEqual,
          CompareFunction::Greater, CompareFunction::NotEqual, CompareFunction::GreaterEqual, CompareFunction::Always})
        for (uint32_t live = 0; live < 16; ++live) {
            expectTest<DepthWords::Unorm16>(function, live);
            expectTest<DepthWords::Unorm24>(function, live);
            expectTest<DepthWords::Float32>(function, live);
        }
}

template <typename Word, DepthWords kFormat>
void expectQuad(const std::array<uint64_t, 4>& pixels, bool inside) {
    std::array<Word, 8> buffer{10, 11, 12, 13, 14, 15, 16, 17};
    const QuadDepthWords<kFormat, 1> quad(std::as_writable_bytes(std::span(buffer)), pixels, inside);
    Uint4 words;
    quad.load(0, words);
    for (size_t i = 0; i < 4; ++i) {
        const size_t place = pixels[i] / sizeof(Word);
        EXPECT_EQ(words[i], place < buffer.size() ? buffer[place] : 0u);
    }
    words[1] = 99;
    quad.store(0, words, 0b0010);
    for (size_t place = 0; place < buffer.size(); ++place)
        EXPECT_EQ(buffer[place], place == pixels[1] / sizeof(Word) ? 99u : 10 + place);
}

TEST(QuadDepthWords, WordsInPairsAndApart) {
    expectQuad<uint32_t, DepthWords::Unorm24>({0, 4, 16, 20}, true);
    expectQuad<uint32_t, DepthWords::Float32>({0, 4, 16, 20}, false);
    expectQuad<uint32_t, DepthWords::Float32>({0, 8, 16, 24}, true);
    expectQuad<uint16_t, DepthWords::Unorm16>({2, 4, 10, 12}, true);
    expectQuad<uint16_t, DepthWords::Unorm16>({2, 8, 10, 6}, true);
}

TEST(QuadDepthWords, PlacesOutsideReadZeroAndStayUnwritten) {
    expectQuad<uint32_t, DepthWords::Unorm24>({28, 32, 64, ~uint64_t{0}}, false);
}

TEST(QuadDepthWords, SamplesFollowTheirPixel) {
    std::array<uint32_t, 16> buffer;
    for (uint32_t i = 0; i < buffer.size(); ++i) buffer[i] = i;
    const std::array<uint64_t, 4> pixels{32, 0, 48, 16};
    const QuadDepthWords<DepthWords::Float32, 4> quad(std::as_writable_bytes(std::span(buffer)), pixels, true);
    Uint4 words;
    quad.load(8, words);
    EXPECT_EQ(std::bit_cast<Words>(words), (Words{12, 13, 14, 15}));
    words[2] = 100;
    quad.store(8, words, 0b0100);
    EXPECT_EQ(buffer[14], 100u);
    EXPECT_EQ(buffer[13], 13u);
}

}  // namespace
}  // namespace cyclorama::func
