// SPDX-License-Identifier: MIT
#pragma once
// Causes of a machine's pace, and the gain by a change of its configuration: "what if" of reports.

#include <cstdint>
#include <string>
#include <vector>

namespace cyclorama::machine {

/// A cause of the pace. Units are numbers of ObservedMachine::units.
struct LimitCause {
    uint32_t unit = 0;
    /// The last of the units that waited for it; itself where none did. Of a shader that executed nothing, and at most
    /// took or gave elements, the work distributor.
    uint32_t through = 0;
    /// More work waited in front of the first of those, and of all units beside it that share the work with it.
    bool full = false;
    /// The rate at which the unit works set the pace, and not its latency.
    bool atFullRate = false;
    /// The levels of the cache of `through` that would have had what it waited for, had they twice the lines: a bit for
    /// each, the first level's the lowest.
    uint8_t inLarger = 0;

    // clang-tidy 14 takes the 0 in a comparison of std::vector and the like for a pointer.
    auto operator<=>(const LimitCause&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// A change of the configuration.
struct ObservedChange {
    /// Some causes, and what becomes of their cycles.
    struct Effect {
        std::vector<uint32_t> units;
        /// Empty for all.
        std::vector<uint32_t> through;
        bool onlyFull = false;
        bool onlyAtFullRate = false;
        /// Cache levels, a bit each: counts only misses that twice the lines would have avoided; 0: all misses.
        uint8_t inLarger = 0;
        /// The part of the cycles that the change saves, 0 to 1.
        double saved = 0.5;
    };

    /// A few words.
    std::string title;
    /// Parameters as `--set` takes them: `SECTION.Key=Value`.
    std::vector<std::string> settings;
    std::vector<Effect> effects;
};

/// The part of the cycles of a cause that a change saves: that of the first of its effects which is for such a cause; 0
/// without one.
double savedPart(const ObservedChange& change, const LimitCause& cause);

}  // namespace cyclorama::machine
