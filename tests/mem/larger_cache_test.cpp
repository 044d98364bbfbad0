// SPDX-License-Identifier: MIT
#include "mem/larger_cache.h"

#include <gtest/gtest.h>

#include "mem/fetch_cache.h"

namespace cyclorama::mem {
namespace {

constexpr uint64_t kBytesOfLine = 64;

/// Misses of a cache of two ways of four lines, in the order of lines, that one with eight lines would have had.
class LargerCacheTest : public testing::Test {
  protected:
    LargerCacheTest() { cache_.compareWithLarger(true); }

    /// Reads a line, with a fill where it misses.
    void read(uint64_t line) {
        CacheSlot slot;
        ASSERT_TRUE(cache_.fetch(line * kBytesOfLine, slot));
        uint32_t id = 0;
        if (cache_.takeRequest(id)) {
            ++misses_;
            if (cache_.request(id).inLarger) ++inLarger_;
            cache_.fillDone(id);
        }
        ASSERT_TRUE(cache_.read(slot, 4));
        cache_.unreserve(slot);
    }

    sim::StatisticsRegistry registry_;
    FetchCache cache_{registry_,
                      {.geometry = {.ways = 2, .lines = 4, .lineBytes = kBytesOfLine},
                       .requestQueueSize = 2,
                       .statisticsKind = "FC",
                       .statisticsSuffix = "Test"}};
    uint32_t misses_ = 0;
    uint32_t inLarger_ = 0;
};

TEST_F(LargerCacheTest, HasNothingThatComesForTheFirstTime) {
    for (uint64_t line = 0; line < 40; ++line) read(line);
    EXPECT_EQ(misses_, 40u);
    EXPECT_EQ(inLarger_, 0u);
}

TEST_F(LargerCacheTest, HasAllOfASetOfTwiceTheSize) {
    // 16 lines again and again: the cache of 8 has none of them when it comes, and one of 16 all.
    for (uint32_t round = 0; round < 3; ++round)
        for (uint64_t line = 0; line < 16; ++line) read(line);
    EXPECT_EQ(misses_, 48u);
    EXPECT_EQ(inLarger_, 32u);
}

TEST_F(LargerCacheTest, HasNothingOfASetOfFourTimesTheSize) {
    for (uint32_t round = 0; round < 3; ++round)
        for (uint64_t line = 0; line < 32; ++line) read(line);
    EXPECT_EQ(misses_, 96u);
    EXPECT_EQ(inLarger_, 0u);
}

TEST_F(LargerCacheTest, DoesNotTellLinesApartThatMeetInOneSetOfIts) {
    // Multiples of 8 lines are in one set of both caches.
    for (uint32_t round = 0; round < 3; ++round)
        for (const uint64_t line : {0u, 8u, 16u}) read(line);
    EXPECT_EQ(misses_, 9u);
    EXPECT_EQ(inLarger_, 0u);
}

TEST_F(LargerCacheTest, ForgetsWithTheOther) {
    for (uint64_t line = 0; line < 16; ++line) read(line);
    cache_.reset();
    for (uint64_t line = 0; line < 16; ++line) read(line);
    EXPECT_EQ(inLarger_, 0u);
}

TEST_F(LargerCacheTest, BeginsWithTheLinesOfTheOther) {
    cache_.compareWithLarger(false);
    for (uint64_t line = 0; line < 8; ++line) read(line);
    cache_.compareWithLarger(true);
    for (uint64_t line = 8; line < 16; ++line) read(line);
    EXPECT_EQ(inLarger_, 0u);
    for (uint64_t line = 0; line < 8; ++line) read(line);
    EXPECT_EQ(misses_, 24u);
    EXPECT_EQ(inLarger_, 8u);
    cache_.compareWithLarger(false);
    for (uint64_t line = 8; line < 16; ++line) read(line);
    EXPECT_EQ(misses_, 32u);
    EXPECT_EQ(inLarger_, 8u);
}

TEST(LargerCache, KeepsWhatTheOtherHasAndWhatLeftItLast) {
    LargerCache larger({.ways = 3, .lines = 1, .lineBytes = kBytesOfLine});
    EXPECT_FALSE(larger.miss(0, {}));
    EXPECT_FALSE(larger.miss(kBytesOfLine, {}));
    // The other, of two ways, has lines 1 and 2 then, and this one line 0 as well.
    EXPECT_FALSE(larger.miss(2 * kBytesOfLine, 0));
    EXPECT_TRUE(larger.miss(0, kBytesOfLine));
    // The first of lines 1 and 2 to be left has to go.
    EXPECT_FALSE(larger.miss(3 * kBytesOfLine, 2 * kBytesOfLine));
    EXPECT_FALSE(larger.miss(kBytesOfLine, 0));
}

}  // namespace
}  // namespace cyclorama::mem
