// SPDX-License-Identifier: MIT
// The tests of samples that were brought out of their buffers.

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "func/output/depth_stencil.h"

namespace cyclorama::func {
namespace {

constexpr size_t kTestedSamples = 4;

struct Samples {
    std::vector<uint32_t> tested{};
    std::vector<uint32_t> depths{};
    std::vector<uint8_t> stencils = std::vector<uint8_t>(kTestedSamples);
    std::vector<uint32_t> covered = std::vector<uint32_t>(kTestedSamples, ~0u);
    std::vector<uint8_t> backFacing = std::vector<uint8_t>(kTestedSamples);
    std::vector<uint8_t> references{};

    void test(const DepthStencilState& state) {
        DepthStencilTester(state).test({.tested = tested,
                                        .depths = depths,
                                        .stencils = stencils,
                                        .covered = covered,
                                        .backFacing = backFacing,
                                        .references = references});
    }
};

/// Samples out of a buffer become what a buffer of 24 bits of depth and 8 of stencil becomes.
TEST(DepthStencilSamples, DoWhatABufferDoes) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const auto pick = [&](uint32_t count) { return static_cast<uint32_t>(random() % count); };
        const auto face = [&] {
            return StencilFace{.function = static_cast<CompareFunction>(pick(8)),
                               .reference = static_cast<uint8_t>(pick(256)),
                               .compareMask = static_cast<uint8_t>(pick(256)),
                               .writeMask = static_cast<uint8_t>(pick(256)),
                               .stencilFail = static_cast<StencilOperation>(pick(8)),
                               .depthFail = static_cast<StencilOperation>(pick(8)),
                               .depthPass = static_cast<StencilOperation>(pick(8))};
        };
        const DepthStencilState state{.depthTest = pick(2) != 0,
                                      .depthFunction = static_cast<CompareFunction>(pick(8)),
                                      .depthWrite = pick(2) != 0,
                                      .stencilTest = pick(2) != 0,
                                      .twoSided = pick(2) != 0,
                                      .front = face(),
                                      .back = face(),
                                      .maskedBits = static_cast<MaskedStencilBits>(pick(2))};
        const auto back = static_cast<uint8_t>(pick(2));
        Samples samples;
        std::vector<uint32_t> buffer;
        uint32_t coverage = pick(16);
        for (size_t i = 0; i < kTestedSamples; ++i) {
            samples.tested.push_back(pick(4));
            samples.depths.push_back(pick(4));
            samples.stencils[i] = static_cast<uint8_t>(pick(256));
            samples.covered[i] = (coverage >> i & 1) != 0 ? ~0u : 0;
            samples.backFacing[i] = back;
            buffer.push_back(packDepthStencil(samples.depths[i], samples.stencils[i]));
        }
        const uint32_t offset = 0;
        DepthStencilTester(state).test(
            std::as_writable_bytes(std::span(buffer)),
            {.offsets = {&offset, 1}, .depths = samples.tested, .coverage = {&coverage, 1}, .backFacing = {&back, 1}});
        samples.test(state);
        for (size_t i = 0; i < kTestedSamples; ++i) {
            EXPECT_EQ(samples.covered[i], (coverage >> i & 1) != 0 ? ~0u : 0) << round;
            EXPECT_EQ(packDepthStencil(samples.depths[i], samples.stencils[i]), buffer[i]) << round;
        }
    }
}

TEST(DepthStencilSamples, CompareFloatsByTheirBits) {
    const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
    Samples samples{.tested = {bits(0.25f), bits(1e-20f), bits(1.0f), bits(0.5f)},
                    .depths = {bits(0.5f), bits(1e-21f), bits(0.9999999f), bits(0.5f)}};
    samples.test({.depthTest = true, .depthFunction = CompareFunction::Less});
    EXPECT_EQ(samples.covered, (std::vector<uint32_t>{~0u, 0, 0, 0}));
    EXPECT_EQ(samples.depths, (std::vector<uint32_t>{bits(0.25f), bits(1e-21f), bits(0.9999999f), bits(0.5f)}));
}

TEST(DepthStencilSamples, TakeReferencesOfTheProgram) {
    Samples samples{.tested = {0, 0, 0, 0}, .depths = {0, 0, 0, 0}};
    samples.stencils = {1, 2, 3, 4};
    samples.references = {1, 1, 3, 3};
    samples.test({.stencilTest = true,
                  .front = {.function = CompareFunction::Equal,
                            .reference = 200,
                            .stencilFail = StencilOperation::Replace,
                            .depthPass = StencilOperation::IncrementWrap},
                  .maskedBits = MaskedStencilBits::Keep});
    EXPECT_EQ(samples.covered, (std::vector<uint32_t>{~0u, 0, ~0u, 0}));
    EXPECT_EQ(samples.stencils, (std::vector<uint8_t>{2, 1, 4, 3}));
}

}  // namespace
}  // namespace cyclorama::func
