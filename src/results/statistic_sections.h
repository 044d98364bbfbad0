// SPDX-License-Identifier: MIT
#pragma once
// The units that statistics belong to, by their names.

#include <span>
#include <string_view>

namespace cyclorama::results {

struct StatisticSection {
    /// The last part of a statistic's name, its numbers replaced by N; empty for names of one part.
    std::string_view suffix;
    std::string_view title;
};

/// In the order of the pipeline.
std::span<const StatisticSection> statisticSections();

/// The part of a statistic's name that names its unit: the last one; the first of those that have the channel scheduler
/// in front. Empty for names of one part.
std::string_view instanceOf(std::string_view name);

/// The section of a statistic; null for one of a unit without a section.
const StatisticSection* sectionOf(std::string_view name);

}  // namespace cyclorama::results
