// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cyclorama::sim {

/// Part of a whole that a column stands for.
enum class StatisticRole : uint8_t {
    None,
    Activity,     ///< of all time: each cycle, but few, is in exactly one activity
    BytesRead,    ///< of all traffic with memory
    BytesWritten  ///< the same
};

struct StatisticInfo {
    std::string name;
    // Literals: there are thousands of statistics.
    std::string_view unit;
    std::string_view sentence;
    StatisticRole role = StatisticRole::None;
    /// Name of the part: an activity, or a client of the memory. A literal.
    std::string_view part{};
};

/// The statistic `name` of the unit that `suffix` names: NAME_SUFFIX.
StatisticInfo statisticOf(std::string_view name, std::string_view suffix, std::string_view unit,
                          std::string_view sentence);
/// The same statistic with a role; unchanged if `part` is empty.
StatisticInfo partOf(StatisticInfo info, StatisticRole role, std::string_view part);

}  // namespace cyclorama::sim
