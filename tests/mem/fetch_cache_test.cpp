// SPDX-License-Identifier: MIT
#include "mem/fetch_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

namespace cyclorama::mem {
namespace {

class FetchCacheTest : public ::testing::Test {
  protected:
    static FetchCacheSettings settings(uint32_t ways, uint32_t lines, uint32_t requests) {
        return {.geometry = {.ways = ways, .lines = lines, .lineBytes = 256},
                .requestQueueSize = requests,
                .statisticsSuffix = "T"};
    }
    uint64_t statistic(const char* name) {
        return registry.columns().find(name)->second.front()->value(sim::Interval::Frame).sum;
    }
    /// Fetches, serves the request and gives the reserve back: the line is there and clean.
    CacheSlot bring(FetchCache& cache, uint64_t address) {
        CacheSlot slot;
        EXPECT_TRUE(cache.fetch(address, slot));
        uint32_t id = 0;
        if (cache.takeRequest(id)) {
            cache.writeLine(slot);
            cache.fillDone(id);
        }
        EXPECT_TRUE(cache.read(slot, 16));
        cache.unreserve(slot);
        return slot;
    }

    sim::StatisticsRegistry registry;
};

TEST_F(FetchCacheTest, AddressesOfSlotsAreThoseOfTheirLines) {
    CacheTags tags({.ways = 2, .lines = 8, .lineBytes = 64});
    EXPECT_EQ(tags.lineOf(0x12345), (0x12345u >> 6) & 7);
    tags[{1, 5}].tag = tags.tagOf(0x12345);
    EXPECT_EQ(tags.addressOf({1, tags.lineOf(0x12345)}), 0x12340u);

    CacheTags associative({.ways = 4, .lines = 1, .lineBytes = 64});
    EXPECT_EQ(associative.lineOf(0xffffffc0), 0u);
    associative[{2, 0}].tag = associative.tagOf(uint64_t{0x5} << 40 | 0x80);
    EXPECT_EQ(associative.addressOf({2, 0}), uint64_t{0x5} << 40 | 0x80);
}

TEST_F(FetchCacheTest, VictimsAreWaysThatWereNotUsedLately) {
    CacheTags tags({.ways = 6, .lines = 1, .lineBytes = 64});
    // Ways 0 to 3 count as used at the start; the pointer goes to 1, 2, ... and the first of the others from it is 4.
    EXPECT_EQ(tags.chooseVictim(0), 4u);
    tags.touch({4, 0});  // 1 2 3 4
    EXPECT_EQ(tags.chooseVictim(0), 5u);
    tags.touch({5, 0});                   // 2 3 4 5; the pointer comes to 3
    EXPECT_EQ(tags.chooseVictim(0), 2u);  // none from 3 on is unused lately: the one used longest ago
    tags.reserve({2, 0}, 1);
    EXPECT_EQ(tags.chooseVictim(0), 3u);
    EXPECT_EQ(tags.chooseVictim(0), 3u);
    EXPECT_EQ(tags.chooseVictim(0), 0u);  // the pointer is at 0 again
    for (uint32_t way = 0; way < 6; ++way) tags.reserve({way, 0}, 1);
    EXPECT_EQ(tags.chooseVictim(0), 0u);  // nothing is free: the caller sees the reserves
}

TEST_F(FetchCacheTest, VictimsCountedTogetherAreThoseChosenOneByOne) {
    for (const uint32_t ways : {3u, 6u, 7u}) {
        for (uint32_t reserved = 0; reserved < 1u << ways; ++reserved) {
            CacheTags together({.ways = ways, .lines = 1, .lineBytes = 64});
            for (uint32_t way = 0; way < ways; ++way) together.reserve({way, 0}, reserved >> way & 1);
            together.touch({ways - 2, 0});
            CacheTags oneByOne = together;
            for (const uint32_t times : {2u, 0u, 3u, 23u}) {
                uint64_t found = 0;
                for (uint32_t choice = 0; choice < times; ++choice)
                    found += oneByOne.reserves({oneByOne.chooseVictim(0), 0}) == 0 ? 1 : 0;
                EXPECT_EQ(together.countVictims(0, times), found) << ways << " ways, reserved " << reserved;
            }
            EXPECT_EQ(together.chooseVictim(0), oneByOne.chooseVictim(0));
        }
    }
}

TEST_F(FetchCacheTest, MissesBecomeRequestsAndHitsReserve) {
    FetchCache cache(registry, settings(1, 4, 2));
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1010, slot));
    EXPECT_FALSE(cache.ready(slot));
    EXPECT_FALSE(cache.read(slot, 16));
    CacheSlot again;
    ASSERT_TRUE(cache.fetch(0x10f0, again));
    EXPECT_EQ(slot, again);
    uint32_t id = 0;
    ASSERT_TRUE(cache.takeRequest(id));
    EXPECT_EQ(cache.request(id).fillAddress, 0x1000u);
    EXPECT_FALSE(cache.request(id).writeback);
    EXPECT_FALSE(cache.takeRequest(id));
    cache.writeLine(slot);
    EXPECT_FALSE(cache.ready(slot));
    cache.fillDone(id);
    EXPECT_TRUE(cache.read(slot, 16));

    CacheSlot other;
    EXPECT_FALSE(cache.fetch(0x2000, other)) << "both uses still hold the line";
    cache.unreserve(slot);
    EXPECT_FALSE(cache.fetch(0x2000, other));
    EXPECT_TRUE(cache.write(slot, 16));
    ASSERT_TRUE(cache.fetch(0x2000, other));
    ASSERT_TRUE(cache.takeRequest(id));
    EXPECT_TRUE(cache.request(id).writeback);
    EXPECT_TRUE(cache.request(id).fill);
    EXPECT_EQ(cache.request(id).writebackAddress, 0x1000u);
    EXPECT_EQ(cache.request(id).fillAddress, 0x2000u);
    cache.fillDone(id);
    EXPECT_FALSE(cache.ready(other)) << "the writeback is still to be done";
    cache.writebackDone(id);
    EXPECT_TRUE(cache.ready(other));

    EXPECT_EQ(statistic("MissesFetch_FC_T"), 4u);
    EXPECT_EQ(statistic("HitsFetch_FC_T"), 1u);
    EXPECT_EQ(statistic("MissFailReserveFetch_FC_T"), 2u);
    EXPECT_EQ(statistic("ReadsFail_FC_T"), 1u);
    EXPECT_EQ(statistic("Unreserves_FC_T"), 1u);
    EXPECT_EQ(statistic("WriteBytes_FC_T"), 256u + 16u);
}

TEST_F(FetchCacheTest, UsesTogetherAreThoseOneByOne) {
    FetchCacheSettings named = settings(2, 1, 8);
    named.statisticsSuffix = "Together";
    FetchCache together(registry, named);
    named.statisticsSuffix = "OneByOne";
    FetchCache oneByOne(registry, named);
    const CacheSlot slot = bring(together, 0x1000);
    EXPECT_EQ(bring(oneByOne, 0x1000), slot);
    CacheSlot same;

    together.fetchHeld(slot, 7);
    for (int n = 0; n < 7; ++n) EXPECT_TRUE(oneByOne.fetch(0x1000, same));
    EXPECT_TRUE(together.read(slot, 4, 3));
    for (int n = 0; n < 3; ++n) EXPECT_TRUE(oneByOne.read(slot, 4));
    together.unreserve(slot, 2);
    for (int n = 0; n < 2; ++n) oneByOne.unreserve(slot);
    constexpr uint64_t kMask = 0xf0ff'0f0f'1234'8421;
    EXPECT_TRUE(together.write(0x1050, slot, 16, kMask, 3));
    EXPECT_EQ(together.tags().reserves(slot), 2u);
    for (uint32_t n = 0; n < 3; ++n)
        EXPECT_TRUE(oneByOne.write(0x1050 + 16 * n, slot, 16, n < 2 ? kMask >> 16 * n : kMask >> 32));

    EXPECT_EQ(oneByOne.tags().reserves(slot), 2u);
    EXPECT_EQ(together.writtenBytes(slot)[1], (kMask & 0xffff'ffff'ffff) << 16);
    for (size_t word = 0; word < 4; ++word)
        EXPECT_EQ(together.writtenBytes(slot)[word], oneByOne.writtenBytes(slot)[word]) << word;
    for (const char* name :
         {"HitsFetch_FC_", "ReadsOK_FC_", "ReadBytes_FC_", "WritesOK_FC_", "WriteBytes_FC_", "Unreserves_FC_"})
        EXPECT_EQ(statistic((std::string(name) + "Together").c_str()),
                  statistic((std::string(name) + "OneByOne").c_str()))
            << name;
}

TEST_F(FetchCacheTest, NoWritesUseTheLineAlone) {
    FetchCache cache(registry, settings(2, 1, 8));
    const CacheSlot slot = bring(cache, 0x1000);
    const CacheSlot other = bring(cache, 0x2000);
    cache.fetchHeld(slot, 1);
    const uint64_t writes = statistic("WritesOK_FC_T");
    EXPECT_TRUE(cache.write(0x1000, slot, 16, ~uint64_t{0}, 0));
    EXPECT_EQ(statistic("WritesOK_FC_T"), writes);
    EXPECT_EQ(cache.tags().reserves(slot), 1u);
    EXPECT_FALSE(cache.tags()[slot].dirty);
    cache.unreserve(slot);
    CacheSlot victim;
    EXPECT_TRUE(cache.fetch(0x3000, victim));
    EXPECT_EQ(victim, other);
}

TEST_F(FetchCacheTest, RequestsAreLimited) {
    FetchCache cache(registry, settings(4, 1, 2));
    CacheSlot slot;
    ASSERT_TRUE(cache.fetch(0x1000, slot));
    ASSERT_TRUE(cache.fetch(0x2000, slot));
    EXPECT_FALSE(cache.fetch(0x3000, slot));
    EXPECT_EQ(statistic("MissFailReqQueueFetch_FC_T"), 1u);
    EXPECT_TRUE(cache.allocate(0x3000, slot)) << "an invalid line needs no request";
}

TEST_F(FetchCacheTest, OneMissForAGroup) {
    FetchCache cache(registry, settings(4, 1, 4));
    CacheSlot slot;
    bring(cache, 0x1000);
    bool missed = false;
    EXPECT_TRUE(cache.fetch(0x1000, slot, missed));
    EXPECT_FALSE(missed);
    EXPECT_TRUE(cache.fetch(0x2000, slot, missed));
    EXPECT_TRUE(missed);
    EXPECT_TRUE(cache.fetch(0x1000, slot, missed)) << "hits go on";
    EXPECT_FALSE(cache.fetch(0x3000, slot, missed));
    EXPECT_EQ(statistic("MissFailMissFetch_FC_T"), 1u);
}

TEST_F(FetchCacheTest, AllocatedLinesHoldWhatWasWritten) {
    FetchCache cache(registry, settings(1, 1, 4));
    CacheSlot slot;
    ASSERT_TRUE(cache.allocate(0x1000, slot));
    EXPECT_TRUE(cache.ready(slot));
    ASSERT_TRUE(cache.write(0x1020, slot, 16, 0));
    EXPECT_FALSE(cache.tags()[slot].dirty);

    ASSERT_TRUE(cache.allocate(0x1000, slot));
    ASSERT_TRUE(cache.write(0x1038, slot, 16, 0x00ff));
    EXPECT_TRUE(cache.tags()[slot].dirty);
    EXPECT_EQ(cache.writtenBytes(slot)[0], uint64_t{0xff} << 56);
    EXPECT_EQ(cache.writtenBytes(slot)[1], 0u);

    // A read needs the rest as well: what was written goes out and the whole line comes in.
    ASSERT_TRUE(cache.fetch(0x1000, slot));
    uint32_t id = 0;
    ASSERT_TRUE(cache.takeRequest(id));
    EXPECT_TRUE(cache.request(id).writeback);
    EXPECT_TRUE(cache.request(id).masked);
    EXPECT_EQ(cache.request(id).writebackAddress, cache.request(id).fillAddress);
}

TEST_F(FetchCacheTest, AWhollyWrittenLineIsAHit) {
    FetchCache cache(registry, settings(1, 1, 4));
    CacheSlot slot;
    for (uint64_t at = 0x1000; at < 0x1100; at += 64) {
        ASSERT_TRUE(cache.allocate(at, slot));
        ASSERT_TRUE(cache.write(at, slot, 64, ~uint64_t{0}));
    }
    ASSERT_TRUE(cache.fetch(0x1000, slot));
    EXPECT_EQ(statistic("HitsFetch_FC_T"), 1u);
}

TEST_F(FetchCacheTest, FlushWritesBackEveryValidLine) {
    FetchCache cache(registry, settings(2, 2, 2));
    bring(cache, 0x1000);
    bring(cache, 0x1100);
    bring(cache, 0x2100);
    EXPECT_FALSE(cache.flush());
    EXPECT_EQ(cache.waitingRequests(), 2u) << "all that there are";
    uint32_t id = 0;
    ASSERT_TRUE(cache.takeRequest(id));
    EXPECT_EQ(cache.request(id).writebackAddress, 0x1000u) << "line by line, not way by way";
    cache.writebackDone(id);
    EXPECT_FALSE(cache.flush()) << "the third line takes the free request";
    while (cache.takeRequest(id)) cache.writebackDone(id);
    EXPECT_TRUE(cache.flush());
}

}  // namespace
}  // namespace cyclorama::mem
