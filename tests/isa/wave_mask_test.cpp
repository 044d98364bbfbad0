// SPDX-License-Identifier: MIT
#include "isa/wave_mask.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

namespace cyclorama::isa {
namespace {

using Calls = std::vector<std::pair<uint32_t, WaveMask>>;

Calls equalLanes(WaveMask lanes, const std::array<uint32_t, kWaveLanes>& numbers, bool uniform) {
    Calls calls;
    forEqualLanes(lanes, numbers, uniform, [&](WaveMask same, uint32_t number) { calls.emplace_back(number, same); });
    return calls;
}

TEST(WaveMask, EqualLanesComeTogetherInTheOrderOfTheFirst) {
    std::array<uint32_t, kWaveLanes> numbers{};
    numbers[1] = numbers[64] = numbers[127] = 7;
    numbers[2] = 5;
    numbers[3] = 9;  // Not among the lanes.
    const WaveMask lanes{0b0111, uint64_t{1} | uint64_t{1} << 63};
    EXPECT_EQ(equalLanes(lanes, numbers, false),
              (Calls{{0, {0b0001, 0}}, {7, {0b0010, lanes.high}}, {5, {0b0100, 0}}}));
}

TEST(WaveMask, UniformLanesHaveTheNumberOfTheFirst) {
    std::array<uint32_t, kWaveLanes> numbers{};
    numbers[65] = 4;
    const WaveMask lanes{0, 0b0110};
    EXPECT_EQ(equalLanes(lanes, numbers, true), (Calls{{4, lanes}}));
    EXPECT_TRUE(equalLanes({}, numbers, true).empty());
}

}  // namespace
}  // namespace cyclorama::isa
