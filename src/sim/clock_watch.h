// SPDX-License-Identifier: MIT
#pragma once
// A look at every box as it is clocked. A simulation without a watch pays one test of a pointer a box and cycle.

#include "sim/time.h"

namespace cyclorama::sim {

class Box;

class ClockWatch {
  public:
    virtual ~ClockWatch() = default;

    /// A cycle of some domain begins.
    virtual void startCycle() {}
    /// Clocks one box: calls box.clock(cycle) once.
    virtual void clock(Box& box, Cycle cycle) = 0;
};

}  // namespace cyclorama::sim
