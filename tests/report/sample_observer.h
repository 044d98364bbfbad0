// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "machine/values/run_observer.h"

namespace cyclorama::report {

/// An observer of a machine's description and samples alone: operations are nothing to it.
class SampleObserver : public machine::RunObserver {
  public:
};

}  // namespace cyclorama::report
