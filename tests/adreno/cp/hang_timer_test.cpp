// SPDX-License-Identifier: MIT
#include "families/adreno/cp/hang_timer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <vector>

namespace cyclorama::adreno {
namespace {

using namespace std::chrono_literals;

TEST(HangcheckTimer, PausesAddUpToTheKernelsPeriod) {
    std::vector<std::chrono::microseconds> pauses;
    HangcheckTimer timer([&](std::chrono::microseconds pause) { pauses.push_back(pause); });
    for (int wait = 0; wait < 2; ++wait) {
        pauses.clear();
        timer.begin();
        while (timer.lasts()) {
        }
        const auto sum = std::accumulate(pauses.begin(), pauses.end(), 0us);
        EXPECT_GE(sum, HangcheckTimer::kPeriod);
        EXPECT_LT(sum - pauses.back(), HangcheckTimer::kPeriod);
        EXPECT_EQ(pauses.front(), 10us) << "a value that is about to be written is seen soon";
        EXPECT_EQ(pauses.back(), 1ms);
        EXPECT_FALSE(timer.lasts());
    }
}

TEST(HangcheckTimer, LastsForNoTimeBeforeAWaitBegins) {
    HangcheckTimer timer([](std::chrono::microseconds) { FAIL(); });
    EXPECT_FALSE(timer.lasts());
}

}  // namespace
}  // namespace cyclorama::adreno
