// SPDX-License-Identifier: MIT
#pragma once
// Cycles that are counted without being simulated. While nothing moves among a cache's lines each cycle counts what the
// last simulated one did; the counts are added once something moves, or when statistics are taken.

#include "sim/repeated_cycle.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

class IdleCycles {
  public:
    /// The last simulated cycle.
    sim::RepeatedCycle& last() { return last_; }

    /// Something moved in the last cycle, or since.
    bool moved() const { return moved_; }
    /// The next cycle to be simulated.
    sim::Cycle due() const { return due_; }
    /// The first cycle that has not passed.
    sim::Cycle passed() const { return passed_; }

    /// Passes over `cycle`; false if it is due.
    bool skip(sim::Cycle cycle) {
        moved_ = false;
        if (cycle >= due_) return false;
        passed_ = cycle + 1;
        return true;
    }
    /// Counts the cycles that passed since the last simulated one.
    void accountIdleCycles() {
        if (from_ >= passed_) return;
        last_.repeat(passed_ - from_);
        from_ = passed_;
    }
    void accountIdleCycles(sim::Cycle end) {
        passed_ = end;
        accountIdleCycles();
    }
    /// The next cycle differs from the last. To be called before any change of a time that runs.
    void invalidate() {
        accountIdleCycles();
        due_ = 0;
        moved_ = true;
    }
    /// There is new work; what runs continues.
    void wake() { due_ = 0; }

    // A simulated cycle: begin(), what has an end in it, start(), what happens, finish().
    void begin(sim::Cycle cycle) {
        accountIdleCycles(cycle);
        moved_ = false;
    }
    void recordMove() { moved_ = true; }
    void start() { last_.start(); }
    /// True if the cycles after it may be like it: wakeAt() then says how many.
    bool finish(sim::Cycle cycle, bool busy) {
        from_ = passed_ = cycle + 1;
        if (!last_.moved() && !busy) return true;
        moved_ = true;
        due_ = cycle + 1;
        return false;
    }
    void wakeAt(sim::Cycle cycle) { due_ = cycle; }

  private:
    sim::RepeatedCycle last_;
    sim::Cycle from_ = 0;  // the first cycle not counted yet
    sim::Cycle passed_ = 0;
    sim::Cycle due_ = 0;
    bool moved_ = false;
};

}  // namespace cyclorama::machine::timing
