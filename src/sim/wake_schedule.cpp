// SPDX-License-Identifier: MIT
#include "sim/wake_schedule.h"

#include <algorithm>

namespace cyclorama::sim {

uint32_t WakeSchedule::add() {
    const uint32_t box = boxes_++;
    if (box % kWordBits == 0) {
        awake_.push_back(0);
        due_.push_back(0);
        arrivals_.resize(placeOf(awake_.size(), 0));
        alarms_.resize(arrivals_.size());
    }
    awake_[box / kWordBits] |= bitOf(box);
    alarm_.push_back(kNever);
    earliest_.reset();
    return box;
}

bool WakeSchedule::anyMarked(Cycle cycle) const {
    for (size_t word = 0; word < awake_.size(); ++word)
        if ((arrivals_[placeOf(word, cycle)] | alarms_[placeOf(word, cycle)]) != 0) return true;
    return false;
}

Cycle WakeSchedule::findEarliest() {
    for (const uint64_t word : awake_)
        if (word != 0) return next_;
    while (marked_ != 0) {
        const int turn = static_cast<int>(next_ % kWindow);
        const Cycle cycle = next_ + static_cast<Cycle>(std::countr_zero(std::rotr(marked_, turn)));
        if (anyMarked(cycle)) return cycle;
        marked_ &= ~(uint64_t{1} << cycle % kWindow);  // alarms that were dropped
    }
    if (!laterIsExact_) bringNear();
    return laterFrom_;
}

std::span<const uint64_t> WakeSchedule::start(Cycle cycle) {
    passTo(cycle);
    for (size_t word = 0; word < awake_.size(); ++word) {
        uint64_t& arrivals = arrivals_[placeOf(word, cycle)];
        uint64_t& alarms = alarms_[placeOf(word, cycle)];
        due_[word] = awake_[word] |= arrivals | alarms;
        arrivals = alarms = 0;
    }
    marked_ &= ~(uint64_t{1} << cycle % kWindow);
    passTo(cycle + 1);
    return due_;
}

void WakeSchedule::setAlarm(uint32_t box, Cycle cycle) {
    if (alarm_[box] != kNever) dropAlarm(box);
    if (cycle == kNever) return;
    alarm_[box] = std::max(cycle, next_);
    if (alarm_[box] - next_ < kWindow)
        mark(alarms_, box, alarm_[box]);
    else
        laterFrom_ = std::min(laterFrom_, alarm_[box]);
}

void WakeSchedule::dropAlarm(uint32_t box) {
    // One that has just come has lost its bit already.
    if (alarm_[box] - next_ < kWindow) alarms_[placeOf(box / kWordBits, alarm_[box])] &= ~bitOf(box);
    if (alarm_[box] == laterFrom_) laterIsExact_ = false;
    alarm_[box] = kNever;
}

void WakeSchedule::recordOtherArrival(uint32_t box, Cycle cycle) {
    if (cycle < next_) {
        mark(arrivals_, box, next_);
        return;
    }
    lateArrivals_.push_back({.cycle = cycle, .box = box});
    laterFrom_ = std::min(laterFrom_, cycle);
}

void WakeSchedule::bringNear() {
    laterFrom_ = kNever;
    laterIsExact_ = true;
    const auto isNear = [this](Cycle cycle) {
        const bool near = cycle - next_ < kWindow;
        if (!near) laterFrom_ = std::min(laterFrom_, cycle);
        return near;
    };
    for (uint32_t box = 0; box < boxes_; ++box)
        if (alarm_[box] >= next_ && isNear(alarm_[box])) mark(alarms_, box, alarm_[box]);
    std::erase_if(lateArrivals_, [&](const LateArrival& arrival) {
        if (!isNear(arrival.cycle)) return false;
        mark(arrivals_, arrival.box, arrival.cycle);
        return true;
    });
}

}  // namespace cyclorama::sim
