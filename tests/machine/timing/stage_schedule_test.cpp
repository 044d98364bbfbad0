// SPDX-License-Identifier: MIT
#include "machine/timing/rop/stage_schedule.h"

#include <gtest/gtest.h>

#include "machine/timing/rop/line_queues.h"

namespace cyclorama::machine::timing {
namespace {

enum class Stage : uint8_t { First, Second };
enum class Wait : uint8_t { None, Quad, Room };

class StageScheduleTest : public ::testing::Test {
  protected:
    static sim::StatisticInfo column(const char* name) { return {name, "cycles", "Cycles."}; }

    sim::StatisticsRegistry registry_;
    sim::Counter empty_{registry_, column("Empty")};
    sim::Counter full_{registry_, column("Full")};
    sim::Counter busy_{registry_, column("Busy")};
    StageSchedule<Stage, Wait, 2> stages_;
};

TEST_F(StageScheduleTest, AStageIsDueInEveryCycleUntilItWaits) {
    stages_.start(10);
    EXPECT_FALSE(stages_.isDue(Stage::First, 9));
    EXPECT_TRUE(stages_.isDue(Stage::First, 10));
    stages_.look(Stage::First, 10);
    stages_.look(Stage::Second, 10);
    EXPECT_EQ(stages_.next(), 11u);
    stages_.wait(Stage::First, 10, Wait::Quad, empty_);
    stages_.wait(Stage::Second, 11, Wait::None, busy_, 14);
    EXPECT_FALSE(stages_.isDue(Stage::First, 1000));
    EXPECT_EQ(stages_.next(), 14u);
}

TEST_F(StageScheduleTest, AWaitCountsItsCyclesAsItEnds) {
    stages_.start(0);
    stages_.look(Stage::First, 5);
    stages_.wait(Stage::First, 5, Wait::Quad, empty_);
    stages_.countToo(Stage::First, full_);
    stages_.countToo(Stage::First, busy_);
    stages_.wake(Stage::First, Wait::Room);
    EXPECT_FALSE(stages_.isDue(Stage::First, 8));
    stages_.wake(Stage::First, Wait::Quad);
    EXPECT_TRUE(stages_.isDue(Stage::First, 8));
    stages_.look(Stage::First, 8);
    EXPECT_EQ(empty_.total(), 3u);
    EXPECT_EQ(full_.total(), 3u);
    EXPECT_EQ(busy_.total(), 3u);
    EXPECT_FALSE(stages_.waits(Stage::First, Wait::Quad));
    // The next wait counts for itself alone.
    stages_.wait(Stage::First, 9, Wait::Room, full_);
    stages_.look(Stage::First, 11);
    EXPECT_EQ(full_.total(), 5u);
    EXPECT_EQ(empty_.total(), 3u);
    EXPECT_EQ(busy_.total(), 3u);
}

TEST_F(StageScheduleTest, WaitsThatContinueAreCountedOnceWhereStatisticsAreTaken) {
    stages_.start(0);
    stages_.look(Stage::First, 2);
    stages_.wait(Stage::First, 2, Wait::Quad, empty_);
    stages_.accountIdleCycles(6);
    EXPECT_EQ(empty_.total(), 4u);
    stages_.accountIdleCycles(6);
    EXPECT_EQ(empty_.total(), 4u);
    stages_.stop(9);
    EXPECT_EQ(empty_.total(), 7u);
    EXPECT_EQ(stages_.next(), sim::kNever);
    stages_.accountIdleCycles(20);
    EXPECT_EQ(empty_.total(), 7u);
}

TEST(CachePorts, TheFirstFreePortIsTakenForItsCycles) {
    CachePorts ports(2, 1);
    EXPECT_EQ(ports.use(100, 8), 108u);
    EXPECT_TRUE(ports.ready(100));
    EXPECT_EQ(ports.use(100, 1), 101u);
    EXPECT_FALSE(ports.ready(100));
    EXPECT_TRUE(ports.ready(101));
    EXPECT_EQ(ports.use(107, 4), 111u);
    EXPECT_FALSE(ports.ready(107));
    EXPECT_EQ(ports.use(108, 2), 110u);
    EXPECT_TRUE(ports.ready(110));

    CachePorts one(1, 1);
    one.use(5, 2);
    EXPECT_FALSE(one.ready(6));
    EXPECT_TRUE(one.ready(7));
}

}  // namespace
}  // namespace cyclorama::machine::timing
