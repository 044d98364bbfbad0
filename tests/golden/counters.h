// SPDX-License-Identifier: MIT
#pragma once
// The counters of a run by unit of the GPU, from tables of statistics.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::golden {

/// The counters of all instances of one unit.
struct UnitCounters {
    /// XXH3 of the names and values of all columns, those of value 0 included, in 16 hexadecimal digits.
    std::string hash;
    /// By name, with `*` in place of an instance's number: the values of the instances in their order, a space
    /// between them. Without those that are 0 in all instances.
    std::map<std::string, std::string> values;

    bool operator==(const UnitCounters&) const = default;
};

/// One row of a table.
struct CounterRow {
    /// The first column: the frame or the window of cycles.
    std::string label;
    std::map<std::string, UnitCounters> units;  // by name
};

/// `table` has a line of names, then the rows, with a semicolon between columns. The number of cycles, which is of no
/// unit, is left out.
std::vector<CounterRow> countersOf(std::string_view table);

}  // namespace cyclorama::golden
