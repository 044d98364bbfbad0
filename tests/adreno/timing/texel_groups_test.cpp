// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/texel_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/programs/distinct_numbers.h"
#include "families/adreno/timing/tp/texel_cache.h"

namespace cyclorama::adreno::test {
namespace {

using testing::ElementsAre;

std::vector<TexelRead> readsOf(std::initializer_list<TexelRead> reads) { return reads; }

TEST(TexelGrouping, GroupsHaveEachLineOnceInTheOrderOfFirstReads) {
    TexelGroups groups;
    TexelGrouping grouping({.lanes = 4, .lineBytes = 16});
    grouping.collectIn(groups);
    grouping.begin(isa::WaveMask::first(6));
    grouping.texels(readsOf({{.address = 64, .bytes = 4, .lane = 5},
                             {.address = 32, .bytes = 4, .lane = 0},
                             {.address = 16, .bytes = 4, .lane = 1},
                             {.address = 36, .bytes = 4, .lane = 3},
                             {.address = 0, .bytes = 0, .lane = 2}}),
                    {.filterBytes = 4});
    grouping.finish();
    EXPECT_THAT(groups.lines, ElementsAre(2, 1, 4));
    ASSERT_EQ(groups.groups.size(), 2u);
    EXPECT_EQ(groups.groups[0].lines, 2u);
    EXPECT_EQ(groups.groups[0].lanes, 4u);
    EXPECT_EQ(groups.groups[0].filterBytes, 16u) << "what is not read is filtered all the same";
    EXPECT_EQ(groups.groups[1].lines, 1u);
    EXPECT_EQ(groups.groups[1].lanes, 2u);
}

TEST(TexelGrouping, TexelsAcrossLinesAreInBoth) {
    TexelGroups groups;
    TexelGrouping grouping({.lanes = 4, .lineBytes = 16});
    grouping.collectIn(groups);
    grouping.begin(isa::WaveMask::only(0));
    grouping.texels(readsOf({{.address = 24, .bytes = 12, .lane = 0}}), {.filterBytes = 12});
    grouping.finish();
    EXPECT_THAT(groups.lines, ElementsAre(1, 2));
}

TEST(TexelGrouping, FlagsComeAfterTheGroupsLines) {
    TexelGroups groups;
    TexelGrouping grouping({.lanes = 4, .lineBytes = 16});
    grouping.collectIn(groups);
    grouping.begin(isa::WaveMask::first(8));
    grouping.texels(readsOf({{.address = 16, .bytes = 4, .lane = 0, .flag = 640},
                             {.address = 32, .bytes = 4, .lane = 0, .flag = 641},
                             {.address = 48, .bytes = 4, .lane = 4, .flag = 642}}),
                    {.filterBytes = 4});
    grouping.finish();
    EXPECT_THAT(groups.lines, ElementsAre(1, 2, 10, 3, 10));
    EXPECT_EQ(groups.groups[0].flags, 1u);
}

TEST(TexelGrouping, LanesAreCountedByTheirFilters) {
    TexelGroups groups;
    TexelGrouping grouping({.lanes = 4, .lineBytes = 16});
    grouping.collectIn(groups);
    grouping.begin(isa::WaveMask::first(8));
    grouping.filtered(isa::WaveMask::first(6), TexelFilterKind::Levels);
    grouping.finish();
    ASSERT_EQ(groups.groups.size(), 2u);
    EXPECT_THAT(groups.groups[0].lanesBy, ElementsAre(0, 0, 4, 0));
    EXPECT_THAT(groups.groups[1].lanesBy, ElementsAre(0, 0, 2, 0));
}

TEST(TexelGrouping, InstructionsFollowEachOther) {
    TexelGroups groups;
    TexelGrouping grouping({.lanes = 8, .lineBytes = 64});
    grouping.collectIn(groups);
    for (const uint64_t address : {128u, 64u}) {
        grouping.begin(isa::WaveMask::first(4));
        grouping.texels(readsOf({{.address = address, .bytes = 4, .lane = 0}}), {.filterBytes = 4});
    }
    grouping.finish();
    EXPECT_EQ(groups.groups.size(), 2u);
    EXPECT_THAT(groups.lines, ElementsAre(2, 1));
}

TEST(TexelCache, ReplacesTheLineWhoseLastUseIsLongestAgo) {
    TexelCache cache(4, 2, 1);
    EXPECT_FALSE(cache.use(0));
    EXPECT_FALSE(cache.use(2));
    EXPECT_TRUE(cache.use(0));
    EXPECT_FALSE(cache.use(4)) << "in place of 2";
    EXPECT_TRUE(cache.use(0));
    EXPECT_FALSE(cache.use(2));
    EXPECT_FALSE(cache.use(1)) << "another set";
    EXPECT_TRUE(cache.use(1));
    cache.invalidate();
    EXPECT_FALSE(cache.use(0));
}

TEST(TexelCache, NeighboursAreInTheSameSet) {
    TexelCache cache(4, 2, 2);
    for (const uint64_t line : {0u, 1u, 2u, 3u}) EXPECT_FALSE(cache.use(line));
    for (const uint64_t line : {0u, 1u, 2u, 3u}) EXPECT_TRUE(cache.use(line));
    EXPECT_FALSE(cache.use(4));
    EXPECT_FALSE(cache.use(0)) << "4 took its place";
    EXPECT_TRUE(cache.use(2));
}

/// Two sets of lines, the one used last at the end of each.
class PlainCache {
  public:
    explicit PlainCache(size_t ways) : ways_(ways) {}

    bool use(uint64_t line) {
        std::vector<uint64_t>& set = sets_[line % sets_.size()];
        const bool there = std::erase(set, line) != 0;
        if (set.size() == ways_) set.erase(set.begin());
        set.push_back(line);
        return there;
    }
    void invalidate() { sets_ = {}; }

  private:
    size_t ways_;
    std::array<std::vector<uint64_t>, 2> sets_;
};

TEST(TexelCache, HasTheLinesOfAListInTheOrderOfUses) {
    std::minstd_rand random(7);
    for (const uint32_t ways : {1u, 2u, 3u, 32u}) {
        TexelCache cache(2 * ways, ways, 1);
        PlainCache plain(ways);
        uint32_t hits = 0;
        for (uint32_t i = 0; i < 20'000; ++i) {
            // Some of them alike in their last digits.
            const uint64_t line = random() % (3 * ways) + random() % 2 * 4096;
            const bool there = plain.use(line);
            ASSERT_EQ(cache.use(line), there) << "use " << i << ", " << ways << " ways";
            hits += there ? 1 : 0;
            if (i % 5'000 != 4'999) continue;
            cache.invalidate();
            plain.invalidate();
        }
        EXPECT_GT(hits, 1'000u) << ways << " ways";
    }
}

TEST(LineAccesses, HasLinesThatShareAPlaceOnceEach) {
    LineAccesses lines;
    for (uint64_t round = 0; round < 3; ++round) {
        const uint64_t base = round * 64;
        for (const uint64_t address : {0u, 2048u, 64u, 4u, 2052u, 4096u, 8u}) lines.access(base + address, 4);
        ASSERT_EQ(lines.lines().size(), 4u);
        const std::array<uint64_t, 4> expected{base, base + 2048, base + 64, base + 4096};
        for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(lines.lines()[i].address, expected[i]);
        EXPECT_EQ(lines.lines()[0].bytes, 0xfffu);
        EXPECT_EQ(lines.lines()[0].lanes, 3u);
        EXPECT_EQ(lines.lines()[1].bytes, 0xffu);
        lines.clear();
    }
}

TEST(DistinctNumbers, HasNumbersThatShareAPlaceOnceEach) {
    DistinctNumbers numbers;
    for (uint32_t round = 0; round < 3; ++round) {
        for (const uint64_t number : {64u, 0u, 1u, 128u, 64u, 0u, 129u, 128u, 1u}) numbers.add(number + round);
        EXPECT_THAT(numbers.numbers(), ElementsAre(64 + round, round, 1 + round, 128 + round, 129 + round));
        numbers.clear();
    }
}

}  // namespace
}  // namespace cyclorama::adreno::test
