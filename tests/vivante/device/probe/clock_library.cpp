// SPDX-License-Identifier: MIT
// A library that looks at the clock, built under the name of a driver and under another.

#include <time.h>

#include <cstdint>

extern "C" __attribute__((visibility("default"))) int64_t monotonicSeconds() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}
