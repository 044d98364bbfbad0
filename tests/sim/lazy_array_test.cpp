// SPDX-License-Identifier: MIT
#include "sim/lazy_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace cyclorama::sim {
namespace {

TEST(LazyArray, IsAnArrayThatIsFilledAndWritten) {
    constexpr size_t kSize = 3001;
    std::mt19937 random(3);
    LazyArray<uint32_t> lazy(kSize, 7);
    std::vector<uint32_t> plain(kSize, 7);
    EXPECT_EQ(lazy.size(), kSize);
    for (uint32_t step = 0; step < 5000; ++step) {
        if (random() % 500 == 0) {
            lazy.fill(step);
            plain.assign(kSize, step);
        }
        // The last element, too, is in a page.
        const size_t at = random() % 10 == 0 ? kSize - 1 : random() % kSize;
        lazy.set(at, step * 2);
        plain[at] = step * 2;
        const size_t look = random() % kSize;
        ASSERT_EQ(lazy[look], plain[look]) << step;
    }
    for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(lazy[i], plain[i]) << i;
}

}  // namespace
}  // namespace cyclorama::sim
