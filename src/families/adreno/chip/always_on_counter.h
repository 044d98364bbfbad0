// SPDX-License-Identifier: MIT
#pragma once
// The counter that runs whatever the GPU does; programs get it from the kernel, the command processor from a
// register.

#include <chrono>
#include <cstdint>

namespace cyclorama::adreno {

/// In hertz (Linux: the crystal's clock, a6xx_get_timestamp).
inline constexpr uint64_t kAlwaysOnFrequency = 19'200'000;

/// Its value, from 0 on, after a time that is not negative.
constexpr uint64_t alwaysOnCounts(std::chrono::nanoseconds time) {
    // 19.2 MHz is 12 counts in 625 ns; the quotient first, as the product of an uptime of years does not fit.
    constexpr uint64_t kCounts = 12;
    constexpr uint64_t kNanoseconds = 625;
    static_assert(kCounts * 1'000'000'000 / kNanoseconds == kAlwaysOnFrequency);
    const auto elapsed = static_cast<uint64_t>(time.count());
    return elapsed / kNanoseconds * kCounts + elapsed % kNanoseconds * kCounts / kNanoseconds;
}

/// Its value now, from the host's monotonic clock: a simulation without time has no other.
inline uint64_t alwaysOnCounter() { return alwaysOnCounts(std::chrono::steady_clock::now().time_since_epoch()); }

}  // namespace cyclorama::adreno
