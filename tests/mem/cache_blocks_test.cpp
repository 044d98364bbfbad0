// SPDX-License-Identifier: MIT
#include "mem/cache_blocks.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "mem/fetch_cache.h"

namespace cyclorama::mem {
namespace {

constexpr uint64_t kBlock = CacheBlocks::kBlockBytes;

/// A cache of one way of two lines of 1024 bytes: even lines in one, odd ones in the other.
class CacheBlocksTest : public testing::Test {
  protected:
    using Uses = std::map<uint64_t, std::pair<uint64_t, uint64_t>>;

    CacheSlot fetch(uint64_t address) {
        CacheSlot slot;
        EXPECT_TRUE(cache_.fetch(address, slot));
        uint32_t id = 0;
        if (cache_.takeRequest(id)) cache_.fillDone(id);
        cache_.unreserve(slot);
        return slot;
    }
    void allocate(uint64_t address) {
        CacheSlot slot;
        EXPECT_TRUE(cache_.allocate(address, slot));
        cache_.unreserve(slot);
    }
    /// Hits and misses by address.
    static Uses taken(CacheBlocks& blocks) {
        Uses uses;
        for (const CacheBlocks::Block& block : blocks.take()) uses[block.address] = {block.hits, block.misses};
        return uses;
    }

    sim::StatisticsRegistry registry_;
    FetchCache cache_{registry_,
                      {.geometry = {.ways = 1, .lines = 2, .lineBytes = 1024},
                       .requestQueueSize = 2,
                       .statisticsKind = "FC",
                       .statisticsSuffix = "Test"}};
    CacheBlocks blocks_;
};

TEST_F(CacheBlocksTest, HitsAndMissesAreOfTheirLinesBlock) {
    cache_.countUses(&blocks_);
    fetch(0);
    fetch(512);
    cache_.fetchHeld(fetch(1024), 5);
    fetch(2 * kBlock);  // in the place of line 0
    allocate(2 * kBlock + 64);
    allocate(0);
    EXPECT_EQ(taken(blocks_), (Uses{{0, {1 + 5, 2 + 1}}, {2 * kBlock, {1, 1}}}));
    // Lines stay where they are; the one that was only allocated has to be filled before it can be fetched.
    fetch(1024);
    fetch(1024);
    fetch(0);
    fetch(0);
    EXPECT_EQ(taken(blocks_), (Uses{{0, {3, 1}}}));
    EXPECT_TRUE(taken(blocks_).empty());
}

TEST_F(CacheBlocksTest, RefusedUsesCountNothing) {
    cache_.countUses(&blocks_);
    CacheSlot slot;
    ASSERT_TRUE(cache_.fetch(0, slot));
    EXPECT_FALSE(cache_.fetch(kBlock, slot));  // the only line of its set is reserved
    EXPECT_FALSE(cache_.allocate(kBlock, slot));
    EXPECT_EQ(taken(blocks_), (Uses{{0, {0, 1}}}));
}

TEST_F(CacheBlocksTest, LinesThatWereThereBeforeAreKnown) {
    fetch(3 * kBlock);
    cache_.countUses(&blocks_);
    fetch(3 * kBlock);
    EXPECT_EQ(taken(blocks_), (Uses{{3 * kBlock, {1, 0}}}));
    cache_.countUses(nullptr);
    fetch(3 * kBlock);
    CacheBlocks others;
    cache_.countUses(&others);
    EXPECT_TRUE(taken(others).empty());
}

TEST_F(CacheBlocksTest, BlocksAreOfMemoryWhereTheCacheHasOtherAddresses) {
    cache_.countUses(&blocks_, [](uint64_t address) { return address / 4; });
    fetch(8 * kBlock);
    fetch(8 * kBlock);
    fetch(11 * kBlock);
    EXPECT_EQ(taken(blocks_), (Uses{{2 * kBlock, {1, 2}}}));
}

TEST_F(CacheBlocksTest, CachesOfAKindAddUp) {
    FetchCache other(registry_, {.geometry = {.ways = 1, .lines = 2, .lineBytes = 1024},
                                 .requestQueueSize = 2,
                                 .statisticsKind = "FC",
                                 .statisticsSuffix = "Other"});
    cache_.countUses(&blocks_);
    other.countUses(&blocks_);
    CacheSlot slot;
    ASSERT_TRUE(other.fetch(0, slot));
    other.fetchHeld(slot, 2);
    fetch(0);
    EXPECT_EQ(taken(blocks_), (Uses{{0, {2, 2}}}));
}

}  // namespace
}  // namespace cyclorama::mem
