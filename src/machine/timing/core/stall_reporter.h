// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "machine/values/run_observer.h"

namespace cyclorama::machine::timing {

/// A box whose threads wait for reasons of their own.
class StallReporter {
  public:
    virtual ~StallReporter() = default;

    /// Reports each thread's stall reason, weighted by `cycles`.
    virtual void reportStalls(uint64_t cycles, RunObserver& observer) const = 0;
};

}  // namespace cyclorama::machine::timing
