// SPDX-License-Identifier: MIT
#pragma once
// The chip's performance counters as the timing machine counts them, by the kernel's names
// (chip/performance_signals.h).

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::vivante {

/// The total of a column of statistics; nothing if there is no such column.
using ColumnTotal = std::function<std::optional<uint64_t>(std::string_view column)>;

/// The value of a signal since the first cycle; nothing if the machine does not count it.
std::optional<uint64_t> timedSignal(std::string_view signal, const ColumnTotal& total);

/// The columns that are added up for a signal, with # in place of a unit's number; empty if the machine does not count
/// it.
std::vector<std::string> columnsOf(std::string_view signal);

}  // namespace cyclorama::vivante
