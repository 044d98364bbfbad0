// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama statistics`: what timed runs count.

#include <ostream>

namespace cyclorama::cli {

/// Prints docs/reference/statistics.md, of all presets and both models of memory and of shaders. Throws sim::Error
/// where a preset cannot be read.
void documentStatistics(std::ostream& out);

/// Prints docs/reference/performance_counters.md, of all presets. Throws sim::Error where one cannot be read.
void documentCounters(std::ostream& out);

}  // namespace cyclorama::cli
