// SPDX-License-Identifier: MIT
#pragma once
// The work counters of a machine without time, as its observer sees them.

#include <vector>

#include "machine/values/counted.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"

namespace cyclorama::machine {

inline constexpr size_t kWorkCounters = 8;

ObservedMachine observedWork();

/// The work so far, counter by counter.
std::vector<Counted> countedWork(const WorkCounters& now);

/// The work between two readings: counters of observedWork().
std::vector<RunSample::Counter> workSince(const WorkCounters& before, const WorkCounters& now);

}  // namespace cyclorama::machine
