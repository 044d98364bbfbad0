// SPDX-License-Identifier: MIT
#pragma once
// Hears of draws and dispatches before they execute.

#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

class WorkListener {
  public:
    virtual ~WorkListener() = default;
    /// `binning`: the pass asks only which bins primitives reach.
    virtual void drawBegins(const RegisterValues& registers, bool binning) = 0;
    virtual void dispatchBegins(const RegisterValues& registers) = 0;
};

}  // namespace cyclorama::adreno
