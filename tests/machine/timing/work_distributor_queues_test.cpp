// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/work_distributor_queues.h"

#include <gtest/gtest.h>

#include <vector>

namespace cyclorama::machine::timing {
namespace {

std::vector<uint32_t> members(UnitSet set) {
    std::vector<uint32_t> units;
    forEachMember(set, [&](uint32_t unit) { units.push_back(unit); });
    return units;
}

TEST(UnitSet, VisitsItsMembersInOrder) {
    UnitSet set = 0;
    for (const uint32_t unit : {63u, 0u, 5u}) setMember(set, unit, true);
    EXPECT_EQ(members(set), (std::vector<uint32_t>{0, 5, 63}));
    setMember(set, 5, false);
    EXPECT_FALSE(isMember(set, 5));
    EXPECT_EQ(members(set), (std::vector<uint32_t>{0, 63}));
}

TEST(PipeQueues, KnowWhichPipesHaveQuadsAndHowManyThereAre) {
    PipeQueues queues(4, 2);
    EXPECT_EQ(members(queues.takeChanges()), (std::vector<uint32_t>{0, 1, 2, 3})) << "nobody was told yet";
    queues.push(1, 10);
    queues.push(3, 30);
    queues.push(3, 31);
    EXPECT_EQ(members(queues.waiting()), (std::vector<uint32_t>{1, 3}));
    EXPECT_EQ(queues.quads(), 3u);
    EXPECT_EQ(queues.free(3), 0u);
    EXPECT_EQ(members(queues.takeChanges()), (std::vector<uint32_t>{1, 3}));
    EXPECT_EQ(queues.takeChanges(), 0u);

    EXPECT_EQ(queues.front(3), 30u);
    EXPECT_EQ(queues.pop(3), 30u);
    EXPECT_FALSE(queues.empty(3)) << "one is left";
    EXPECT_EQ(queues.pop(3), 31u);
    EXPECT_TRUE(queues.empty(3));
    EXPECT_EQ(members(queues.waiting()), (std::vector<uint32_t>{1}));
    EXPECT_EQ(members(queues.takeChanges()), (std::vector<uint32_t>{3}));

    queues.clear();
    EXPECT_EQ(queues.quads(), 0u);
    EXPECT_EQ(queues.waiting(), 0u);
    EXPECT_EQ(members(queues.takeChanges()), (std::vector<uint32_t>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace cyclorama::machine::timing
