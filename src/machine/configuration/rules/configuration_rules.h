// SPDX-License-Identifier: MIT
#pragma once
// The check of a configuration against all rules.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/configuration/configuration_rule.h"

namespace cyclorama::machine {

/// One rule that a configuration breaks.
struct RuleViolation {
    const ConfigurationRule* rule;
    /// The rule and the values that break it, each with where it was set.
    std::string message;
};

/// The rules for all configurations. Each that concerns one model alone (the scalar shader, say) holds where another is
/// selected. Those of a family are in its FamilyParameters.
std::span<const ConfigurationRule> configurationRules();

/// The rules for all, and after them those of its family, that the configuration breaks, in the order of the tables.
std::vector<RuleViolation> violations(const Configuration& configuration);

/// Throws sim::Error where rules of severity Error are broken, naming the parameters that contradict each other;
/// otherwise gives the broken rules of severity Warning.
std::vector<RuleViolation> check(const Configuration& configuration);

/// The parameters that are set to other than their default although they are not modelled: each with its value, where
/// it was set, and why.
std::vector<std::string> unmodelledSettings(const Configuration& configuration);

/// Throws sim::Error where there are such: they would change a timed run.
void refuseUnmodelledSettings(const Configuration& configuration);

}  // namespace cyclorama::machine
