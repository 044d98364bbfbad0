// SPDX-License-Identifier: MIT
#include "func/raster/clipping.h"

#include <gtest/gtest.h>

#include <limits>

namespace cyclorama::func {
namespace {

// By hand, from the six inequalities -w <= x, y, z <= w, and 0 <= z for Direct3D.
TEST(Clipping, OutcodeNamesThePlanes) {
    EXPECT_EQ(frustumOutcode({0, 0, 0, 1}, false), 0u);
    EXPECT_EQ(frustumOutcode({-2, 0, 0, 1}, false), 0b000001u);
    EXPECT_EQ(frustumOutcode({2, 0, 0, 1}, false), 0b000010u);
    EXPECT_EQ(frustumOutcode({0, -2, 0, 1}, false), 0b000100u);
    EXPECT_EQ(frustumOutcode({0, 2, 0, 1}, false), 0b001000u);
    EXPECT_EQ(frustumOutcode({0, 0, -2, 1}, false), 0b010000u);
    EXPECT_EQ(frustumOutcode({0, 0, 2, 1}, false), 0b100000u);
    EXPECT_EQ(frustumOutcode({1, -1, 1, 1}, false), 0u) << "points on a plane are inside";
    EXPECT_EQ(frustumOutcode({0, 0, 0, -1}, false), 0b111111u) << "behind the eye";
}

TEST(Clipping, NearPlaneFollowsDepthRange) {
    EXPECT_EQ(frustumOutcode({0, 0, -0.5f, 1}, false), 0u);
    EXPECT_EQ(frustumOutcode({0, 0, -0.5f, 1}, true), 0b010000u);
    EXPECT_EQ(frustumOutcode({0, 0, 0, 1}, true), 0u);
}

TEST(Clipping, NanIsOutside) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(frustumOutcode({nan, 0, 0, 1}, false), 0b000011u);
    EXPECT_EQ(frustumOutcode({0, 0, 0, nan}, false), 0b111111u);
}

TEST(Clipping, RejectsOnlyWhatOnePlaneExcludes) {
    const Vec4 left{-2, 0, 0, 1};
    const Vec4 leftAndBelow{-2, -3, 0, 1};
    const Vec4 right{2, 0, 0, 1};
    const Vec4 above{0, 2, 0, 1};
    EXPECT_TRUE(trivialReject(left, leftAndBelow, left, false));
    EXPECT_FALSE(trivialReject(left, leftAndBelow, right, false));
    // Outside of the view, but no single plane tells.
    EXPECT_FALSE(trivialReject(left, above, {-1.5f, 1.5f, 0, 1}, false));
}

}  // namespace
}  // namespace cyclorama::func
