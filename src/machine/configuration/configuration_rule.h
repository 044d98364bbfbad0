// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "sim/literal_list.h"

namespace cyclorama::machine {

class Configuration;

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

}  // namespace cyclorama::machine
