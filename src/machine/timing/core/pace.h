// SPDX-License-Identifier: MIT
#pragma once
// The cause of a machine's pace at a moment.

#include <cstdint>

#include "sim/box.h"

namespace cyclorama::machine::timing {

struct Pace {
    /// Never null.
    const sim::Box* unit = nullptr;
    /// Most upstream unit that `unit` stalls; `unit` if none. For a shader that executes nothing, and at most takes or
    /// gives elements, the work distributor.
    const sim::Box* through = nullptr;
    /// More work waits before the first of those, and before all units that share the work with it: the more there are
    /// of the kind, the more is done at a time.
    bool full = false;
    /// The unit's rate sets the pace, and not its latency.
    bool atFullRate = false;
    /// The levels of the cache of `through` that would have had what it waits for, had they twice the lines: a bit for
    /// each, the first level's the lowest.
    uint8_t inLarger = 0;
};

}  // namespace cyclorama::machine::timing
