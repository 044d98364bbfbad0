// SPDX-License-Identifier: MIT
#include "mem/range_map.h"

#include <gtest/gtest.h>

namespace cyclorama::mem {
namespace {

class RangeMapTest : public testing::Test {
  protected:
    RangeMapTest() {
        map_.insert({100, 200}, 'a');
        map_.insert({200, 250}, 'b');
        map_.insert({400, 500}, 'c');
    }
    char overlapping(uint64_t begin, uint64_t end) const {
        const auto* const entry = map_.overlapping({begin, end});
        return entry == nullptr ? '-' : entry->value;
    }
    char at(uint64_t address) const {
        const auto* const entry = map_.at(address);
        return entry == nullptr ? '-' : entry->value;
    }
    RangeMap<char> map_;
};

TEST_F(RangeMapTest, FindsTheFirstThatOverlaps) {
    EXPECT_EQ(overlapping(0, 100), '-') << "an end is outside";
    EXPECT_EQ(overlapping(0, 101), 'a');
    EXPECT_EQ(overlapping(199, 220), 'a');
    EXPECT_EQ(overlapping(200, 220), 'b');
    EXPECT_EQ(overlapping(250, 400), '-');
    EXPECT_EQ(overlapping(0, ~uint64_t{0}), 'a');
    EXPECT_EQ(overlapping(500, 600), '-');
}

TEST_F(RangeMapTest, FindsTheRangeOfAnAddress) {
    EXPECT_EQ(at(99), '-');
    EXPECT_EQ(at(100), 'a');
    EXPECT_EQ(at(199), 'a');
    EXPECT_EQ(at(249), 'b');
    EXPECT_EQ(at(250), '-');
    map_.erase(100);
    EXPECT_EQ(at(100), '-');
    EXPECT_EQ(map_.at(400)->range, (AddressRange{400, 500}));
}

TEST_F(RangeMapTest, FindsTheLowestRoom) {
    EXPECT_EQ(map_.findRoom(50, 0, {0, 1000}), 0u);
    EXPECT_EQ(map_.findRoom(50, 0, {50, 1000}), 50u);
    EXPECT_EQ(map_.findRoom(51, 0, {50, 1000}), 250u);
    EXPECT_EQ(map_.findRoom(1, 0, {150, 1000}), 250u) << "from within a range";
    EXPECT_EQ(map_.findRoom(150, 0, {50, 1000}), 250u);
    EXPECT_EQ(map_.findRoom(150, 1, {50, 1000}), 501u) << "no room for the gap";
    EXPECT_EQ(map_.findRoom(148, 1, {50, 1000}), 251u);
    EXPECT_EQ(map_.findRoom(500, 0, {0, 1000}), 500u);
    EXPECT_EQ(map_.findRoom(501, 0, {0, 1000}), std::nullopt);
    EXPECT_EQ(map_.findRoom(1, 0, {0, 400}), 0u);
    EXPECT_EQ(RangeMap<char>().findRoom(1, 0, {5, 5}), std::nullopt);
}

}  // namespace
}  // namespace cyclorama::mem
