// SPDX-License-Identifier: MIT
#pragma once
// Words that a job may still read, of streams and of other memory.

#include <cstdint>

#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/packet_reporter.h"

namespace cyclorama::adreno {

class WordBudget {
  public:
    /// The reporter outlives the budget.
    explicit WordBudget(PacketReporter& reporter) : reporter_(reporter) {}

    /// A job begins.
    void begin(uint64_t words) { left_ = words; }
    /// Takes words off; false, and the processor hangs, if fewer are left.
    bool spend(uint64_t words) {
        if (words <= left_) {
            left_ -= words;
            return true;
        }
        reporter_.hang(findings::kEndlessStream);
        return false;
    }

  private:
    PacketReporter& reporter_;
    uint64_t left_ = 0;
};

}  // namespace cyclorama::adreno
