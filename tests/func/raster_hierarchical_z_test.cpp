// SPDX-License-Identifier: MIT
#include "func/raster/raster_hierarchical_z.h"

#include <gtest/gtest.h>

namespace cyclorama::func {
namespace {

TEST(HierarchicalZ, MinimumOverKeptFragments) {
    Quad quad;
    quad.depth = {500, 100, 300, 0x01000002};
    EXPECT_EQ(minimumDepth(quad, 0b0101, 1), 300u);
    EXPECT_EQ(minimumDepth(quad, 0b0011, 1), 100u);
    EXPECT_EQ(minimumDepth(quad, 0b1111, 1), 2u) << "24 bits count";
    EXPECT_EQ(minimumDepth(quad, 0, 1), 0x00ffffffu);
}

TEST(HierarchicalZ, MinimumOverCoveredSamples) {
    Quad quad;
    quad.depth = {1, 1, 1, 1};
    quad.sampleCoverage = {0b01, 0b10, 0, 0};
    quad.sampleDepth[0] = {50, 5};
    quad.sampleDepth[1] = {6, 40};
    quad.sampleDepth[2] = {7, 7};
    quad.sampleDepth[3] = {7, 7};
    EXPECT_EQ(minimumDepth(quad, 0b0001, 2), 40u);
}

TEST(HierarchicalZ, Comparisons) {
    EXPECT_EQ(mayPassDepthTest(CompareFunction::Less, 5, 6), true);
    EXPECT_EQ(mayPassDepthTest(CompareFunction::Less, 6, 6), false);
    EXPECT_EQ(mayPassDepthTest(CompareFunction::LessEqual, 6, 6), true);
    EXPECT_EQ(mayPassDepthTest(CompareFunction::LessEqual, 7, 6), false);
    EXPECT_EQ(mayPassDepthTest(CompareFunction::Equal, 6, 6), true);
    EXPECT_EQ(mayPassDepthTest(CompareFunction::Equal, 7, 6), false);
    EXPECT_FALSE(mayPassDepthTest(CompareFunction::Greater, 5, 6).has_value());
    EXPECT_FALSE(mayPassDepthTest(CompareFunction::Always, 5, 6).has_value());
}

TEST(HierarchicalZ, BlocksOfAQuad) {
    const HierarchicalZBlocks one = hierarchicalZBlocks(64 + 60, 4, 64);
    EXPECT_EQ(one.first, 1u);
    EXPECT_EQ(one.count, 1u);
    const HierarchicalZBlocks two = hierarchicalZBlocks(60, 32, 64);
    EXPECT_EQ(two.first, 0u);
    EXPECT_EQ(two.count, 2u);
}

}  // namespace
}  // namespace cyclorama::func
