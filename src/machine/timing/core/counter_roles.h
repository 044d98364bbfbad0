// SPDX-License-Identifier: MIT
#pragma once
// Counters that stand for a part of all time, or of all traffic with memory.

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace cyclorama::machine::timing {

/// Columns of the command processor's states with a word for each: a cycle is in one of them.
std::span<const std::pair<const char*, const char*>> activityColumns();

/// The columns of a client's traffic, as the memory controller with that separator names them.
struct TrafficColumns {
    std::string read;
    std::string written;
};
TrafficColumns trafficColumns(std::string_view client, std::string_view separator);
/// The two memory controllers name their columns in two ways.
std::span<const char* const> trafficSeparators();

}  // namespace cyclorama::machine::timing
