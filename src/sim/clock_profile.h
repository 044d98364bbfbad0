// SPDX-License-Identifier: MIT
#pragma once
// The host's time by box: where the next bottleneck is.

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/clock_watch.h"
#include "sim/time.h"

namespace cyclorama::sim {

/// Gathered over one run of one simulation: Simulation::setWatch(). Every cycle counts; one in kSampling is timed,
/// and stands for the others.
class ClockProfile final : public ClockWatch {
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

    void startCycle() override { timing_ = ++cycles_ % kSampling == 0; }
    void clock(Box& box, Cycle cycle) override;

  private:
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

    std::unordered_map<const Box*, Entry> entries_;
    uint64_t cycles_ = 0;
    bool timing_ = false;
};

}  // namespace cyclorama::sim
