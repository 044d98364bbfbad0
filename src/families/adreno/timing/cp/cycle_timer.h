// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "families/adreno/cp/hang_timer.h"
#include "sim/time.h"

namespace cyclorama::adreno {

/// Ends the wait of a packet after simulated time.
class CycleTimer final : public HangTimer {
  public:
    explicit CycleTimer(uint64_t cycles) : cycles_(cycles) {}

    void setTime(sim::Cycle now) { now_ = now; }
    void begin() override { begun_ = now_; }
    bool lasts() override { return now_ - begun_ < cycles_; }
    bool passesElsewhere() const override { return true; }

  private:
    uint64_t cycles_;
    sim::Cycle now_ = 0;
    sim::Cycle begun_ = 0;
};

}  // namespace cyclorama::adreno
