// SPDX-License-Identifier: MIT
#pragma once
// Changes of a configuration that a report estimates the gain of. What a change does to the cycles in which a unit sets
// the pace follows from what the change is: a unit that is twice as fast takes half of the time, one whose latency
// stays saves only where its rate sets the pace, more units of a kind save only where work waits for them, and a larger
// cache saves the time of the misses that it would not have had. No number of a change is fitted to runs.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/values/observed_change.h"
#include "machine/values/observed_machine.h"

namespace cyclorama::machine::timing {

struct Change {
    struct Parameter {
        std::string_view name;  ///< `SECTION.Key`, a whole number
        /// To half of it instead of twice, for what counts cycles.
        bool halved = false;
    };
    /// See ObservedChange::Effect. Units are all whose names begin so.
    struct Effect {
        std::string_view unit;
        std::string_view through{};  ///< empty for all
        bool onlyFull = false;
        bool onlyAtFullRate = false;
        uint8_t inLarger = 0;
        double saved = 0.5;
    };

    std::string_view title;
    std::vector<Parameter> parameters;
    std::vector<Effect> effects;
};

/// A clock and channels of the memory that are twice as fast and as wide.
std::vector<Change> memoryChanges();

/// The changes with their settings and the numbers of their units, but for those that the configuration does not allow:
/// beyond the range of a parameter, or against a rule.
std::vector<ObservedChange> observedChanges(std::span<const Change> changes, const Configuration& configuration,
                                            std::span<const ObservedUnit> units);

}  // namespace cyclorama::machine::timing
