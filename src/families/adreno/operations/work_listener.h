// SPDX-License-Identifier: MIT
#pragma once
// Hears of draws and dispatches before they execute, and of what all work has read.

#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

class WorkListener {
  public:
    virtual ~WorkListener() = default;
    /// `binning`: the pass asks only which bins primitives reach.
    virtual void drawBegins(const RegisterValues& registers, bool binning) = 0;
    virtual void dispatchBegins(const RegisterValues& registers) = 0;
    /// After a draw, a blit, a move of GMEM, a clear of LRZ or the begin or end of a binning pass, or when the program
    /// of a dispatch is bound, or a machine that executes draws itself has opened one: the registers that were read.
    virtual void workRead(const RegisterReads& reads) = 0;
};

}  // namespace cyclorama::adreno
