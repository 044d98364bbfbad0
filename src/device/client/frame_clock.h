// SPDX-License-Identifier: MIT
#pragma once
// The clock of a program whose frames are to depend on nothing but their number.

#include <cstddef>
#include <cstdint>

namespace cyclorama::device::client {

/// A request was done; `argument` as it was passed. One that shows a frame moves the clock on.
void recordRequestDone(unsigned long code, const void* argument, size_t bytes);
/// The monotonic clock as the user-space driver in the program sees it, in nanoseconds; 0: the host's.
uint64_t driverTime();

}  // namespace cyclorama::device::client
