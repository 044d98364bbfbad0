// SPDX-License-Identifier: MIT
#include "sim/count_sums.h"

#include <gtest/gtest.h>

#include <array>

namespace cyclorama::sim {
namespace {

struct SummedCounts {
    uint64_t first = 0;
    uint64_t second = 0;
    uint64_t third = 0;

    template <typename Counts>
    static auto all(Counts& counts) {
        auto& [one, two, three] = counts;
        return std::array{&one, &two, &three};
    }
    bool operator==(const SummedCounts&) const = default;
};

TEST(CountSums, AddsEachCountToItsOwn) {
    SummedCounts counts{.first = 1, .second = 20, .third = 300};
    const SummedCounts others{.first = 4000, .second = 50000, .third = 600000};
    EXPECT_EQ(&addCounts(counts, others), &counts);
    EXPECT_EQ(counts, (SummedCounts{.first = 4001, .second = 50020, .third = 600300}));
    EXPECT_EQ(others, (SummedCounts{.first = 4000, .second = 50000, .third = 600000}));
    EXPECT_EQ(subtractCounts(counts, others), (SummedCounts{.first = 1, .second = 20, .third = 300}));
}

TEST(CountSums, CombinesCountsThatAreTheSame) {
    SummedCounts counts{.first = 3, .second = 5, .third = 7};
    combineCounts(counts, SummedCounts{.first = 2, .second = 9, .third = 7},
                  [](uint64_t& count, uint64_t other) { count = count < other ? other : count; });
    EXPECT_EQ(counts, (SummedCounts{.first = 3, .second = 9, .third = 7}));
}

}  // namespace
}  // namespace cyclorama::sim
