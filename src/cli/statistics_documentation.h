// SPDX-License-Identifier: MIT
#pragma once
// The statistics of timed runs as text, from their declarations.

#include <ostream>
#include <span>
#include <string>

#include "machine/configuration/configuration.h"

namespace cyclorama::cli {

/// Prints what a timed run of the configuration counts: `name;unit;sentence`, a line each. The configuration must have
/// passed check().
void listStatistics(const machine::Configuration& configuration, std::ostream& out);

/// Prints the performance counters that a driver may read from a timed run of the configuration, and what answers each:
/// `group;name;sources`, a line each, sources parted by spaced plus signs. The configuration must have passed check().
void listDriverCounters(const machine::Configuration& configuration, std::ostream& out);

/// A chip's preset.
struct NamedConfiguration {
    std::string name;
    machine::Configuration configuration;
};
/// Writes docs/reference/performance_counters.md: what drivers may read of these chips, a section for those that have
/// the same counters with the same answers.
void writeCountersDocumentation(std::span<const NamedConfiguration> chips, std::ostream& out);

/// Writes docs/reference/statistics.md: what timed runs of the configurations count, a section for each kind of unit.
/// Throws sim::Fault for a statistic without a unit or a sentence, or of a kind of unit that has no section.
void writeStatisticsDocumentation(std::span<const machine::Configuration> configurations, std::ostream& out);

}  // namespace cyclorama::cli
