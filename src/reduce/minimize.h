// SPDX-License-Identifier: MIT
#pragma once
// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): the fewest units
// of a list with which something still holds.

#include <cstddef>
#include <functional>
#include <vector>

namespace cyclorama::reduce {

/// Reports whether the condition holds with those units alone whose flags are set.
using Holds = std::function<bool(const std::vector<bool>& kept)>;

/// Flags of units with which the condition holds, and of which none can be left out alone. Requires that it holds with
/// all of them. Leaves out all units at first, then halves of them, and so on to single ones, each time from the last
/// unit to the first; so it asks in the same order for the same answers, and never for all units. For n units of which
/// k stay that is about 2k log(n/k) questions, n² at worst.
std::vector<bool> minimize(size_t units, const Holds& holds);

}  // namespace cyclorama::reduce
