// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "machine/values/timed_observer.h"

namespace cyclorama::machine::timing {

/// A box whose threads wait for reasons of their own.
class StallReporter {
  public:
    virtual ~StallReporter() = default;

    /// Reports each thread's stall reason, weighted by `cycles`.
    virtual void reportStalls(uint64_t cycles, TimedObserver& observer) const = 0;
};

}  // namespace cyclorama::machine::timing
