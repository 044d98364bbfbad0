// SPDX-License-Identifier: MIT
#include "func/raster/multisample_pattern.h"

#include <gtest/gtest.h>

#include <set>

namespace cyclorama::func {
namespace {

TEST(MultisamplePattern, OnlyForTheNumbersThatHardwareHas) {
    for (uint32_t samples = 0; samples <= 17; ++samples) {
        const bool standard = samples == 2 || samples == 4;
        EXPECT_EQ(samplePattern(SamplePattern::Spread, samples).size(), standard || samples == 8 ? samples : 0u);
        EXPECT_EQ(samplePattern(SamplePattern::Standard, samples).size(), standard ? samples : 0u);
    }
}

// Rook patterns: no two samples share a row or a column, and the mean is the middle of the pixel.
TEST(MultisamplePattern, SamplesShareNoRowOrColumn) {
    for (const uint32_t samples : {2u, 4u, 8u}) {
        std::set<double> columns;
        std::set<double> rows;
        double sumX = 0.0;
        double sumY = 0.0;
        for (const SampleOffset& sample : samplePattern(SamplePattern::Spread, samples)) {
            columns.insert(sample.x);
            rows.insert(sample.y);
            sumX += sample.x;
            sumY += sample.y;
            EXPECT_GT(sample.x, 0.0);
            EXPECT_LT(sample.x, 1.0);
            EXPECT_EQ(sample.x * 128.0, static_cast<int>(sample.x * 128.0));
        }
        EXPECT_EQ(columns.size(), samples);
        EXPECT_EQ(rows.size(), samples);
        EXPECT_NEAR(sumX / samples, 0.5, 0.035);
        EXPECT_NEAR(sumY / samples, 0.5, 0.035);
    }
}

// ATTILA: MSAAPatternTable4, in 1/128 of a pixel.
TEST(MultisamplePattern, FourSamples) {
    const auto pattern = samplePattern(SamplePattern::Spread, 4);
    ASSERT_EQ(pattern.size(), 4u);
    EXPECT_EQ(pattern[0].x, 12.0 / 128.0);
    EXPECT_EQ(pattern[0].y, 44.0 / 128.0);
    EXPECT_EQ(pattern[3].x, 108.0 / 128.0);
    EXPECT_EQ(pattern[3].y, 76.0 / 128.0);
}

}  // namespace
}  // namespace cyclorama::func
