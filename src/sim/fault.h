// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace cyclorama::sim {

/// The simulated machine broke a rule of its own construction: more objects on a signal than it is wide, data that
/// no box read, an output bound to nothing. It is a mistake in the model, never in its input.
class Fault : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// Nothing can happen any more though the work is not done. The text says who waits for whom and since which cycle.
class Deadlock : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace cyclorama::sim
