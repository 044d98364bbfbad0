#pragma once
// The counters of a run by unit of the GPU, from a table of statistics of one row a frame.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::golden {

/// The counters of all instances of one unit.
struct UnitCounters {
    /// XXH3 of the names and values of all columns, those of value 0 included: 16 hexadecimal digits.
    std::string hash;
    /// By name, with `*` in place of an instance's number: the values of the instances in their order, a space
    /// between them. Without those that are 0 in all instances.
    std::map<std::string, std::string> values;

    bool operator==(const UnitCounters&) const = default;
};

/// By the unit's name.
using FrameCounters = std::map<std::string, UnitCounters>;

/// `table` has a line of names, then a line for each frame, with a semicolon between columns.
std::vector<FrameCounters> countersOf(std::string_view table);

}  // namespace cyclorama::golden
