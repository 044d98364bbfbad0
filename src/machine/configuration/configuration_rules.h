// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"

namespace cyclorama::machine {

/// Consequence of a broken rule.
enum class RuleSeverity {
    Error,   ///< refused: no machine is built like this
    Warning  ///< ill-advised, but such a machine runs
};

/// A relation that some parameters have to keep.
struct ConfigurationRule {
    std::string_view id;  ///< stable, for messages and tests
    RuleSeverity severity;
    std::string_view sentence;                      ///< the rule, as a requirement
    sim::LiteralList<std::string_view> parameters;  ///< `SECTION.Name` of all that take part
    std::string_view source;  ///< heading of the configuration reference that states it; empty: a unit's behaviour does
    bool (*holds)(const Configuration&);
};

/// One rule that a configuration breaks.
struct RuleViolation {
    const ConfigurationRule* rule;
    /// The rule and the values that break it, each with where it was set.
    std::string message;
};

/// The rules for all configurations. Each that concerns one model alone (the scalar shader, say) holds where another is
/// selected. Those of a family are in its FamilyParameters.
std::span<const ConfigurationRule> configurationRules();

/// The rules for all, and behind them those of its family, that the configuration breaks, in the order of the tables.
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
