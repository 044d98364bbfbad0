// SPDX-License-Identifier: MIT
#pragma once
// Follows moves between memory and GMEM for those that change nothing.

#include <cstdint>
#include <map>

#include "families/adreno/a2d/transfer_listener.h"
#include "families/adreno/checks/issue.h"

namespace cyclorama::adreno {

class GmemTraffic {
  public:
    void beginSubmission() { loaded_.clear(); }
    /// Whatever was loaded may have changed.
    void draw() { loaded_.clear(); }
    /// Clears that leave some of the components are no clears here.
    OptionalIssue move(GmemMove kind, const GmemPart& part);

  private:
    /// Images as they were loaded, and not drawn to since, by their offset.
    std::map<uint32_t, GmemPart> loaded_;
};

}  // namespace cyclorama::adreno
