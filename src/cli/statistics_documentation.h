// SPDX-License-Identifier: MIT
#pragma once
// The statistics of timed runs as text, from their declarations.

#include <ostream>
#include <span>

#include "machine/configuration/configuration.h"

namespace cyclorama::cli {

/// Prints what a timed run of the configuration counts: `name;unit;sentence`, a line each. The configuration must have
/// passed check().
void listStatistics(const machine::Configuration& configuration, std::ostream& out);

/// Writes docs/reference/statistics.md: what timed runs of the configurations count, a section for each kind of unit.
/// Throws sim::Fault for a statistic without a unit or a sentence, or of a kind of unit that has no section.
void writeStatisticsDocumentation(std::span<const machine::Configuration> configurations, std::ostream& out);

}  // namespace cyclorama::cli
