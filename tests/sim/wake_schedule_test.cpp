// SPDX-License-Identifier: MIT
#include "sim/wake_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace cyclorama::sim {
namespace {

std::vector<uint32_t> startedBoxes(WakeSchedule& schedule, Cycle cycle) {
    std::vector<uint32_t> boxes;
    const std::span<const uint64_t> due = schedule.start(cycle);
    for (uint32_t box = 0; box < due.size() * 64; ++box)
        if ((due[box / 64] >> box % 64 & 1) != 0) boxes.push_back(box);
    return boxes;
}

TEST(WakeSchedule, BoxesAreAwakeFromTheStart) {
    WakeSchedule schedule(true);
    EXPECT_EQ(schedule.earliest(), kNever);
    EXPECT_EQ(schedule.add(), 0u);
    EXPECT_EQ(schedule.add(), 1u);
    EXPECT_EQ(schedule.earliest(), 0u);
    EXPECT_EQ(startedBoxes(schedule, 0), (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(schedule.next(), 1u);
}

TEST(WakeSchedule, WithoutSleepingNobodySleeps) {
    WakeSchedule schedule(false);
    schedule.add();
    schedule.start(0);
    schedule.clocked(0);
    schedule.sleepUntil(0, 9);
    EXPECT_EQ(schedule.earliest(), 1u);
}

TEST(WakeSchedule, TheLastWishToSleepCountsAndAnEarlierAlarmComesBefore) {
    WakeSchedule schedule(true);
    schedule.add();
    schedule.start(0);
    schedule.clocked(0);
    schedule.sleepUntil(0, 5);
    schedule.sleepUntil(0, 500);
    EXPECT_EQ(schedule.earliest(), 500u);
    schedule.wakeAt(0, 80);
    EXPECT_EQ(schedule.earliest(), 80u);
    schedule.wakeAt(0, 300);
    EXPECT_EQ(schedule.earliest(), 80u);
    schedule.sleepUntil(0, 1);
    EXPECT_EQ(schedule.earliest(), 1u);
}

TEST(WakeSchedule, WhatComesBeforeTheFirstBoxIsThereStaysWhenMoreAreAdded) {
    WakeSchedule schedule(true);
    schedule.add();
    schedule.recordArrival(0, 7);
    while (schedule.add() < 200) {
    }
    for (uint32_t box = 0; box <= 200; ++box) schedule.sleepUntil(box, kNever);
    EXPECT_EQ(schedule.earliest(), 7u);
    EXPECT_EQ(startedBoxes(schedule, 7), std::vector<uint32_t>{0});
}

/// The same by looking at everything in every cycle.
class PlainSchedule {
  public:
    explicit PlainSchedule(uint32_t boxes) : awake_(boxes, true), alarm_(boxes, kNever), arrivals_(boxes) {}

    std::vector<uint32_t> start(Cycle cycle) {
        std::vector<uint32_t> due;
        for (uint32_t box = 0; box < awake_.size(); ++box) {
            if (!isDue(box, cycle)) continue;
            due.push_back(box);
            awake_[box] = true;
            alarm_[box] = kNever;
            arrivals_[box].erase(cycle);
        }
        next_ = cycle + 1;
        return due;
    }
    void recordArrival(uint32_t box, Cycle cycle) { arrivals_[box].insert(std::max(cycle, next_)); }
    void wakeAt(uint32_t box, Cycle cycle) {
        if (!awake_[box]) alarm_[box] = std::min(alarm_[box], std::max(cycle, next_));
    }
    void sleepUntil(uint32_t box, Cycle cycle) {
        awake_[box] = cycle <= next_;
        if (!awake_[box]) alarm_[box] = cycle;
    }
    Cycle earliest(Cycle end) const {
        for (Cycle cycle = next_; cycle < end; ++cycle)
            for (uint32_t box = 0; box < awake_.size(); ++box)
                if (isDue(box, cycle)) return cycle;
        return kNever;
    }

  private:
    bool isDue(uint32_t box, Cycle cycle) const {
        return awake_[box] || alarm_[box] == cycle || arrivals_[box].contains(cycle);
    }

    std::vector<bool> awake_;
    std::vector<Cycle> alarm_;
    std::vector<std::set<Cycle>> arrivals_;
    Cycle next_ = 0;
};

TEST(WakeSchedule, IsThatOfLookingAtEveryBoxInEveryCycle) {
    constexpr uint32_t kBoxes = 130;
    constexpr Cycle kFarthest = 1000;
    std::mt19937 random(7);
    const auto below = [&random](uint32_t end) { return static_cast<uint32_t>(random() % end); };
    const auto distance = [&] { return Cycle{below(8) == 0 ? below(kFarthest) : below(70)}; };
    WakeSchedule schedule(true);
    PlainSchedule plain(kBoxes);
    for (uint32_t box = 0; box < kBoxes; ++box) schedule.add();
    Cycle cycle = 0;
    for (uint32_t step = 0; step < 3000 && cycle != kNever; ++step) {
        const std::vector<uint32_t> due = startedBoxes(schedule, cycle);
        ASSERT_EQ(due, plain.start(cycle)) << cycle;
        for (const uint32_t box : due) {
            schedule.clocked(box);
            if (below(4) == 0) {
                const uint32_t reader = below(kBoxes);
                const Cycle arrival = cycle + 1 + distance();
                schedule.recordArrival(reader, arrival);
                plain.recordArrival(reader, arrival);
            }
            if (below(10) == 0) continue;
            const Cycle alarm = below(3) == 0 ? cycle + distance() : kNever;
            schedule.sleepUntil(box, alarm);
            plain.sleepUntil(box, alarm);
        }
        const uint32_t woken = below(kBoxes);
        const Cycle alarm = cycle + distance();
        schedule.wakeAt(woken, alarm);
        plain.wakeAt(woken, alarm);
        const Cycle next = schedule.earliest();
        ASSERT_EQ(next, plain.earliest(cycle + 2 * kFarthest)) << cycle;
        cycle = next;
    }
    EXPECT_GT(cycle, 3000u);
}

}  // namespace
}  // namespace cyclorama::sim
