// SPDX-License-Identifier: MIT
#include "func/output/depth_stencil.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace cyclorama::func {
namespace {

/// Tests one quad of one sample against a buffer and keeps both.
struct Bench {
    std::vector<uint32_t> buffer;
    uint32_t coverage = 0xf;

    void test(const DepthStencilState& state, std::vector<uint32_t> depths, bool back = false) {
        const uint32_t offset = 0;
        const uint8_t facing = back ? 1 : 0;
        DepthStencilTester(state).test(
            std::as_writable_bytes(std::span(buffer)),
            {.offsets = {&offset, 1}, .depths = depths, .coverage = {&coverage, 1}, .backFacing = {&facing, 1}});
    }
};

TEST(DepthStencil, ComparesTheFragmentWithTheBuffer) {
    // Fragment below, at and above the stored depth.
    const std::vector<uint32_t> depths = {99, 100, 101, 100};
    const std::array<uint32_t, 8> passing = {0b0000, 0b1111, 0b0001, 0b1011, 0b1010, 0b1110, 0b0100, 0b0101};
    for (uint32_t f = 0; f < passing.size(); ++f) {
        Bench bench{.buffer = std::vector<uint32_t>(4, packDepthStencil(100, 7))};
        bench.test({.depthTest = true, .depthFunction = static_cast<CompareFunction>(f)}, depths);
        EXPECT_EQ(bench.coverage, passing[f]) << f;
        for (uint32_t i = 0; i < 4; ++i) {
            const uint32_t depth = (passing[f] >> i & 1) != 0 ? depths[i] : 100;
            EXPECT_EQ(bench.buffer[i], packDepthStencil(depth, 7)) << f;
        }
    }
}

TEST(DepthStencil, WritesNothingWhereItMayNot) {
    const std::vector<uint32_t> start(4, packDepthStencil(100, 7));
    Bench masked{.buffer = start};
    masked.test({.depthTest = true, .depthWrite = false}, {1, 2, 3, 4});
    EXPECT_EQ(masked.coverage, 0xfu);
    EXPECT_EQ(masked.buffer, start);

    Bench uncovered{.buffer = start, .coverage = 0b0100};
    uncovered.test({.depthTest = true}, {1, 2, 3, 4});
    EXPECT_EQ(uncovered.coverage, 0b0100u);
    EXPECT_EQ(uncovered.buffer, (std::vector<uint32_t>{start[0], start[1], packDepthStencil(3, 7), start[3]}));

    // Without a depth test depth is not written either (ATTILA: FragmentOpEmulator, as OpenGL).
    Bench untested{.buffer = start};
    untested.test({.depthTest = false, .stencilTest = true}, {1, 2, 3, 4});
    EXPECT_EQ(untested.buffer, start);
    EXPECT_FALSE(DepthStencilTester({}).enabled());
}

TEST(DepthStencil, ComparesReferenceWithStoredUnderTheMask) {
    // Reference 0x35 under 0x0f is 5; stored 4, 5, 6 with other high bits, which the mask hides.
    const std::vector<uint32_t> buffer = {packDepthStencil(0, 0xf4), packDepthStencil(0, 0xa5),
                                          packDepthStencil(0, 0x06), packDepthStencil(0, 0x35)};
    const std::array<uint32_t, 8> passing = {0b0000, 0b1111, 0b0100, 0b1110, 0b1010, 0b1011, 0b0001, 0b0101};
    for (uint32_t f = 0; f < passing.size(); ++f) {
        Bench bench{.buffer = buffer};
        bench.test({.stencilTest = true,
                    .front = {.function = static_cast<CompareFunction>(f), .reference = 0x35, .compareMask = 0x0f}},
                   {0, 0, 0, 0});
        EXPECT_EQ(bench.coverage, passing[f]) << f;
    }
}

TEST(DepthStencil, UpdatesByOutcome) {
    // Fragment 0 fails the stencil test, 1 the depth test, 2 passes both, 3 is not covered.
    Bench bench{
        .buffer = {packDepthStencil(10, 1), packDepthStencil(10, 0), packDepthStencil(10, 0), packDepthStencil(10, 0)},
        .coverage = 0b0111};
    bench.test({.depthTest = true,
                .stencilTest = true,
                .front = {.function = CompareFunction::Equal,
                          .reference = 0,
                          .stencilFail = StencilOperation::Invert,
                          .depthFail = StencilOperation::DecrementWrap,
                          .depthPass = StencilOperation::IncrementSaturate}},
               {5, 20, 5, 5});
    EXPECT_EQ(bench.coverage, 0b0100u);
    EXPECT_EQ(bench.buffer, (std::vector<uint32_t>{packDepthStencil(10, 0xfe), packDepthStencil(10, 0xff),
                                                   packDepthStencil(5, 1), packDepthStencil(10, 0)}));
}

TEST(DepthStencil, AppliesEveryOperation) {
    struct Case {
        StencilOperation operation;
        std::array<uint8_t, 3> results;  // of stored 0, 0x80, 0xff
    };
    const std::vector<Case> cases = {{StencilOperation::Keep, {0, 0x80, 0xff}},
                                     {StencilOperation::Zero, {0, 0, 0}},
                                     {StencilOperation::Replace, {0x3c, 0x3c, 0x3c}},
                                     {StencilOperation::IncrementSaturate, {1, 0x81, 0xff}},
                                     {StencilOperation::DecrementSaturate, {0, 0x7f, 0xfe}},
                                     {StencilOperation::Invert, {0xff, 0x7f, 0}},
                                     {StencilOperation::IncrementWrap, {1, 0x81, 0}},
                                     {StencilOperation::DecrementWrap, {0xff, 0x7f, 0xfe}}};
    for (const Case& c : cases) {
        Bench bench{.buffer = {packDepthStencil(9, 0), packDepthStencil(9, 0x80), packDepthStencil(9, 0xff), 0},
                    .coverage = 0b0111};
        bench.test({.stencilTest = true, .front = {.reference = 0x3c, .depthPass = c.operation}}, {0, 0, 0, 0});
        for (uint32_t i = 0; i < 3; ++i) {
            EXPECT_EQ(bench.buffer[i], packDepthStencil(9, c.results[i])) << int(c.operation);
        }
    }
}

TEST(DepthStencil, ExcludedStencilBits) {
    const StencilFace face{.reference = 0xff, .writeMask = 0x0f, .depthPass = StencilOperation::Replace};
    const auto updated = [&](MaskedStencilBits bits, uint8_t mask) {
        StencilFace masked = face;
        masked.writeMask = mask;
        Bench bench{.buffer = std::vector<uint32_t>(4, packDepthStencil(0, 0xa0))};
        bench.test({.stencilTest = true, .front = masked, .maskedBits = bits}, {0, 0, 0, 0});
        return bench.buffer[0] >> kDepthBits;
    };
    EXPECT_EQ(updated(MaskedStencilBits::Keep, 0x0f), 0xafu);
    EXPECT_EQ(updated(MaskedStencilBits::Clear, 0x0f), 0x0fu);
    EXPECT_EQ(updated(MaskedStencilBits::Keep, 0), 0xa0u);
    EXPECT_EQ(updated(MaskedStencilBits::Clear, 0), 0xa0u);
}

TEST(DepthStencil, BackFacesHaveTheirOwnTest) {
    DepthStencilState state{.stencilTest = true,
                            .twoSided = true,
                            .front = {.depthPass = StencilOperation::IncrementWrap},
                            .back = {.depthPass = StencilOperation::DecrementWrap}};
    Bench bench{.buffer = std::vector<uint32_t>(4, packDepthStencil(0, 5))};
    bench.test(state, {0, 0, 0, 0}, true);
    EXPECT_EQ(bench.buffer[0], packDepthStencil(0, 4));
    bench.test(state, {0, 0, 0, 0}, false);
    bench.test(state, {0, 0, 0, 0}, false);
    EXPECT_EQ(bench.buffer[0], packDepthStencil(0, 6));
    state.twoSided = false;
    bench.test(state, {0, 0, 0, 0}, true);
    EXPECT_EQ(bench.buffer[0], packDepthStencil(0, 7));
}

TEST(DepthStencil, TestsEverySampleOnItsOwnAndQuadsInOrder) {
    constexpr uint32_t kSamples = 8;
    constexpr uint32_t kQuadSamples = kQuadFragments * kSamples;
    std::vector<uint32_t> buffer(2 * kQuadSamples, packDepthStencil(20, 0));
    const std::vector<uint32_t> offsets = {128, 128};
    std::vector<uint32_t> depths(2 * kQuadSamples);
    std::iota(depths.begin(), depths.begin() + kQuadSamples, 0u);
    std::iota(depths.rbegin(), depths.rbegin() + kQuadSamples, 0u);
    std::vector<uint32_t> coverage = {0xffffffff, 0xffffffff};
    DepthStencilTester({.depthTest = true, .samples = kSamples})
        .test(std::as_writable_bytes(std::span(buffer)), {offsets, depths, coverage});
    // Sample i has depth i in the first quad and 31 - i in the second, which must find the first in the buffer.
    EXPECT_EQ(coverage[0], 0x000fffffu);
    EXPECT_EQ(coverage[1], 0xffff0000u);
    for (uint32_t i = 0; i < kQuadSamples; ++i) {
        EXPECT_EQ(buffer[i], 20u);
        EXPECT_EQ(buffer[kQuadSamples + i], i < 16 ? i : 31 - i);
    }
}

TEST(DepthStencil, SaysWhetherItWrites) {
    const auto writes = [](DepthStencilState state) { return DepthStencilTester(state).writes(); };
    EXPECT_FALSE(writes({}));
    EXPECT_TRUE(writes({.depthTest = true}));
    EXPECT_FALSE(writes({.depthTest = true, .depthWrite = false}));
    EXPECT_TRUE(writes({.stencilTest = true}));
    EXPECT_FALSE(writes({.stencilTest = true, .front = {.writeMask = 0}}));
    EXPECT_TRUE(writes({.stencilTest = true, .twoSided = true, .front = {.writeMask = 0}}));
}

TEST(DepthStencil, FillsAndFindsTheLargestDepth) {
    std::vector<uint32_t> buffer(64);
    fillDepthStencil(std::as_writable_bytes(std::span(buffer)), 0xff123456, 0xab);
    EXPECT_EQ(buffer, std::vector<uint32_t>(64, 0xab123456));
    buffer[17] = packDepthStencil(0x123457, 0);
    EXPECT_EQ(largestDepth(std::as_bytes(std::span(buffer))), 0x123457u);
    EXPECT_EQ(largestDepth({}), 0u);
}

}  // namespace
}  // namespace cyclorama::func
