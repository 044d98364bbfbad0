// SPDX-License-Identifier: MIT
#pragma once
// The host's time by box: where the next bottleneck is. A simulation without a profile pays one test of a pointer a
// cycle.

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/time.h"

namespace cyclorama::sim {

class Box;

/// Gathered over one run of one simulation: Simulation::setProfile(). Every cycle counts; one in kSampling is timed,
/// and stands for the others.
class ClockProfile {
  public:
    struct BoxTime {
        std::string box;
        /// Times that the box was clocked, and those of them in which something moved through its inputs or outputs;
        /// cycle 0 counts as one.
        uint64_t clocked = 0;
        uint64_t moving = 0;
        /// Host time of all of them, estimated from those that were timed.
        double seconds = 0;
    };

    /// The boxes that were clocked, the most expensive first.
    std::vector<BoxTime> boxes() const;

  private:
    friend class Simulation;
    using HostClock = std::chrono::steady_clock;

    // Odd, and no divisor of periods that hardware has: samples fall on all phases of what repeats.
    static constexpr uint64_t kSampling = 17;

    struct Entry {
        std::string box;
        uint64_t clocked = 0;
        uint64_t moving = 0;
        uint64_t timed = 0;
        HostClock::duration time{};
    };

    /// Opens a cycle.
    void startCycle() { timing_ = ++cycles_ % kSampling == 0; }
    /// Clocks one box.
    void clock(Box& box, Cycle cycle);

    std::unordered_map<const Box*, Entry> entries_;
    uint64_t cycles_ = 0;
    bool timing_ = false;
};

}  // namespace cyclorama::sim
