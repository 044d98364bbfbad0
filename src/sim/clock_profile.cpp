// SPDX-License-Identifier: MIT
#include "sim/clock_profile.h"

#include <algorithm>

#include "sim/box.h"

namespace cyclorama::sim {

namespace {

// Cost of two readings of the host's clock, which would be charged to the box between.
std::chrono::duration<double> costOfLooking() {
    using Clock = std::chrono::steady_clock;
    constexpr int kLooks = 1000;
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kLooks; ++i) Clock::now();
    return std::chrono::duration<double>(Clock::now() - start) / kLooks;
}

}  // namespace

void ClockProfile::clock(Box& box, Cycle cycle) {
    const auto [place, isNew] = entries_.try_emplace(&box);
    Entry& entry = place->second;
    if (isNew) entry.box = box.name();
    ++entry.clocked;
    if (timing_) {
        const HostClock::time_point start = HostClock::now();
        box.clock(cycle);
        entry.time += HostClock::now() - start;
        ++entry.timed;
    } else {
        box.clock(cycle);
    }
    if (box.lastActivity() == cycle) ++entry.moving;
}

std::vector<ClockProfile::BoxTime> ClockProfile::boxes() const {
    const double looking = costOfLooking().count();
    std::vector<BoxTime> times;
    times.reserve(entries_.size());
    for (const auto& [box, entry] : entries_) {
        BoxTime& time = times.emplace_back(BoxTime{.box = entry.box, .clocked = entry.clocked, .moving = entry.moving});
        if (entry.timed == 0) continue;
        const double each = std::chrono::duration<double>(entry.time).count() / static_cast<double>(entry.timed);
        time.seconds = std::max(0.0, each - looking) * static_cast<double>(entry.clocked);
    }
    std::sort(times.begin(), times.end(), [](const BoxTime& a, const BoxTime& b) {
        return a.seconds != b.seconds ? a.seconds > b.seconds : a.box < b.box;
    });
    return times;
}

}  // namespace cyclorama::sim
