// SPDX-License-Identifier: MIT
#pragma once
// How a box sleeps while it is stalled. A cycle in which nothing moves is followed by cycles like it, until something
// arrives or a time is over; each of them counts the same and makes the same times shorter. The box records what a
// cycle counts and which times run, and where nothing moved, sleeps and repeats the record afterwards.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "sim/statistics.h"
#include "sim/time.h"

namespace cyclorama::sim {

class RepeatedCycle {
  public:
    /// A cycle begins.
    void start() {
        moved_ = false;
        counters_ = 0;
        timers_ = 0;
        alarm_ = kNever;
    }

    /// Something changes, so the next cycle may go differently.
    void move() { moved_ = true; }
    bool moved() const { return moved_; }

    /// Counts this cycle, and each that repeats it.
    void count(Counter& counter) {
        ++counter;
        assert(counters_ < kMost);
        counter_[counters_++] = &counter;
    }
    std::span<Counter* const> counted() const { return std::span(counter_).first(counters_); }
    /// Cycles that are left of some time after this one; 0 if it does not run.
    void runs(uint32_t& cyclesLeft) {
        if (cyclesLeft == 0) return;
        assert(timers_ < kMost);
        timer_[timers_++] = &cyclesLeft;
    }
    /// Something moves in `cycle`, whatever else happens.
    void alarm(Cycle cycle) { alarm_ = std::min(alarm_, cycle); }

    /// The first cycle that may differ from this one, which was `cycle`.
    Cycle end(Cycle cycle) const {
        Cycle end = alarm_;
        for (uint32_t i = 0; i < timers_; ++i) end = std::min(end, cycle + *timer_[i]);
        return end;
    }
    /// `cycles` cycles passed like it.
    void repeat(uint64_t cycles) {
        for (uint32_t i = 0; i < counters_; ++i) counter_[i]->add(cycles);
        for (uint32_t i = 0; i < timers_; ++i) *timer_[i] -= static_cast<uint32_t>(cycles);
    }

  private:
    static constexpr uint32_t kMost = 32;

    bool moved_ = true;
    uint32_t counters_ = 0;
    uint32_t timers_ = 0;
    Cycle alarm_ = kNever;
    std::array<Counter*, kMost> counter_;
    std::array<uint32_t*, kMost> timer_;
};

}  // namespace cyclorama::sim
