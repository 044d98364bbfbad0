// SPDX-License-Identifier: MIT
#include "mem/retried_cache.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

namespace cyclorama::mem {
namespace {

class RetriedCacheTest : public ::testing::Test {
  protected:
    static FetchCacheSettings settings(uint32_t ways, uint32_t requests, std::string suffix = "T") {
        return {.geometry = {.ways = ways, .lines = 1, .lineBytes = 256},
                .requestQueueSize = requests,
                .statisticsSuffix = std::move(suffix)};
    }
    using Counts = std::map<std::string, uint64_t>;
    /// All columns of the cache with that suffix, without it.
    Counts counts(const std::string& suffix = "T") const {
        Counts all;
        for (const auto& [name, column] : registry_.columns())
            if (name.ends_with("_" + suffix))
                all[std::string(name.substr(0, name.size() - suffix.size()))] =
                    column.front()->value(sim::Interval::Frame).sum;
        return all;
    }
    /// Adds what one more refused try counts.
    static void count(const RefusedTry& refused) {
        for (sim::Counter* const counter : refused.counted()) ++*counter;
    }
    /// The counts grow alike with a try that is made and one that is counted.
    template <typename Try>
    void expectCountsOf(const RefusedTry& refused, const Try& again) {
        const Counts before = counts();
        again();
        const Counts made = counts();
        EXPECT_NE(made, before);
        count(refused);
        const Counts counted = counts();
        for (const auto& [name, value] : counted)
            EXPECT_EQ(value - made.at(name), made.at(name) - before.at(name)) << name;
    }

    sim::StatisticsRegistry registry_;
};

TEST_F(RetriedCacheTest, FetchesOfAFullLineCountedTogetherAreThoseThatFail) {
    RetriedCache together(registry_, settings(6, 8, "Together"));
    RetriedCache oneByOne(registry_, settings(6, 8, "OneByOne"));
    CacheSlot slot;
    for (RetriedCache* cache : {&together, &oneByOne}) {
        EXPECT_FALSE(cache->full(0));
        EXPECT_FALSE(cache->refuses(0x9000));
        for (uint64_t line = 0; line < 6; ++line) EXPECT_TRUE(cache->fetch(line * 0x100, slot));
        EXPECT_TRUE(cache->full(0x9000));
        EXPECT_TRUE(cache->refuses(0x9000));
    }
    together.countRefusedFetches(0x9000, 15);
    for (int n = 0; n < 15; ++n) EXPECT_FALSE(oneByOne.fetch(0x9000, slot));
    // The pointer that chooses the next victim stands at the same place.
    for (RetriedCache* cache : {&together, &oneByOne}) {
        for (uint32_t way = 0; way < 6; ++way) cache->unreserve({way, 0});
        EXPECT_FALSE(cache->full(0x9000));
        EXPECT_TRUE(cache->fetch(0x9000, slot));
        EXPECT_EQ(slot.way, 4u);
    }
    EXPECT_EQ(counts("Together"), counts("OneByOne"));
    EXPECT_EQ(counts("Together").at("MissFailReserveFetch_FC_"), 15u);
}

TEST_F(RetriedCacheTest, FetchesWithoutAFreeRequestCountedTogetherAreThoseThatFail) {
    RetriedCache together(registry_, settings(6, 5, "Together"));
    RetriedCache oneByOne(registry_, settings(6, 5, "OneByOne"));
    CacheSlot slot;
    for (RetriedCache* cache : {&together, &oneByOne}) {
        for (uint64_t line = 0; line < 5; ++line) EXPECT_TRUE(cache->fetch(line * 0x100, slot));
        EXPECT_FALSE(cache->full(0x9000));
        EXPECT_TRUE(cache->refuses(0x9000));
    }
    // One way has no reserves: the pointer finds it at times.
    together.countRefusedFetches(0x9000, 23);
    for (int n = 0; n < 23; ++n) EXPECT_FALSE(oneByOne.fetch(0x9000, slot));
    EXPECT_EQ(counts("Together"), counts("OneByOne"));
    EXPECT_GT(counts("Together").at("MissFailReqQueueFetch_FC_"), 0u);
}

TEST_F(RetriedCacheTest, LaterMissesCountedTogetherAreThoseThatFail) {
    RetriedCache together(registry_, settings(4, 8, "Together"));
    RetriedCache oneByOne(registry_, settings(4, 8, "OneByOne"));
    together.countLaterMisses(3);
    CacheSlot slot;
    bool missed = true;
    for (int n = 0; n < 3; ++n) EXPECT_FALSE(oneByOne.fetch(0x1000, slot, missed));
    EXPECT_EQ(counts("Together"), counts("OneByOne"));
}

TEST_F(RetriedCacheTest, AFetchIsRefusedUntilALineLosesItsLastReserve) {
    RetriedCache cache(registry_, settings(2, 8));
    CacheSlot first;
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1000, first, 2));
    ASSERT_TRUE(cache.fetch(0x2000, slot));
    ASSERT_FALSE(cache.fetch(0x3000, slot));
    const RefusedTry refused = cache.refusedFetch(0x3000);
    EXPECT_FALSE(refused.uncertain);
    expectCountsOf(refused, [&] { EXPECT_FALSE(cache.fetch(0x3000, slot)); });
    cache.unreserve(first);
    EXPECT_TRUE(cache.holds(refused));
    EXPECT_FALSE(cache.fetch(0x3000, slot));
    cache.unreserve(first);
    EXPECT_FALSE(cache.holds(refused));
    EXPECT_TRUE(cache.fetch(0x3000, slot));
}

TEST_F(RetriedCacheTest, AFetchIsRefusedUntilARequestIsDone) {
    RetriedCache cache(registry_, settings(4, 1));
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1000, slot));
    ASSERT_FALSE(cache.fetch(0x2000, slot));
    const RefusedTry refused = cache.refusedFetch(0x2000);
    EXPECT_FALSE(refused.uncertain);
    expectCountsOf(refused, [&] { EXPECT_FALSE(cache.fetch(0x2000, slot)); });
    uint32_t id = 0;
    ASSERT_TRUE(cache.takeRequest(id));
    EXPECT_TRUE(cache.holds(refused));
    cache.fillDone(id);
    EXPECT_FALSE(cache.holds(refused));
    EXPECT_TRUE(cache.fetch(0x2000, slot));
}

TEST_F(RetriedCacheTest, AFetchForWantOfARequestDoesNotHoldOnceItsReasonChanges) {
    RetriedCache cache(registry_, settings(2, 1));
    CacheSlot first;
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1000, first));
    uint32_t id = 0;
    ASSERT_TRUE(cache.takeRequest(id));
    cache.fillDone(id);
    ASSERT_TRUE(cache.fetch(0x2000, slot));
    cache.unreserve(first);
    ASSERT_FALSE(cache.fetch(0x3000, slot));
    const RefusedTry refused = cache.refusedFetch(0x3000);
    expectCountsOf(refused, [&] { EXPECT_FALSE(cache.fetch(0x3000, slot)); });
    // The last line without reserves gets one: now that is what a fetch is refused for.
    ASSERT_TRUE(cache.fetch(0x1000, slot));
    EXPECT_FALSE(cache.holds(refused));
    expectCountsOf(cache.refusedFetch(0x3000), [&] { EXPECT_FALSE(cache.fetch(0x3000, slot)); });
}

TEST_F(RetriedCacheTest, WhetherAPointerFindsAVictimIsUncertain) {
    RetriedCache cache(registry_, settings(6, 8));
    CacheSlot slot;
    for (uint64_t line = 0; line < 6; ++line) ASSERT_TRUE(cache.fetch(line * 0x100, slot));
    ASSERT_FALSE(cache.fetch(0x9000, slot));
    EXPECT_TRUE(cache.refusedFetch(0x9000).uncertain);
    EXPECT_TRUE(cache.refusedAllocation(0x9000).uncertain);
}

TEST_F(RetriedCacheTest, AFetchOfALineWithGapsIsRefusedWhileItIsReserved) {
    RetriedCache cache(registry_, settings(2, 1));
    CacheSlot slot;
    ASSERT_TRUE(cache.allocate(0x1000, slot));
    ASSERT_TRUE(cache.write(0x1000, slot, 16, 0xffff));
    ASSERT_TRUE(cache.allocate(0x1000, slot));
    ASSERT_FALSE(cache.fetch(0x1000, slot));
    expectCountsOf(cache.refusedFetch(0x1000), [&] { EXPECT_FALSE(cache.fetch(0x1000, slot)); });
}

TEST_F(RetriedCacheTest, AllocationsReadsAndWritesCountWhatTheyAreRefusedFor) {
    RetriedCache cache(registry_, settings(1, 1));
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1000, slot));
    ASSERT_FALSE(cache.read(slot, 16));
    expectCountsOf(cache.refusedRead(), [&] { EXPECT_FALSE(cache.read(slot, 16)); });
    ASSERT_FALSE(cache.write(0x1000, slot, 16, 0xffff));
    expectCountsOf(cache.refusedWrite(), [&] { EXPECT_FALSE(cache.write(0x1000, slot, 16, 0xffff)); });
    CacheSlot other;
    ASSERT_FALSE(cache.allocate(0x2000, other));
    expectCountsOf(cache.refusedAllocation(0x2000), [&] { EXPECT_FALSE(cache.allocate(0x2000, other)); });
    uint32_t id = 0;
    ASSERT_TRUE(cache.takeRequest(id));
    cache.fillDone(id);
    ASSERT_TRUE(cache.write(0x1000, slot, 16, 0xffff));
    ASSERT_TRUE(cache.allocate(0x2000, other)) << "a written line leaves, which takes the request";
    ASSERT_TRUE(cache.takeRequest(id));
    cache.writebackDone(id);
    ASSERT_TRUE(cache.write(0x2000, other, 16, 0xffff));
}

TEST_F(RetriedCacheTest, NotedCacheDescribesItsLastRefusedTry) {
    NotedCache cache(registry_, settings(2, 8));
    CacheSlot first;
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1000, first, 1));
    ASSERT_TRUE(cache.allocate(0x2000, slot, 1));
    ASSERT_FALSE(cache.fetch(0x3000, slot, 1));
    expectCountsOf(cache.refused(), [&] { EXPECT_FALSE(cache.fetch(0x3000, slot, 1)); });
    EXPECT_TRUE(cache.holds(cache.refused()));
    ASSERT_FALSE(cache.allocate(0x3000, slot, 1));
    expectCountsOf(cache.refused(), [&] { EXPECT_FALSE(cache.allocate(0x3000, slot, 1)); });
    ASSERT_FALSE(cache.read(first, 16));
    expectCountsOf(cache.refused(), [&] { EXPECT_FALSE(cache.read(first, 16)); });
    ASSERT_FALSE(cache.write(0x1000, first, 16, 0xffff));
    expectCountsOf(cache.refused(), [&] { EXPECT_FALSE(cache.write(0x1000, first, 16, 0xffff)); });
    for (const bool certain : {false, true}) {
        EXPECT_FALSE(cache.noteOther(certain));
        EXPECT_EQ(cache.refused().uncertain, !certain);
        EXPECT_TRUE(cache.refused().counted().empty());
    }
}

}  // namespace
}  // namespace cyclorama::mem
