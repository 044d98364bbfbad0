// SPDX-License-Identifier: MIT
#pragma once
// The clock that queries of time answer by.

#include <cstdint>
#include <functional>

namespace cyclorama::virgl {

/// Gives the nanoseconds of a clock that never goes back.
using HostClock = std::function<uint64_t()>;

/// The clock that programs and Mesa look at as well (CLOCK_MONOTONIC).
uint64_t monotonicTime();

}  // namespace cyclorama::virgl
